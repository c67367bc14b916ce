import type { FilterKey, SortKey } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import { listPeriods, PERIOD_STATUS, type Period } from '@cuadre/api/period'
import { Link, listInput, pageOf, query, useCan, useNavigate, useSearchParams, useTranslation } from '@cuadre/shell'
import { buttonClass, EmptyState, formatCount, formatDateTime, formatMonth, type Locale, Page, useLocale, zoneName } from '@cuadre/ui'
import { type Column, PagedTable, useTableState } from '@cuadre/ui/data'
import { RowMenu } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { periodClose, periodCreate, periodUpdate } from '../area.ts'
import { DUE_WORD, DUES } from './dues.ts'
import { PeriodStatusMark } from './PeriodStatusMark.tsx'
import { RemindDialog } from './RemindDialog.tsx'
import { ReopenDialog } from './ReopenDialog.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listPeriods>

const keyOf = ({ COD_PERIODO }: Period) => String(COD_PERIODO)
const isClosed = ({ ESTADO }: Period) => ESTADO.ID === PERIOD_STATUS.cerrado

export function PeriodList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const can = useCan()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const [dialog, setDialog] = useState<{ about: 'remind' | 'reopen'; period: Period }>()
  const table = useTableState<Key, FilterKey<typeof listPeriods>>({ key: 'periodos', params, setParams, limit: 50, filters: ['statusId'] })
  const found = useQuery({ ...query(listPeriods, { query: listInput(listPeriods, table.state) }), placeholderData: keepPreviousData })
  const columns = useMemo(() => columnsOf(t, locale), [t, locale])
  const create = can('admin.period.write') && (
    <Link className={buttonClass('solid')} to={periodCreate.link()}>
      <Plus aria-hidden />
      {t('period.open')}
    </Link>
  )
  const rowActions = (p: Period) => {
    const id = p.COD_PERIODO
    const name = formatMonth(p.PERIODO, locale)
    const closed = isClosed(p)
    return (
      <RowMenu
        label={t('period.actionsOf', { period: name })}
        entries={[
          { label: t(closed ? 'closing.record' : 'period.close'), onSelect: () => navigate(periodClose.link({ periodId: id })) },
          ...(!closed && can('admin.period.write')
            ? [
                { label: t('actions.edit'), onSelect: () => navigate(periodUpdate.link({ periodId: id })) },
                { label: t('remind.do'), onSelect: () => setDialog({ about: 'remind', period: p }) },
              ]
            : []),
          ...(closed && can('admin.period.reopen')
            ? [{ label: t('reopen.do'), danger: true, onSelect: () => setDialog({ about: 'reopen', period: p }) }]
            : []),
        ]}
      />
    )
  }
  return (
    <Page
      fill
      title={t('period.title')}
      crumbs={[{ label: t('crumbs.administration') }, { label: t('period.title') }]}
      note={zoneName(locale)}
      actions={create}
    >
      {tabs}
      <PagedTable
        table={table}
        search={t('period.search')}
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
        none={t('none.period')}
        {...pageOf(found)}
        rowKey={keyOf}
        actions={rowActions}
        empty={
          <EmptyState title={t('period.empty')} actions={create}>
            {t('period.emptyHint')}
          </EmptyState>
        }
        sizes={[5, 10, 25, 50]}
      />
      {dialog?.about === 'remind' && <RemindDialog period={dialog.period} onClose={() => setDialog(undefined)} />}
      {dialog?.about === 'reopen' && <ReopenDialog period={dialog.period} onClose={() => setDialog(undefined)} />}
    </Page>
  )
}

type T = ReturnType<typeof useTranslation>['t']
const columnsOf = (t: T, locale: Locale): Column<Period, Key>[] => [
  {
    id: 'PERIODO',
    header: t('period.name'),
    cell: (p) => (
      <Link className="link strong" to={(isClosed(p) ? periodClose : periodUpdate).link({ periodId: p.COD_PERIODO })}>
        {formatMonth(p.PERIODO, locale)}
      </Link>
    ),
    sortable: true,
    hideable: false,
    phone: 'title',
  },
  {
    id: 'ESTADO',
    header: t('period.status'),
    cell: (p) => (
      <>
        <PeriodStatusMark id={p.ESTADO.ID} />
        {p.NEGOCIOS_REABIERTOS > 0 && <div className="xsmall muted">{t('reopen.businesses', { count: p.NEGOCIOS_REABIERTOS })}</div>}
        {p.CIERRE_PEDIDO && (
          <div className="xsmall">
            <Link className="link" to={periodClose.link({ periodId: p.COD_PERIODO })}>
              {t('closing.waits')}
            </Link>
          </div>
        )}
      </>
    ),
    sortable: true,
    phone: 'title-end',
  },
  {
    id: 'APROBADOS',
    header: t('period.approved'),
    cell: (p) => (
      <span className="row nowrap">
        <span className="bar-mini" aria-hidden>
          <i style={{ inlineSize: `${p.ANALISIS === 0 ? 0 : (p.APROBADOS / p.ANALISIS) * 100}%` }} />
        </span>
        <bdi className="num">
          <Link className="link" to={pageLink('/cuentas/historicos', { periodId: p.COD_PERIODO, estadoPrincipalId: 4 })}>
            {formatCount(p.APROBADOS, locale)}
          </Link>{' '}
          {t('period.ofTotal')}{' '}
          <Link className="link" to={pageLink('/cuentas/historicos', { periodId: p.COD_PERIODO })}>
            {formatCount(p.ANALISIS, locale)}
          </Link>
        </bdi>
      </span>
    ),
    phone: 'sub',
  },
  ...DUES.map(
    (due): Column<Period, Key> => ({
      id: due,
      header: t(`period.due.${DUE_WORD[due]}`),
      cell: (p) => (
        <bdi dir="ltr" className="num nowrap">
          {formatDateTime(p[due], locale)}
        </bdi>
      ),
      sortable: true,
      align: 'end',
      hidden: due === 'VENCE_JEFATURA' || due === 'VENCE_CONTROL',
      ...(due === 'VENCE_CIERRE' ? { phone: 'sub-end' as const } : {}),
    }),
  ),
  {
    id: 'ABIERTO_EN',
    header: t('period.openedBy'),
    cell: (p) => <Who name={p.ABIERTO_POR} at={formatDateTime(p.ABIERTO_EN, locale)} />,
    sortable: true,
  },
  {
    id: 'CERRADO_EN',
    header: t('period.closedBy'),
    cell: (p) => p.CERRADO_EN && <Who name={p.CERRADO_POR} at={formatDateTime(p.CERRADO_EN, locale)} />,
    sortable: true,
  },
  { id: 'MOTIVO_CIERRE', header: t('record.reason'), cell: (p) => p.MOTIVO_CIERRE, cut: true },
]

const Who = ({ name, at }: { name: string | null; at: string }) => (
  <>
    {name}
    <div className="xsmall muted num nowrap">{at}</div>
  </>
)
