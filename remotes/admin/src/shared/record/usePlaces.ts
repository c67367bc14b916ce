import { myBusinesses, myCountries } from '@cuadre/api/session'
import { query, useTranslation } from '@cuadre/shell'
import type { Filter } from '@cuadre/ui/data'
import { useQuery } from '@tanstack/react-query'

/** The countries and businesses in the user's scope, as choices and as the filters of a list. */
export function usePlaces() {
  const { t } = useTranslation('admin')
  const countries = (useQuery(query(myCountries)).data ?? []).map(({ ID_PAIS, PAIS }) => ({ value: String(ID_PAIS), label: PAIS }))
  const businesses = (useQuery(query(myBusinesses)).data ?? []).map(({ ID_NEGOCIO, NEGOCIO, PAIS }) => ({
    value: String(ID_NEGOCIO),
    label: NEGOCIO,
    hint: PAIS ?? undefined,
  }))
  const filters: Filter<'countryId' | 'businessId'>[] = [
    { name: 'countryId', label: t('field.PAIS'), single: true, options: countries },
    { name: 'businessId', label: t('field.NEGOCIO'), single: true, options: businesses },
  ]
  return { countries, businesses, filters }
}
