import { statisticsAsOf, statisticsFilters } from '@cuadre/api/statistics'
import { Failure, query, useSearchParams } from '@cuadre/shell'
import { useQuery } from '@tanstack/react-query'

/** The moment in the address, as it is asked for; undefined: now. What is wrong with it the server says. */
export const pastAsked = (params: URLSearchParams) => params.get('asOf') || undefined

/** The zone of the chosen business or country, else of all of one's own; where these differ, the server's. */
export function useZone() {
  const [params] = useSearchParams()
  const offered = useQuery({ ...query(statisticsFilters), staleTime: 600_000 }).data
  const country = Number(params.get('pais'))
  return offered && (offered.zonas.find(({ ID_PAIS }) => ID_PAIS === country)?.ZONA ?? offered.zona)
}

const problemOf = (error: unknown) => (error instanceof Failure ? (error.issues[0]?.message ?? error.message) : undefined)

/** The moment in view, and what it can be told from. */
export function usePast() {
  const [params, setParams] = useSearchParams()
  const asOf = pastAsked(params)
  const found = useQuery({ ...query(statisticsAsOf, { query: { asOf: asOf ?? '' } }), enabled: asOf !== undefined, staleTime: 600_000 })
  const show = (moment: string | undefined) => {
    const next = new URLSearchParams(params)
    if (moment === undefined) next.delete('asOf')
    else next.set('asOf', moment)
    setParams(next)
  }
  return { asOf, told: asOf === undefined ? undefined : found.data, problem: asOf === undefined ? undefined : problemOf(found.error), show }
}
