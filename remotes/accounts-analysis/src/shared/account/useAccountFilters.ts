import { accountMetadata, RISKS } from '@cuadre/api/account'
import { listHeadings } from '@cuadre/api/heading'
import { listPeriods } from '@cuadre/api/period'
import { myCountries } from '@cuadre/api/session'
import { type First, query, useCan, useTranslation } from '@cuadre/shell'
import { formatMonth, useLocale } from '@cuadre/ui'
import type { Filter } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FILTERS } from './filters.ts'

const named = (list: readonly { id: number; nombre: string }[] = []) => list.map((one) => ({ value: String(one.id), label: one.nombre }))

type Of = { filterByPeriod: number | undefined }
const metadataQuery = ({ filterByPeriod }: Of) => query(accountMetadata, { query: { filterByPeriod } })
const periodsQuery = query(listPeriods, { query: { limit: 999 } })
const headingsQuery = query(listHeadings, { query: { limit: 999 } })
const countriesQuery = query(myCountries)
/** All that `useAccountFilters` asks. */
export const filterQueries = (of: Of, can: Parameters<First>[0]['can']) => [
  metadataQuery(of),
  countriesQuery,
  ...(can('admin.period.read') ? [periodsQuery] : []),
  ...(can('admin.heading.read') ? [headingsQuery] : []),
]

/** What a list of accounts can be filtered by, and what it counts. `filterByPeriod`: the counts are of that period. */
export function useAccountFilters({ filterByPeriod, businessId }: { filterByPeriod: number | undefined; businessId: number | undefined }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const can = useCan()
  const metadata = useQuery({ ...metadataQuery({ filterByPeriod }), placeholderData: keepPreviousData })
  const periods = useQuery({ ...periodsQuery, enabled: can('admin.period.read') })
  const headings = useQuery({ ...headingsQuery, enabled: can('admin.heading.read') })
  const mine = useQuery(countriesQuery)
  const countries = mine.data ?? []
  const about = metadata.data
  const filters: Filter<(typeof FILTERS)[number]>[] = [
    {
      name: 'filterByPeriod',
      label: t('account.period'),
      single: true,
      options: (periods.data?.data ?? []).map((one) => ({ value: String(one.COD_PERIODO), label: formatMonth(one.PERIODO, locale) })),
    },
    { name: 'businessId', label: t('account.business'), single: true, options: named(about?.negocios) },
    {
      name: 'departmentId',
      label: t('account.department'),
      single: true,
      options: named(about?.departamentos.filter((one) => !businessId || one.ID_NEGOCIO === businessId)),
    },
    {
      name: 'chiefId',
      label: t('account.headFilter'),
      single: true,
      options: [...new Map(about?.departamentos.flatMap(({ ID_JEFE, JEFE }) => (ID_JEFE && JEFE ? [[String(ID_JEFE), JEFE]] : [])))]
        .map(([value, label]) => ({ value, label }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    },
    { name: 'analystId', label: t('account.analyst'), single: true, options: named(about?.analistas) },
    {
      name: 'countryId',
      label: t('account.country'),
      single: true,
      options: countries.map((one) => ({ value: String(one.ID_PAIS), label: one.PAIS })),
    },
    {
      name: 'headingId',
      label: t('account.heading'),
      single: true,
      options: (headings.data?.data ?? []).map((one) => ({ value: String(one.COD_RUBRO), label: one.NOMBRE })),
    },
    { name: 'riesgo', label: t('account.risk'), options: RISKS.map((risk) => ({ value: risk, label: t(`account.risks.${risk}`) })) },
    {
      name: 'riesgoPorRevisar',
      label: t('account.rating'),
      single: true,
      options: [
        { value: 'true', label: t('account.ratingDue') },
        { value: 'false', label: t('account.ratingNotDue') },
      ],
    },
    {
      name: 'conSaldo',
      label: t('account.balance'),
      single: true,
      options: [
        { value: 'true', label: t('account.withBalance') },
        { value: 'false', label: t('account.withoutBalance') },
      ],
    },
    {
      name: 'activa',
      label: t('account.activity'),
      single: true,
      options: [
        { value: 'true', label: t('account.active') },
        { value: 'false', label: t('account.inactives') },
      ],
    },
  ]
  // Where there is nothing to choose there is no question.
  return { about, known: !mine.isLoading, filters: filters.filter(({ name, options }) => name !== 'countryId' || options.length > 1) }
}
