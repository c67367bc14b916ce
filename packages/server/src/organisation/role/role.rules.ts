import type { PersonAccess } from '@cuadre/api/role'

type Permitted = PersonAccess['permisos'][number]
export type Facts = {
  active: boolean
  /** The role that is active, and every role with its keys. */
  activeRoleId: number
  roles: readonly { rolId: number; keys: readonly string[] }[]
  exception: Permitted['EXCEPCION']
}

/**
 * Whether a person can, and what decides it. Whoever is not active cannot; an exception comes before the roles, to give and to take; a key of another
 * role of theirs counts when they change to it.
 */
export function outcomeOf(key: string, { active, activeRoleId, roles, exception }: Facts): Omit<Permitted, 'key' | 'EXCEPCION'> {
  const holding = roles.filter(({ keys }) => keys.includes(key)).map(({ rolId }) => rolId)
  if (!active) return { RESULTADO: 'no_puede', CAUSA: 'inactivo', roles: holding }
  if (exception) return { RESULTADO: exception.concedido ? 'puede' : 'no_puede', CAUSA: 'excepcion', roles: holding }
  const RESULTADO = holding.includes(activeRoleId) ? 'puede' : holding.length > 0 ? 'con_otro_rol' : 'no_puede'
  return { RESULTADO, CAUSA: 'rol', roles: holding }
}
