import type { Permission } from '@cuadre/api/permissions'
import type { Me } from '@cuadre/api/session'
import { useMe } from './store.ts'

/** Whether the user has a key (or all of several, or any of them). What is hidden the server also refuses. */
export function useCan() {
  const { permissions } = useMe()
  return permits(permissions)
}
/** The same for a list of keys, outside a component. */
export function permits(permissions: readonly string[]) {
  const has = (key: Permission) => permissions.includes(key)
  return Object.assign(has, { all: (...keys: Permission[]) => keys.every(has), any: (...keys: Permission[]) => keys.some(has) })
}

/** Whether a page is open to the user: role and key must both allow (decisions §12). */
export const mayOpen = (me: Me, page: { roles?: readonly number[]; permission?: string }) =>
  (!page.roles || page.roles.length === 0 || page.roles.some((role) => String(role) === String(me.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO))) &&
  (!page.permission || me.permissions.includes(page.permission))
