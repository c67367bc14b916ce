import { CONFIG_TYPE } from '@cuadre/api/config'
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
