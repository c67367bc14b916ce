import { dashboardManagement } from '@cuadre/api/home'
import { query, useSearchParams } from '@cuadre/shell'
import { useQueries } from '@tanstack/react-query'
import { pastAsked } from '../shared/past/usePast.ts'
import { pointsBetween } from '../shared/ratio.ts'
import type { Management } from './sums.ts'

/**
 * Points gained by each country. What its businesses gained cannot be added, and the answer has no sums of the month before:
 * each country is asked for by itself. With one country the answer about everything is the answer about it.
 */
export function useCountryDelta(data: Management | undefined): ReadonlyMap<string, number | null> {
  const [params] = useSearchParams()
  const countries = [...new Set(data?.porNegocio.map(({ ID_PAIS }) => ID_PAIS))]
  const asked = useQueries({
    queries: (countries.length > 1 ? countries : []).map((paisId) => ({
      ...query(dashboardManagement, { query: { periodId: data?.period?.COD_PERIODO, asOf: pastAsked(params), paisId } }),
      staleTime: 60_000,
    })),
  })
  const answers = countries.length > 1 ? asked.map((one) => one.data) : [data]
  return new Map(
    countries.flatMap((id, i) => {
      const total = answers[i]?.total
      return total ? [[String(id), pointsBetween(total.avance, total.anterior?.avance ?? null)] as const] : []
    }),
  )
}
