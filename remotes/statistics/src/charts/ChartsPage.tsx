import { listMonthsAndYears } from '@cuadre/api/period'
import { statisticsCompletion } from '@cuadre/api/statistics'
import { Failure, failureOf, query, useTranslation } from '@cuadre/shell'
import { ErrorState, formatCount, formatMonth, Page, TextLink, useLocale } from '@cuadre/ui'
import { ChartsOf, preloadCharts } from '@cuadre/ui/charts'
import { FilterBar, hasFilters } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { ItemsDrawer } from '../shared/items/ItemsDrawer.tsx'
import { useListLink } from '../shared/items/listQuery.ts'
import { monthsIn, periodAsked, sinceAsked } from '../shared/months.ts'
import { NothingMatches, NothingYet } from '../shared/NothingYet.tsx'
import { PeriodChoice } from '../shared/PeriodChoice.tsx'
import { Printed } from '../shared/Printed.tsx'
import { formatPast } from '../shared/past/formatPast.ts'
import { PastButton } from '../shared/past/PastButton.tsx'
import { PastStrip } from '../shared/past/PastStrip.tsx'
import { usePast, useZone } from '../shared/past/usePast.ts'
import { SinceChoice } from '../shared/SinceChoice.tsx'
import { useAddress } from '../shared/useAddress.ts'
import { usePlaceFilters } from '../shared/usePlaceFilters.ts'
import { useSpan } from '../shared/useSpan.ts'
import { AgingChart } from './AgingChart.tsx'
import { DifferencesCharts } from './DifferencesCharts.tsx'
import { MovementsChart } from './MovementsChart.tsx'
import { BurndownChart, CompletionChart, DepartmentsChart } from './ProgressCharts.tsx'
import { RejectionsChart } from './RejectionsChart.tsx'
import { CycleChart, OnTimeChart } from './TimeCharts.tsx'
import type { Asked } from './useChart.ts'
import './charts.css'

preloadCharts()

/** Apart from the page: what the page learns of its filters and its period draws no chart again. What is open is that of the last month of a range. */
const Charts = memo(
  function Charts({ asked, ofLast }: { asked: Asked; ofLast: string }) {
    return (
      <div className="chart-grid">
        <CompletionChart asked={asked} />
        <ChartsOf value={ofLast}>
          <BurndownChart asked={asked} />
        </ChartsOf>
        <DepartmentsChart asked={asked} />
        <OnTimeChart asked={asked} />
        <CycleChart asked={asked} />
        <DifferencesCharts asked={asked} />
        <RejectionsChart asked={asked} />
        <ChartsOf value={ofLast}>
          <AgingChart asked={asked} />
        </ChartsOf>
        <MovementsChart asked={asked} />
      </div>
    )
  },
  (before, after) => JSON.stringify(before) === JSON.stringify(after),
)

/** /estadisticas: how the analyses of a month stand, and where. Each chart asks by itself. */
export default function ChartsPage() {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const [params, put] = useAddress({ replace: true })
  const link = useListLink()
  const { table, filters, said, asked, ready } = usePlaceFilters({ key: 'estadisticas', cuts: true })
  const input = { ...asked, periodId: periodAsked(params), desdePeriodId: sinceAsked(params) }
  const found = useQuery({ ...query(statisticsCompletion, { query: input }), placeholderData: keepPreviousData })
  const { period, total = 0 } = found.data ?? {}
  const failure = failureOf(found)
  const span = useSpan()
  const months = useQuery(query(listMonthsAndYears)).data
  const { told } = usePast()
  const zone = useZone()
  /** The months (of what is of the last one alone, that), the filters and the moment in words, for the printed page and the images that are saved of its charts. */
  const of = (range: boolean) =>
    [
      period &&
        ((range && span(monthsIn({ desdePeriodId: String(input.desdePeriodId), periodId: String(period.COD_PERIODO) }, months))) ||
          formatMonth(period.PERIODO, locale)),
      ...said,
      told && zone && t('past.was', formatPast(told.asOf, zone, locale)),
    ]
      .filter(Boolean)
      .join(' · ')
  const body = () => {
    // A wrong filter in the address is one error, not one of every chart.
    if (failure && found.error instanceof Failure && found.error.issues.length > 0) return <ErrorState {...failure} />
    if (period === null) return <NothingYet period={null} />
    if (period && total === 0)
      return hasFilters(table.state) ? (
        <NothingMatches of={formatMonth(period.PERIODO, locale)} onClear={table.clearFilters} />
      ) : (
        <NothingYet period={period} />
      )
    return (
      <ChartsOf value={of(true)}>
        <Charts asked={input} ofLast={of(false)} />
      </ChartsOf>
    )
  }
  return (
    <Page
      ready={ready && !found.isLoading}
      title={t('charts.title')}
      crumbs={[{ label: t('charts.statistics') }, { label: t('charts.crumb') }]}
      beside={
        period && (
          <TextLink href={link({ ...input, periodId: period.COD_PERIODO })} className="figure-link small">
            {t('items', { count: total, n: formatCount(total, locale) })}
          </TextLink>
        )
      }
      actions={
        <>
          <PeriodChoice shown={failure ? null : period} />
          <PastButton />
        </>
      }
    >
      <PastStrip />
      <FilterBar table={table} filters={filters}>
        <SinceChoice shown={period} since={input.desdePeriodId} onChange={(id) => put('desde', id)} />
      </FilterBar>
      <Printed of={[of(true)]} />
      {body()}
      <ItemsDrawer />
    </Page>
  )
}
