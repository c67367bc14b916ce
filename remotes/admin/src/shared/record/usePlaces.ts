import { myBusinesses, myCountries } from '@cuadre/api/session'
import { query } from '@cuadre/shell'
import { useQuery } from '@tanstack/react-query'

/** The countries and businesses in the user's scope, as choices. */
export function usePlaces() {
  const countries = useQuery(query(myCountries)).data ?? []
  const businesses = useQuery(query(myBusinesses)).data ?? []
  return {
    countries: countries.map(({ ID_PAIS, PAIS }) => ({ value: String(ID_PAIS), label: PAIS })),
    businesses: businesses.map(({ ID_NEGOCIO, NEGOCIO, PAIS }) => ({ value: String(ID_NEGOCIO), label: NEGOCIO, hint: PAIS ?? undefined })),
  }
}
