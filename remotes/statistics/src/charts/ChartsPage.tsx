import { statisticsCompletion } from '@cuadre/api/statistics'
import { Failure, failureOf, query, useTranslation } from '@cuadre/shell'
import { ErrorState, formatCount, formatMonth, Page, useLocale } from '@cuadre/ui'
import { FilterBar, hasFilters } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ItemsDrawer } from '../shared/items/ItemsDrawer.tsx'
import { periodAsked, sinceAsked } from '../shared/months.ts'
import { NothingMatches, NothingYet } from '../shared/NothingYet.tsx'
import { PeriodChoice } from '../shared/PeriodChoice.tsx'
import { PastButton } from '../shared/past/PastButton.tsx'
import { PastStrip } from '../shared/past/PastStrip.tsx'
import { SinceChoice } from '../shared/SinceChoice.tsx'
import { useAddress } from '../shared/useAddress.ts'
import { usePlaceFilters } from '../shared/usePlaceFilters.ts'
import { AgingChart, DifferencesCharts } from './DifferencesCharts.tsx'
import { MovementsChart } from './MovementsChart.tsx'
import { BurndownChart, CompletionChart, DepartmentsChart } from './ProgressCharts.tsx'
import { RejectionsChart } from './RejectionsChart.tsx'
import { CycleChart, OnTimeChart } from './TimeCharts.tsx'
import './charts.css'

/** /estadisticas: how the analyses of a month stand, and where. Each chart asks by itself. */
export default function ChartsPage() {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const [params, put] = useAddress({ replace: true })
  const { table, filters, asked, ready } = usePlaceFilters({ key: 'estadisticas', cuts: true })
  const input = { ...asked, periodId: periodAsked(params), desdePeriodId: sinceAsked(params) }
  const found = useQuery({ ...query(statisticsCompletion, { query: input }), placeholderData: keepPreviousData })
  const { period, total = 0 } = found.data ?? {}
  const failure = failureOf(found)
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
      <div className="chart-grid">
        <CompletionChart asked={input} />
        <BurndownChart asked={input} />
        <DepartmentsChart asked={input} />
        <OnTimeChart asked={input} />
        <CycleChart asked={input} />
        <DifferencesCharts asked={input} />
        <RejectionsChart asked={input} />
        <AgingChart asked={input} />
        <MovementsChart asked={input} />
      </div>
    )
  }
  /** The filters in words, for the printed page. */
  const said = filters.flatMap(({ name, label, options }) => {
    const values = table.state.filters[name]?.map((value) => options.find((option) => option.value === value)?.label.trim() ?? value)
    return values ? [`${label}: ${values.join(', ')}`] : []
  })
  return (
    <Page
      ready={ready && !found.isLoading}
      title={t('charts.title')}
      crumbs={[{ label: t('charts.statistics') }, { label: t('charts.crumb') }]}
      beside={period && <span className="small muted">{t('items', { count: total, n: formatCount(total, locale) })}</span>}
      actions={
        <>
          <PeriodChoice shown={period} />
          <PastButton />
        </>
      }
    >
      <PastStrip />
      <FilterBar table={table} filters={filters}>
        <SinceChoice shown={period} since={input.desdePeriodId} onChange={(id) => put('desde', id)} />
      </FilterBar>
      <p className="charts-filters small">{said.join(' · ')}</p>
      {body()}
      <ItemsDrawer />
    </Page>
  )
}
