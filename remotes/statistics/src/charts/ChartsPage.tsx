import { dashboardByDepartment, dashboardManagement } from '@cuadre/api/dashboard'
import { failureOf, query, useMe, useNavigate, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, ErrorState, formatCount, formatMonth, Loader, Page, useLocale, useTexts } from '@cuadre/ui'
import { FilterBar } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { CompletionDonut } from '../shared/CompletionDonut.tsx'
import { periodAsked } from '../shared/months.ts'
import { NothingYet } from '../shared/NothingYet.tsx'
import { PeriodChoice } from '../shared/PeriodChoice.tsx'
import { DepartmentBars } from './DepartmentBars.tsx'
import { departmentsOf } from './departments.ts'
import { overdueList } from './lists.ts'
import { useFilters } from './useFilters.ts'

/** /estadisticas: how the analyses of a month stand, and where. */
export default function ChartsPage() {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const texts = useTexts()
  const me = useMe()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { table, filters, asked } = useFilters()
  const input = { query: { ...asked, periodId: periodAsked(params) } }
  const management = useQuery({ ...query(dashboardManagement, input), placeholderData: keepPreviousData })
  const byDepartment = useQuery({ ...query(dashboardByDepartment, input), placeholderData: keepPreviousData })
  const failure = failureOf(management) ?? failureOf(byDepartment)
  const data = management.data
  const rows = byDepartment.data?.data
  const departments = useMemo(() => departmentsOf(rows ?? []), [rows])
  const open = useCallback((to: string) => void navigate(to), [navigate])

  const { paisId, negocioId, departamentoId } = asked
  const periodId = data?.period?.COD_PERIODO
  const wayList = useCallback(
    (way: string) =>
      // The review has no filter by country: what it would list is more than what was counted.
      way === 'vencido' && periodId !== undefined && (paisId === undefined || negocioId !== undefined || departamentoId !== undefined)
        ? overdueList(me, { periodId, businessId: negocioId, departmentId: departamentoId })
        : undefined,
    [me, periodId, paisId, negocioId, departamentoId],
  )
  const filtered = paisId !== undefined || negocioId !== undefined || departamentoId !== undefined

  const body = () => {
    if (failure) return <ErrorState {...failure} />
    if (!data || !rows) return <Loader />
    if (!data.period) return <NothingYet period={null} />
    if (data.total.items === 0)
      return filtered ? (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t('empty.filtered', { month: formatMonth(data.period.PERIODO, locale) })}
          actions={<Button onClick={table.clearFilters}>{texts.clearAll}</Button>}
        />
      ) : (
        <NothingYet period={data.period} />
      )
    return (
      <div className="dash-even" aria-busy={management.isPlaceholderData || byDepartment.isPlaceholderData || undefined}>
        <CompletionDonut completitud={data.total.completitud} to={wayList} onOpen={open} />
        <DepartmentBars departments={departments} periodId={data.period.COD_PERIODO} onOpen={open} />
      </div>
    )
  }
  const items = data?.total.items ?? 0
  return (
    <Page
      title={t('charts.title')}
      crumbs={[{ label: t('charts.statistics') }, { label: t('charts.crumb') }]}
      beside={data?.period && <span className="small muted">{t('items', { count: items, n: formatCount(items, locale) })}</span>}
      actions={<PeriodChoice shown={data?.period} />}
    >
      {filters.length > 0 && <FilterBar table={table} filters={filters} />}
      {body()}
    </Page>
  )
}
