import { ACCOUNT_STATUS, RISKS } from '@cuadre/api/account'
import type { TableState } from '@cuadre/ui/data'

/** As they appear in the address, which is also how the server calls them. */
export const FILTERS = ['filterByPeriod', 'businessId', 'departmentId', 'analystId', 'riesgo'] as const

const TABS = { todas: undefined, '2': ACCOUNT_STATUS.asignada, '1': ACCOUNT_STATUS.noAsignada } as const
export type Tab = keyof typeof TABS
export const tabs: readonly Tab[] = ['todas', '2', '1']
/** Assigned unless told (specification §9). */
export const tabOf = (params: URLSearchParams): Tab => tabs.find((tab) => tab === params.get('statusId')) ?? '2'

const number = (values: readonly string[] | undefined) => Number(values?.[0]) || undefined

/** The address's filters as the contract wants them. */
export function filterOf(tab: Tab, { search, filters }: Pick<TableState, 'search' | 'filters'>) {
  const riesgo = RISKS.filter((risk) => filters.riesgo?.includes(risk))
  return {
    statusId: TABS[tab],
    search: search || undefined,
    filterByPeriod: number(filters.filterByPeriod),
    businessId: number(filters.businessId),
    departmentId: number(filters.departmentId),
    analystId: number(filters.analystId),
    riesgo: riesgo.length > 0 ? riesgo : undefined,
  }
}
export type AccountFilter = ReturnType<typeof filterOf>
