import { listPeriods, type Period } from '@cuadre/api/period'
import { Link, listInput, pageOf, query, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { buttonClass, DateText, EmptyState, formatMonth, Page, useLocale } from '@cuadre/ui'
import { type Column, PagedTable, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { periodClose, periodCreate, periodUpdate } from '../area.ts'
import { PeriodStatusMark } from './PeriodStatusMark.tsx'

export default function PeriodsPage() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const can = useCan()
  const [params, setParams] = useSearchParams()
  const table = useTableState({ key: 'periodos', params, setParams, limit: 5, filters: ['statusId'] })
  const periods = useQuery({ ...query(listPeriods, { query: listInput(table.state) }), placeholderData: keepPreviousData })
  const columns = useMemo<Column<Period>[]>(
    () => [
      {
        id: 'PERIODO',
        header: t('period.name'),
        cell: (p) => <span className="strong">{formatMonth(p.PERIODO, locale)}</span>,
        sortable: true,
        hideable: false,
        phone: 'title',
      },
      { id: 'ESTADO', header: t('period.status'), cell: (p) => <PeriodStatusMark id={p.ESTADO.ID} />, sortable: true, phone: 'title-end' },
      {
        id: 'APROBADOS',
        header: t('period.approved'),
        cell: (p) => (
          <span className="row">
            <span className="bar-mini" aria-hidden>
              <i style={{ inlineSize: `${p.ANALISIS === 0 ? 0 : (p.APROBADOS / p.ANALISIS) * 100}%` }} />
            </span>
            <bdi className="num">{t('period.of', { done: p.APROBADOS, total: p.ANALISIS })}</bdi>
          </span>
        ),
        phone: 'sub',
      },
      {
        id: 'VENCE_ANALISTA',
        header: t('period.dueAnalyst'),
        cell: (p) => <DateText value={p.VENCE_ANALISTA} as="datetime" />,
        align: 'end',
      },
      {
        id: 'VENCE_JEFATURA',
        header: t('period.dueJefatura'),
        cell: (p) => <DateText value={p.VENCE_JEFATURA} as="datetime" />,
        align: 'end',
      },
      {
        id: 'VENCE_CONTROL',
        header: t('period.dueControl'),
        cell: (p) => <DateText value={p.VENCE_CONTROL} as="datetime" />,
        align: 'end',
      },
      {
        id: 'VENCE_CIERRE',
        header: t('period.dueClose'),
        cell: (p) => <DateText value={p.VENCE_CIERRE} as="datetime" />,
        align: 'end',
        phone: 'sub-end',
      },
    ],
    [t, locale],
  )
  const create = can('admin.period.write') && (
    <Link className={buttonClass('solid')} to={periodCreate.link()}>
      <Plus aria-hidden />
      {t('period.open')}
    </Link>
  )
  return (
    <Page fill title={t('period.title')} crumbs={[{ label: t('crumbs.administration') }, { label: t('period.title') }]} actions={create}>
      <PagedTable
        table={table}
        columns={columns}
        filters={[
          {
            name: 'statusId',
            label: t('period.status'),
            single: true,
            options: [1, 2, 3].map((id) => ({ value: String(id), label: t(`periodStatus.${id}`) })),
          },
        ]}
        label={t('period.title')}
        {...pageOf(periods)}
        rowKey={(p) => String(p.COD_PERIODO)}
        actions={(p) =>
          p.ESTADO.ID !== 3 && (
            <span className="row">
              <Link className="link" to={periodUpdate.link({ periodId: p.COD_PERIODO })}>
                {t('actions.edit')}
              </Link>
              <Link className="link" to={periodClose.link({ periodId: p.COD_PERIODO })}>
                {t('period.close')}
              </Link>
            </span>
          )
        }
        empty={
          <EmptyState title={t('period.empty')} actions={create}>
            {t('period.emptyHint')}
          </EmptyState>
        }
        sizes={[5, 10, 25, 50]}
      />
    </Page>
  )
}
