import { useTranslation } from '@cuadre/shell'
import { StateBadge } from '@cuadre/ui'

export function PersonState({ status, pill }: { status: 'activo' | 'inactivo'; pill?: boolean }) {
  const { t } = useTranslation('admin')
  return (
    <StateBadge state={status === 'activo' ? 'aprobado' : 'por-preparar'} {...(pill && { pill })} small={!pill}>
      {t(status === 'activo' ? 'status.active' : 'status.inactive')}
    </StateBadge>
  )
}
