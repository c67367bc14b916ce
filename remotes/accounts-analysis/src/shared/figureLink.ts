import { pageLink } from '@cuadre/api/pages'
import { ROLE } from '@cuadre/api/roles'
import { mayOpen, useMe } from '@cuadre/shell'
import { useCallback } from 'react'

/** The query of `/dashboard/items` that a figure counts: what `FIGURE_LIST` names, and of whom. */
export type FigureQuery = Readonly<Record<string, string | number | boolean>>

/** Of the area of statistics, whose page it is. */
const LIST = {
  roles: [ROLE.jefatura, ROLE.control, ROLE.gerencia, ROLE.administrador],
  permission: 'statistics.dashboard.read',
} as const

/** Links of figures: the page of statistics that lists what they count; nothing for whoever may not open it. */
export function useFigureLink(periodId: number) {
  const may = mayOpen(useMe(), LIST)
  return useCallback(
    (query: FigureQuery) => (may ? pageLink('/estadisticas/analisis', { periodId, ...query }) : undefined),
    [may, periodId],
  )
}
