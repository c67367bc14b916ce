import { ROLE } from '@cuadre/api/roles'
import type { UserDetail } from '@cuadre/api/user'

export interface UserValues {
  NOMBRE: string
  USUARIO: string
  email: string
  locale: string
  activo: boolean
  /** Numbers of roles. */
  roles: string[]
  rolActivo: string
  COD_DEPARTAMENTO: string
  /** '1': a country; '1/2': business 2 of it. */
  alcance: string[]
}
export type UserField = keyof UserValues

export const placeOf = ({ ID_PAIS, ID_NEGOCIO }: { ID_PAIS: number; ID_NEGOCIO: number | null }) =>
  ID_NEGOCIO === null ? String(ID_PAIS) : `${ID_PAIS}/${ID_NEGOCIO}`

/** `registered`: name and e-mail of somebody who asked for access themselves. */
export const valuesOf = (user?: UserDetail, registered?: { name: string; email: string }): UserValues => ({
  NOMBRE: user?.NOMBRE ?? registered?.name ?? '',
  USUARIO: user?.USUARIO ?? '',
  email: user?.email ?? registered?.email ?? '',
  locale: user?.locale ?? 'es',
  activo: (user?.status ?? 'activo') === 'activo',
  roles: user?.roles.map(({ rolId }) => String(rolId)) ?? [],
  rolActivo: user ? String(user.roles.find(({ COD_TIPO_USUARIO }) => COD_TIPO_USUARIO === user.roleId)?.rolId ?? '') : '',
  COD_DEPARTAMENTO: user?.COD_DEPARTAMENTO ? String(user.COD_DEPARTAMENTO) : '',
  alcance: user?.alcance.map(placeOf) ?? [],
})

type RoleOption = { id: number; COD_TIPO_USUARIO: number }
/** Control and gerencia see nothing without countries or businesses; the others have none. */
export const needsScope = (chosen: readonly string[], roles: readonly RoleOption[]) =>
  roles.some(({ id, COD_TIPO_USUARIO: type }) => chosen.includes(String(id)) && (type === ROLE.control || type === ROLE.gerencia))

/** What the calls take of the form. */
export const bodyOf = (values: UserValues, roles: readonly RoleOption[]) => ({
  NOMBRE: values.NOMBRE,
  USUARIO: values.USUARIO.trim().toLowerCase(),
  email: values.email.trim(),
  locale: values.locale === 'en' ? ('en' as const) : ('es' as const),
  status: values.activo ? ('activo' as const) : ('inactivo' as const),
  roles: values.roles.map(Number),
  ...(values.roles.includes(values.rolActivo) && { rolActivo: Number(values.rolActivo) }),
  COD_DEPARTAMENTO: values.COD_DEPARTAMENTO ? Number(values.COD_DEPARTAMENTO) : null,
  alcance: needsScope(values.roles, roles)
    ? values.alcance.map((place) => {
        const [country, business] = place.split('/').map(Number)
        return { ID_PAIS: country!, ID_NEGOCIO: business ?? null }
      })
    : [],
})
