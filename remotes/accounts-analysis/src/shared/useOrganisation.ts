import { listPeriods } from '@cuadre/api/period'
import { myBusinesses, myDepartments } from '@cuadre/api/session'
import { query, useTranslation } from '@cuadre/shell'
import { formatMonth, useLocale } from '@cuadre/ui'
import type { Filter } from '@cuadre/ui/data'
import { useQuery } from '@tanstack/react-query'

const periodsQuery = query(listPeriods, { query: { limit: 999 } })
const businessesQuery = query(myBusinesses)
const departmentsQuery = query(myDepartments)
/** All that `useOrganisation` asks. */
export const organisationQueries = [periodsQuery, businessesQuery, departmentsQuery]

/** What the filters of every list offer: periods, and the businesses and departments of one's scope (those of the chosen business). */
export function useOrganisation(businessId: number | undefined) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const periods = useQuery(periodsQuery).data?.data
  const businesses = useQuery(businessesQuery).data
  const departments = useQuery(departmentsQuery).data
  const nameOf = new Map(businesses?.map((one) => [one.ID_NEGOCIO, one.NEGOCIO]))
  const period: Filter<'periodId'> = {
    name: 'periodId',
    label: t('account.period'),
    single: true,
    options: (periods ?? []).map((one) => ({ value: String(one.COD_PERIODO), label: formatMonth(one.PERIODO, locale) })),
  }
  const business: Filter<'businessId'> = {
    name: 'businessId',
    label: t('account.business'),
    single: true,
    options: (businesses ?? []).map((one) => ({ value: String(one.ID_NEGOCIO), label: one.NEGOCIO })),
  }
  const department: Filter<'departmentId'> = {
    name: 'departmentId',
    label: t('account.department'),
    single: true,
    options: (departments ?? [])
      .filter((one) => businessId === undefined || one.ID_NEGOCIO === businessId)
      .map((one) => ({
        value: String(one.COD_DEPARTAMENTO),
        label: businessId === undefined && nameOf.size > 1 ? `${one.DEPARTAMENTO} · ${nameOf.get(one.ID_NEGOCIO)}` : one.DEPARTAMENTO,
      })),
  }
  return { periods, period, business, department }
}
