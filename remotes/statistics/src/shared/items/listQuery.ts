import { useSearchParams } from '@cuadre/shell'
import { useCallback } from 'react'
import { pastAsked } from '../past/usePast.ts'
import { structureAsked } from '../structure.ts'

/** The query of `/dashboard/items` that a figure counts: filters of the screen and what `FIGURE_LIST` names. */
export type ListQuery = Record<string, string | number | boolean | null | undefined>
const ITEMS = 'lista'
/** The list of accounts behind the coverage, beside that of analyses. */
export const ACCOUNTS = 'cuentas'

/** Filters in one parameter of the address: `etapa=aprobado&periodId=12`. */
export const written = (query: ListQuery) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]])),
  ).toString()

/** The list that the address asks for; undefined without one. */
function listAsked(params: URLSearchParams, name: string): Record<string, string> | undefined {
  const text = params.get(name)
  return text === null ? undefined : Object.fromEntries(new URLSearchParams(text))
}

/** Links of figures: the same page with the list open beside it. */
export function useListLink(name = ITEMS) {
  const [params] = useSearchParams()
  return useCallback(
    (query: ListQuery) => {
      const next = new URLSearchParams(params)
      next.set(name, written({ asOf: pastAsked(params), estructura: structureAsked(params), ...query }))
      return `?${next}`
    },
    [params, name],
  )
}

export function useListAsked(name = ITEMS) {
  const [params, setParams] = useSearchParams()
  const close = () => {
    const next = new URLSearchParams(params)
    next.delete(name)
    setParams(next)
  }
  return { asked: listAsked(params, name), close }
}
