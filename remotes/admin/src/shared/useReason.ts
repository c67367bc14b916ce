import type { KeyHolder } from '@cuadre/api/role'
import { useTranslation } from '@cuadre/shell'
import { formatDate, useLocale } from '@cuadre/ui'
import { roleName } from './roleName.ts'

type Told = Pick<KeyHolder, 'RESULTADO' | 'CAUSA' | 'EXCEPCION'> & {
  /** The role that is active, by its name to read. */
  active: string
  /** Names of their roles that hold the key. */
  holding: readonly string[]
}

/** Why somebody can or cannot, as the rest of a sentence. */
export function useReason() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const list = new Intl.ListFormat(locale, { type: 'disjunction' })
  return ({ RESULTADO, CAUSA, EXCEPCION, active, holding }: Told): string => {
    if (CAUSA === 'inactivo') return t('access.why.inactive')
    if (EXCEPCION) {
      const { concedido, MOTIVO, HASTA, POR, EN } = EXCEPCION
      const said = t(concedido ? 'access.why.granted' : 'access.why.denied', {
        by: POR ?? t('access.why.somebody'),
        date: EN ? formatDate(EN, locale) : '—',
      })
      return [said, MOTIVO && `«${MOTIVO}».`, HASTA && t('access.why.until', { date: formatDate(HASTA, locale) })].filter(Boolean).join(' ')
    }
    if (RESULTADO === 'puede') return t('access.why.role', { role: active })
    if (RESULTADO === 'con_otro_rol') return t('access.why.other', { active, roles: list.format(holding) })
    return t('access.why.none')
  }
}

/** Of a row of `listKeyHolders`. */
export function useHolderReason() {
  const { t } = useTranslation('admin')
  const reason = useReason()
  return (holder: KeyHolder) =>
    reason({
      ...holder,
      active: roleName(t, { id: 0, nombre: holder.ROL }),
      holding: holder.ROLES_CON_CLAVE.map(({ rolId, nombre }) => roleName(t, { id: rolId, nombre })),
    })
}
