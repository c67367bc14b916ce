import type { Permission } from '@cuadre/api/permissions'
import type { Me } from '@cuadre/api/session'
import { useMe } from './store.ts'

/** Whether the user has a permission (or all or any of several). The server refuses what is hidden here too. */
export function useCan() {
  const { permissions } = useMe()
  return permits(permissions)
}
/** The same for a list of permissions, outside a component. */
export function permits(permissions: readonly string[]) {
  const has = (key: Permission) => permissions.includes(key)
  return Object.assign(has, { all: (...keys: Permission[]) => keys.every(has), any: (...keys: Permission[]) => keys.some(has) })
}

/** Who looks at a page: type of the active role, and keys. */
export type Viewer = Pick<Me, 'permissions'> & { SPC_TIPO_USUARIOS: Pick<Me['SPC_TIPO_USUARIOS'], 'COD_TIPO_USUARIO'> }

/** Whether the user may open a page: both role and permission must allow it (decisions §12). */
export const mayOpen = (me: Viewer, page: { roles?: readonly number[]; permission?: string; anyOf?: readonly string[] }) =>
  (!page.roles || page.roles.length === 0 || page.roles.some((role) => String(role) === String(me.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO))) &&
  (!page.permission || me.permissions.includes(page.permission)) &&
  (!page.anyOf || page.anyOf.some((key) => me.permissions.includes(key)))
