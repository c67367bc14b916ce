import { ROLE } from '@cuadre/api/roles'
import type { UserDetail } from '@cuadre/api/user'
import { type PersonValues, personBody, personValues } from '../shared/person/person.ts'

export interface UserValues extends PersonValues {
  /** Numbers of roles. */
  roles: string[]
  rolActivo: string
  COD_DEPARTAMENTO: string
}
export type UserField = keyof UserValues

/** `registered`: name and e-mail of somebody who asked for access themselves. */
export const valuesOf = (user?: UserDetail, registered?: { name: string; email: string }): UserValues => ({
  ...personValues(user),
  ...(registered && { NOMBRE: registered.name, email: registered.email }),
  roles: user?.roles.map(({ rolId }) => String(rolId)) ?? [],
  rolActivo: user ? String(user.roles.find(({ COD_TIPO_USUARIO }) => COD_TIPO_USUARIO === user.roleId)?.rolId ?? '') : '',
  COD_DEPARTAMENTO: user?.COD_DEPARTAMENTO ? String(user.COD_DEPARTAMENTO) : '',
})

type RoleOption = { id: number; COD_TIPO_USUARIO: number }
/** Control and gerencia see nothing without countries or businesses; the others have none. */
export const needsScope = (chosen: readonly string[], roles: readonly RoleOption[]) =>
  roles.some(({ id, COD_TIPO_USUARIO: type }) => chosen.includes(String(id)) && (type === ROLE.control || type === ROLE.gerencia))

const taken = (user: UserDetail, chosen: readonly string[], roles: readonly RoleOption[], type: number) =>
  user.roles.some((role) => role.COD_TIPO_USUARIO === type) &&
  !roles.some(({ id, COD_TIPO_USUARIO }) => COD_TIPO_USUARIO === type && chosen.includes(String(id)))

/** The user with what only the roles that are taken away were for: the accounts of who prepares no more, the departments of who heads none. Undefined where there is nothing. */
export const leftByRoles = (user: UserDetail, chosen: readonly string[], roles: readonly RoleOption[]): UserDetail | undefined => {
  const left = {
    ...user,
    ...(!taken(user, chosen, roles, ROLE.analista) && { CUENTAS: 0, ANALISIS_ABIERTOS: 0, ANALISIS_VENCEN: 0 }),
    ...(!taken(user, chosen, roles, ROLE.jefatura) && { JEFATURAS: [] }),
  }
  return left.CUENTAS + left.ANALISIS_ABIERTOS + left.JEFATURAS.length > 0 ? left : undefined
}

/** What the calls take of the form. */
export const bodyOf = (values: UserValues, roles: readonly RoleOption[]) => ({
  ...personBody({ ...values, alcance: needsScope(values.roles, roles) ? values.alcance : [] }),
  roles: values.roles.map(Number),
  ...(values.roles.includes(values.rolActivo) && { rolActivo: Number(values.rolActivo) }),
  COD_DEPARTAMENTO: values.COD_DEPARTAMENTO ? Number(values.COD_DEPARTAMENTO) : null,
})
