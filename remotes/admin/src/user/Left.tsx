import type { UserDetail } from '@cuadre/api/user'
import { useTranslation } from '@cuadre/shell'

/** What would be, or is, left behind: in words, with its numbers. */
export function Left({ user: { CUENTAS, ANALISIS_ABIERTOS, ANALISIS_VENCEN, JEFATURAS } }: { user: UserDetail }) {
  const { t } = useTranslation('admin')
  const parts = [
    CUENTAS > 0 && t('user.behind.accounts', { count: CUENTAS }),
    ANALISIS_ABIERTOS > 0 && t('user.behind.open', { count: ANALISIS_ABIERTOS }),
    ANALISIS_VENCEN > 0 && t('user.behind.due', { count: ANALISIS_VENCEN }),
    JEFATURAS.length > 0 &&
      t('user.behind.head', {
        count: JEFATURAS.length,
        names: JEFATURAS.map(({ DEPARTAMENTO, NEGOCIO }) => `${DEPARTAMENTO} (${NEGOCIO})`).join(', '),
      }),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : t('user.behind.nothing')
}
