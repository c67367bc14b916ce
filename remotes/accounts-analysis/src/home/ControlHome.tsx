import { dashboardControl } from '@cuadre/api/dashboard'
import type { Answer } from '@cuadre/api/endpoint'
import { query, useCan, useTranslation } from '@cuadre/shell'
import { EmptyState, formatCount, formatMonth, type Locale, Note, Section, TextLink, useLocale } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useMemo } from 'react'
import { First } from './First.tsx'
import { figure } from './figure.tsx'
import { HomePage } from './HomePage.tsx'
import { QueueHead } from './QueueHead.tsx'

type Business = Answer<typeof dashboardControl>['porNegocio'][number]
const keyOf = ({ ID_NEGOCIO }: Business) => String(ID_NEGOCIO)
/** The accounts that the figure counts: active, with a balance of the period, without an analyst. */
const unassigned = (period: number) => `/cuentas?statusId=1&filterByPeriod=${period}&activa=true`

/** /home of control: what waits for the second approval, by business, and what keeps a month from starting. */
export default function ControlHome() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const can = useCan()
  const found = useQuery(query(dashboardControl, {}))
  const work = found.data
  const period = work?.period
  const columns = useMemo(() => columnsOf(t, locale, period?.COD_PERIODO ?? 0), [t, locale, period])
  const load = can('accounts.balance.load') && (
    <TextLink href="/cuentas/carga-balance" className="btn">
      {t('home.load')}
    </TextLink>
  )
  return (
    <HomePage
      title={period ? t('home.controlTitle', { month: formatMonth(period.PERIODO, locale) }) : t('home.controlPlain')}
      found={found}
      actions={
        period && (
          <>
            {load}
            <TextLink href={`/cuentas/analisis?periodo=${period.COD_PERIODO}`} className="btn btn-solid">
              <ListChecks aria-hidden />
              {t('home.review')}
            </TextLink>
          </>
        )
      }
    >
      {!work || !period ? (
        <EmptyState
          title={t('home.noPeriod')}
          actions={
            <>
              {can('admin.period.write') && (
                <TextLink href="/periodos" className="btn">
                  {t('home.periods')}
                </TextLink>
              )}
              {load}
            </>
          }
        >
          {t('home.noPeriodControl')}
        </EmptyState>
      ) : (
        <>
          {work.sinAsignar > 0 && (
            <div className="home-note">
              <Note kind="warning">
                {t('home.unassigned', { count: work.sinAsignar, n: formatCount(work.sinAsignar, locale) })}{' '}
                <TextLink href={unassigned(period.COD_PERIODO)}>{t('home.assign')}</TextLink>
              </Note>
            </div>
          )}
          {work.total === 0 ? (
            <EmptyState title={t('home.notLoaded')} actions={load}>
              {t('home.notLoadedHint', { month: formatMonth(period.PERIODO, locale) })}
            </EmptyState>
          ) : (
            <>
              <QueueHead period={period} counts={work} level="control" />
              <div className="home-columns">
                <First items={work.primeros} period={period.COD_PERIODO} empty={t('home.noneControl')} />
                <Section title={t('home.byBusiness')} count={work.porNegocio.length}>
                  <DataTable label={t('home.byBusiness')} columns={columns} rows={work.porNegocio} rowKey={keyOf} />
                </Section>
              </div>
            </>
          )}
        </>
      )}
    </HomePage>
  )
}

const columnsOf = (t: ReturnType<typeof useTranslation>['t'], locale: Locale, period: number): Column<Business>[] => {
  const at = (box: string, { ID_NEGOCIO }: Business) => `/cuentas/analisis?periodo=${period}&bandeja=${box}&negocio=${ID_NEGOCIO}`
  return [
    {
      id: 'negocio',
      header: t('home.business'),
      phone: 'title',
      cut: true,
      width: '36%',
      cell: ({ NEGOCIO }) => <span title={NEGOCIO}>{NEGOCIO}</span>,
    },
    {
      id: 'porAprobar',
      header: t('home.waiting'),
      align: 'number',
      phone: 'title-end',
      cell: (row) => figure(row.porAprobar, at('por_decidir', row), locale),
    },
    {
      id: 'aprobados',
      header: t('home.approvedColumn'),
      align: 'number',
      cell: (row) => figure(row.aprobados, at('aprobados', row), locale),
    },
    {
      id: 'rechazados',
      header: t('home.rejectedColumn'),
      align: 'number',
      cell: (row) => figure(row.rechazados, at('rechazados', row), locale),
    },
    {
      id: 'vencidos',
      header: t('home.lateColumn'),
      align: 'number',
      phone: 'sub-end',
      cell: (row) => figure(row.vencidos, at('atrasados', row), locale),
    },
    { id: 'total', header: t('home.total'), align: 'number', phone: 'sub', cell: ({ total }) => formatCount(total, locale) },
  ]
}
