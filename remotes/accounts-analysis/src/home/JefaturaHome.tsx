import { dashboardJefatura } from '@cuadre/api/dashboard'
import type { Answer } from '@cuadre/api/endpoint'
import { query, useTranslation } from '@cuadre/shell'
import { EmptyState, formatCount, formatMonth, type Locale, Section, TextLink, useLocale } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useMemo } from 'react'
import { First } from './First.tsx'
import { figure } from './figure.tsx'
import { HomePage } from './HomePage.tsx'
import { QueueHead } from './QueueHead.tsx'

type Analyst = Answer<typeof dashboardJefatura>['porAnalista'][number]
const keyOf = ({ ID_ANALISTA }: Analyst) => String(ID_ANALISTA)

/** /home of a jefatura: what waits for me, and how my analysts are getting on. */
export default function JefaturaHome() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const found = useQuery(query(dashboardJefatura, {}))
  const work = found.data
  const period = work?.period
  const columns = useMemo(() => columnsOf(t, locale, period?.COD_PERIODO ?? 0), [t, locale, period])
  return (
    <HomePage
      title={period ? t('home.jefaturaTitle', { month: formatMonth(period.PERIODO, locale) }) : t('home.jefaturaPlain')}
      found={found}
      actions={
        period &&
        work.total > 0 && (
          <TextLink href={`/cuentas/analisis?periodo=${period.COD_PERIODO}`} className="btn btn-solid">
            <ListChecks aria-hidden />
            {t('home.review')}
          </TextLink>
        )
      }
    >
      {work && period && work.total > 0 ? (
        <>
          <QueueHead period={period} counts={work} level="jefatura" />
          <div className="home-columns">
            <First items={work.primeros} period={period.COD_PERIODO} empty={t('home.noneJefatura')} />
            <Section title={t('home.byAnalyst')} count={work.porAnalista.length}>
              <DataTable label={t('home.byAnalyst')} columns={columns} rows={work.porAnalista} rowKey={keyOf} />
            </Section>
          </div>
        </>
      ) : (
        <EmptyState title={t(period ? 'home.nothing' : 'home.noPeriod')}>{t('home.noPeriodHint')}</EmptyState>
      )}
    </HomePage>
  )
}

const columnsOf = (t: ReturnType<typeof useTranslation>['t'], locale: Locale, period: number): Column<Analyst>[] => {
  const at = (box: string, { ID_ANALISTA }: Analyst) => `/cuentas/analisis?periodo=${period}&bandeja=${box}&analista=${ID_ANALISTA}`
  return [
    {
      id: 'analista',
      header: t('home.analyst'),
      phone: 'title',
      cut: true,
      width: '36%',
      cell: ({ ANALISTA }) => <span title={ANALISTA}>{ANALISTA}</span>,
    },
    {
      id: 'porAprobar',
      header: t('home.waiting'),
      align: 'number',
      phone: 'title-end',
      cell: (row) => figure(row.porAprobar, at('por_decidir', row), locale),
    },
    {
      id: 'porPreparar',
      header: t('home.toPrepare'),
      align: 'number',
      cell: (row) => figure(row.porPreparar, at('por_preparar', row), locale),
    },
    {
      id: 'aprobados',
      header: t('home.approvedColumn'),
      align: 'number',
      cell: (row) => figure(row.aprobados, at('aprobados', row), locale),
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
