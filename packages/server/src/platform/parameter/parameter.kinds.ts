import { CONFIG_TYPE } from '@cuadre/api/config'
import { ROLE, type RoleId } from '@cuadre/api/roles'
import type { Locale } from '../http/context.ts'

type Kind = { codigo: string; nombre: Record<Locale, string>; unidad: 'min' | 'dias' | 'activo'; min: number; max: number; defecto: number }

/** Kinds of parameter with their unit, range and default (rules §2.4). */
export const KINDS: Record<number, Kind> = {
  [CONFIG_TYPE.tiempoSesion]: {
    codigo: 'TIEMPO_SESION',
    nombre: { es: 'Tiempo de sesión', en: 'Session time' },
    unidad: 'min',
    min: 15,
    max: 1440,
    defecto: 480,
  },
  [CONFIG_TYPE.expiracionContrasena]: {
    codigo: 'EXPIRACION_CONTRASENA',
    nombre: { es: 'Expiración de contraseña', en: 'Password expiration' },
    unidad: 'dias',
    min: 0,
    max: 365,
    defecto: 0,
  },
  [CONFIG_TYPE.inactividad]: {
    codigo: 'INACTIVIDAD',
    nombre: { es: 'Cierre por inactividad', en: 'Sign-out on inactivity' },
    unidad: 'min',
    min: 1,
    max: 240,
    defecto: 60,
  },
  [CONFIG_TYPE.segundoFactor]: {
    codigo: 'SEGUNDO_FACTOR',
    nombre: { es: 'Segundo factor obligatorio', en: 'Compulsory second factor' },
    unidad: 'activo',
    min: 0,
    max: 1,
    defecto: 0,
  },
}

export type Value = { typeId: number; roleId: number | null; value: number }

/** The value for a role: its own, else the general one (null), else the default. */
export const effective = (values: readonly Value[], typeId: number, roleId: number | null): number =>
  values.find((v) => v.typeId === typeId && v.roleId === roleId)?.value ??
  values.find((v) => v.typeId === typeId && v.roleId === null)?.value ??
  KINDS[typeId]!.defecto

/** The roles (null: all others) whose inactivity would exceed their session time, both in minutes. */
export const inactivityOverSession = (values: readonly Value[]) =>
  [...new Set([null, ...values.map((v) => v.roleId)])]
    .map((roleId) => ({
      roleId,
      session: effective(values, CONFIG_TYPE.tiempoSesion, roleId),
      inactivity: effective(values, CONFIG_TYPE.inactividad, roleId),
    }))
    .filter(({ session, inactivity }) => inactivity > session)

/** Roles for which a second factor is compulsory when it is so for everyone (rules §2.8). */
const GUARDED: readonly number[] = [ROLE.control, ROLE.auditor, ROLE.administrador]

/** What holds for one role: as `effective`, but everyone's compulsory second factor is that of the guarded roles. */
export const inForce = (values: readonly Value[], typeId: number, roleId: RoleId | number): number =>
  typeId === CONFIG_TYPE.segundoFactor && !GUARDED.includes(roleId) && !values.some((v) => v.typeId === typeId && v.roleId === roleId)
    ? 0
    : effective(values, typeId, roleId)

/** What holds for a person: the strictest of their roles. A password age of 0 is never. */
export function strictest(values: readonly Value[], typeId: number, roles: readonly number[]): number {
  const all = roles.map((role) => inForce(values, typeId, role))
  if (all.length === 0) return effective(values, typeId, null)
  if (typeId === CONFIG_TYPE.segundoFactor) return Math.max(...all)
  if (typeId !== CONFIG_TYPE.expiracionContrasena) return Math.min(...all)
  const ages = all.filter((days) => days > 0)
  return ages.length > 0 ? Math.min(...ages) : 0
}
