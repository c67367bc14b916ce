import { dashboardItems } from '@cuadre/api/dashboard'
import type { Item } from '@cuadre/api/item'
import { failureOf, query } from '@cuadre/shell'
import { useQuery } from '@tanstack/react-query'
import type { Chosen, Metric } from './levels.ts'

/** As many as one call answers; of a larger cell the panel shows the figures alone. */
const MOST = 1000
type CellItems = { rows: readonly Item[]; complete: boolean }

/** How many a list holds: what its figure shows. */
export function useTotal(list: Record<string, string | number | undefined> | undefined) {
  const found = useQuery({ ...query(dashboardItems, { query: { ...list, limit: 1 } }), enabled: list !== undefined })
  return { total: found.data?.total, failure: failureOf(found) }
}

/** What a cell is made of. */
export function useCellItems(
  { place, cell }: Pick<Chosen, 'place'> & { cell: Pick<Chosen['cell'], 'COD_PERIODO'> },
  filters: Record<string, string | number | undefined>,
  enabled = true,
) {
  const found = useQuery({
    ...query(dashboardItems, { query: { ...filters, ...place, periodId: cell.COD_PERIODO, limit: MOST } }),
    enabled,
  })
  const data: CellItems | undefined = found.data && { rows: found.data.data, complete: found.data.total <= MOST }
  return { data, failure: failureOf(found) }
}

/** Everything that is not approved. */
export const OPEN = { etapa: 'sin_enviar,rechazado,en_jefatura,en_control' } as const
export const isOpen = ({ ETAPA }: Item) => ETAPA !== 'aprobado'
export type Part = { id: number | string; name: string; items: number; open: number }

const idOf = (row: Item, by: 'analyst' | 'heading') => (by === 'analyst' ? row.ID_ANALISTA : (row.COD_RUBRO ?? WITHOUT))
/** What the filters of the list call the heading of an account that has none. */
const WITHOUT = 'ninguno'

/** Items and open ones by analyst or heading, the most open first. */
export function partsOf(rows: readonly Item[], by: 'analyst' | 'heading', none: string): Part[] {
  const found = new Map<number | string, Part>()
  for (const row of rows) {
    const id = idOf(row, by)
    const part = found.get(id) ?? { id, name: by === 'analyst' ? row.ANALISTA : (row.RUBRO ?? none), items: 0, open: 0 }
    found.set(id, { ...part, items: part.items + 1, open: part.open + (isOpen(row) ? 1 : 0) })
  }
  return [...found.values()].sort((a, b) => b.open - a.open || b.items - a.items || a.name.localeCompare(b.name, 'es'))
}

/** What of a row counts in a share, and whether it is in the whole; of the others there is no part of a row. */
const SHARES: Partial<Record<Metric, { part: (item: Item) => number; whole: (item: Item) => boolean }>> = {
  completado: { part: ({ ETAPA }) => (ETAPA === 'aprobado' ? 1 : 0), whole: () => true },
  avance: { part: ({ FIRMAS }) => FIRMAS / 3, whole: () => true },
  primeraVez: { part: ({ RECHAZOS }) => (RECHAZOS === 0 ? 1 : 0), whole: ({ ETAPA }) => ETAPA === 'aprobado' },
}
/**
 * By part, how many points of the change between two months are its own: its share of the whole now less its share then, so that they add up to
 * the change. Undefined of a metric that is no share, or of a month without any.
 */
export function contributions(
  before: readonly Item[],
  after: readonly Item[],
  by: 'analyst' | 'heading',
  metric: Metric,
): Map<number | string, number> | undefined {
  const share = SHARES[metric]
  if (!share) return undefined
  const points = new Map<number | string, number>()
  for (const [rows, sign] of [
    [before, -1],
    [after, 1],
  ] as const) {
    const counted = rows.filter(share.whole)
    if (counted.length === 0) return undefined
    for (const row of counted) {
      const id = idOf(row, by)
      points.set(id, (points.get(id) ?? 0) + (sign * 100 * share.part(row)) / counted.length)
    }
  }
  return points
}
