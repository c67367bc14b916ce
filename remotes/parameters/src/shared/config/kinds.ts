import { CONFIG_TYPE, type Config } from '@cuadre/api/config'
import type { useTranslation } from '@cuadre/shell'
import { formatCount, type Locale } from '@cuadre/ui'
import { idleSignOut, idleSignOutUpdate, passwordExpiration, passwordExpirationUpdate, sessionTime, sessionTimeUpdate } from '../../area.ts'

/** The three parameters that have pages of their own; the compulsory second factor stands with the roles. */
export const KINDS = {
  sessionTime: {
    tipoId: CONFIG_TYPE.tiempoSesion,
    list: sessionTime.link(),
    update: (id: number) => sessionTimeUpdate.link({ expireTokenId: id }),
  },
  password: {
    tipoId: CONFIG_TYPE.expiracionContrasena,
    list: passwordExpiration.link(),
    update: (id: number) => passwordExpirationUpdate.link({ timePasswordId: id }),
  },
  idle: {
    tipoId: CONFIG_TYPE.inactividad,
    list: idleSignOut.link(),
    update: (id: number) => idleSignOutUpdate.link({ expireLogoutId: id }),
  },
} as const
export type Kind = keyof typeof KINDS

/** "480 min", "90 días"; a password age of 0 never expires, and a second factor is asked for or not. */
export function valueText(t: ReturnType<typeof useTranslation>['t'], locale: Locale, unidad: Config['unidad'], value: number) {
  if (unidad === 'activo') return t(value === 1 ? 'config.compulsory' : 'config.optional')
  if (unidad === 'dias' && value === 0) return t('config.never')
  return t(unidad === 'dias' ? 'config.days' : 'config.minutes', { count: value, n: formatCount(value, locale) })
}
