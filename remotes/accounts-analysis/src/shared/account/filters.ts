import { ACCOUNT_STATUS, type listAccounts, RISKS } from '@cuadre/api/account'
import type { FilterKey, Narrowing } from '@cuadre/api/endpoint'
import type { TableState } from '@cuadre/ui/data'
import { known } from '../urlFilters.ts'

/** As they appear in the address, which is also how the server calls them. */
export const FILTERS = [
  'filterByPeriod',
  'countryId',
  'businessId',
  'departmentId',
  'chiefId',
  'headingId',
  'analystId',
  'riesgo',
  'riesgoPorRevisar',
  'conSaldo',
  'activa',
] as const satisfies FilterKey<typeof listAccounts>[]

const TABS = { todas: undefined, '2': ACCOUNT_STATUS.asignada, '1': ACCOUNT_STATUS.noAsignada } as const
export type Tab = keyof typeof TABS
export const tabs: readonly Tab[] = ['todas', '2', '1']
/** Assigned unless told (specification §9). */
export const tabOf = (params: URLSearchParams): Tab => tabs.find((tab) => tab === params.get('statusId')) ?? '2'

const number = (values: readonly string[] | undefined) => Number(values?.[0]) || undefined
const flag = (values: readonly string[] | undefined) => ({ true: true, false: false })[values?.[0] ?? '']

/** The address's filters as the contract wants them. */
export const filterOf = (tab: Tab, { search, filters }: Pick<TableState<string, (typeof FILTERS)[number]>, 'search' | 'filters'>) =>
  ({
    statusId: TABS[tab],
    search: search || undefined,
    filterByPeriod: number(filters.filterByPeriod),
    countryId: number(filters.countryId),
    businessId: number(filters.businessId),
    departmentId: number(filters.departmentId),
    chiefId: number(filters.chiefId),
    headingId: number(filters.headingId),
    analystId: number(filters.analystId),
    riesgo: known(filters.riesgo, RISKS),
    riesgoPorRevisar: flag(filters.riesgoPorRevisar),
    conSaldo: flag(filters.conSaldo),
    activa: flag(filters.activa),
  }) satisfies Narrowing<typeof listAccounts>
export type AccountFilter = ReturnType<typeof filterOf>
