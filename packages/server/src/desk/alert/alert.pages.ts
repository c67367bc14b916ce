import { type PageAddress, pageLink } from '@cuadre/api/pages'
import { ROLE } from '@cuadre/api/roles'

const home = pageLink('/home')
const review = pageLink('/cuentas/analisis')
const accounts = pageLink('/cuentas')
const periods = pageLink('/periodos')

const office: readonly number[] = [ROLE.control, ROLE.administrador]
const heads: readonly number[] = [ROLE.jefatura, ...office]
/** Pages that messages open and that are not everybody's, with the roles that open them: those of the areas, which a check compares. */
export const OPENED_BY: ReadonlyMap<string, readonly number[]> = new Map<string, readonly number[]>([
  [accounts, heads],
  [review, [ROLE.jefatura, ROLE.control]],
  [pageLink('/cuentas/carga-balance'), office],
  [pageLink('/cuentas/entregas'), office],
  [periods, office],
  [pageLink('/auditores'), [ROLE.auditor, ...office]],
  [pageLink('/ayuda/solicitudes-recibidas'), office],
])
/** Who may not open these sees of the same matter what their home shows. */
const SHOWN_AT_HOME: readonly string[] = [accounts, review, periods]

/** The page that a message opens for somebody with these roles: of an analysis the one where they see it; null where they may open none. */
export function pageFor(route: PageAddress | null, roles: readonly number[]): PageAddress | null {
  if (!route) return null
  const [path = '', search = ''] = route.split('?')
  const may = (page: string) => OPENED_BY.get(page)?.some((role) => roles.includes(role)) ?? true
  const of = new URLSearchParams(search)
  const analysis = of.has('analisis') || of.has('grupo')
  // What somebody prepares is reviewed by others on another page.
  if (path === home && analysis && !roles.includes(ROLE.analista) && may(review)) return pageLink('/cuentas/analisis', of)
  if (may(path)) return route
  return SHOWN_AT_HOME.includes(path) ? pageLink('/home', analysis ? of : {}) : null
}
