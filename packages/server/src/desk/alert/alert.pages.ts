import { type PageAddress, pageLink } from '@cuadre/api/pages'
import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'

const office: readonly number[] = [ROLE.control, ROLE.administrador]
const heads: readonly number[] = [ROLE.jefatura, ...office]
const reviewers: readonly number[] = [ROLE.jefatura, ROLE.control]
/** Pages that messages open and that are not everybody's, with the roles that open them (`area.ts` of each area). */
const OPENED_BY: Record<string, readonly number[]> = {
  '/cuentas': heads,
  '/cuentas/analisis': reviewers,
  '/cuentas/carga-balance': office,
  '/cuentas/entregas': office,
  '/periodos': office,
  '/auditores': [ROLE.auditor, ...office],
  '/ayuda/solicitudes-recibidas': office,
}
/** Pages about somebody's own work, where others have nothing to see. */
const OWN = ['/home', '/cuentas', '/cuentas/analisis', '/periodos']

/** The page that a message opens for somebody with these roles: of an analysis the one where they see it; null where they may open none. */
export function pageFor(route: PageAddress | null, roles: readonly number[]): PageAddress | null {
  if (!route) return null
  const [path = '', search = ''] = route.split('?')
  const may = (page: string) => OPENED_BY[page]?.some((role) => roles.includes(role)) ?? true
  const of = new URLSearchParams(search)
  const analysis = of.has('analisis') || of.has('grupo')
  // What somebody prepares is reviewed by others on another page.
  if (path === '/home' && analysis && !roles.includes(ROLE.analista) && may('/cuentas/analisis')) return pageLink('/cuentas/analisis', of)
  if (may(path)) return route
  if (path === '/cuentas/analisis' && analysis && roles.includes(ROLE.analista)) return pageLink('/home', of)
  return OWN.includes(path) ? pageLink('/home', analysis ? of : {}) : null
}

/** The roles of each of these people. */
export async function rolesOf(db: Db, users: readonly number[]): Promise<Map<number, number[]>> {
  const found = await rows(
    db,
    sql<{ id: number; roles: number[] }>`select user_id as id, array_agg(role_id::int order by role_id) as roles from user_role
      where user_id = any(${[...users]}::int[]) group by user_id`,
  )
  return new Map(found.map(({ id, roles }) => [id, roles]))
}
