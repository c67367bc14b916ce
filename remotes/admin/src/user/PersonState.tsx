import { USER_NOTICES, type User } from '@cuadre/api/user'
import { useTranslation } from '@cuadre/shell'
import { StateBadge } from '@cuadre/ui'

type Person = Pick<User, 'status' | 'CORREO_PENDIENTE' | 'PIDE_QUITAR_2FA' | 'DETENIDA_HASTA'>

/** Active or not, and what waits for somebody at the account: a stopped one is neither. */
export function PersonState({ user, pill }: { user: Person; pill?: boolean }) {
  const { t } = useTranslation('admin')
  const waits = { correo: user.CORREO_PENDIENTE, segundo_factor: user.PIDE_QUITAR_2FA, detenida: user.DETENIDA_HASTA }
  const state = user.DETENIDA_HASTA ? [] : [t(user.status === 'activo' ? 'status.active' : 'status.inactive')]
  const notices = USER_NOTICES.filter((notice) => waits[notice] !== null).map((notice) => t(`user.notice.${notice}`))
  return (
    <StateBadge
      state={user.DETENIDA_HASTA ? 'rechazado' : notices.length > 0 ? 'tarde' : user.status === 'activo' ? 'aprobado' : 'por-preparar'}
      {...(pill && { pill })}
      small={!pill}
    >
      {[...state, ...notices.toReversed()].join(', ')}
    </StateBadge>
  )
}
