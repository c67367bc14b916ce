import { myBusinesses } from '@cuadre/api/session'
import { query, useTranslation } from '@cuadre/shell'
import { useQuery } from '@tanstack/react-query'
import { useCountries } from '../record/useCountries.ts'
import { type Place, placeOf } from './person.ts'

type Named = Place & { PAIS: string; NEGOCIO: string | null }

/** Countries and businesses of one's own; what somebody with a wider scope has given may stay. Undefined until they are known. */
export function useScopeOptions(given: readonly Named[] = []) {
  const { t } = useTranslation('admin')
  const countries = useCountries()
  const { data: businesses = [], isPending: businessesPending } = useQuery(query(myBusinesses))
  if (!countries || businessesPending) return undefined
  const places = new Map<string, string>()
  for (const { ID_PAIS, PAIS } of countries) {
    places.set(String(ID_PAIS), t('auditor.wholeCountry', { country: PAIS }))
    for (const one of businesses) if (one.ID_PAIS === ID_PAIS) places.set(`${ID_PAIS}/${one.ID_NEGOCIO}`, one.NEGOCIO)
  }
  for (const item of given)
    if (!places.has(placeOf(item))) places.set(placeOf(item), item.NEGOCIO ?? t('auditor.wholeCountry', { country: item.PAIS }))
  return [...places].map(([value, label]) => ({ value, label }))
}
