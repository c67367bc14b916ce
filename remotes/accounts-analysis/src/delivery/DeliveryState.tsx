import type { Delivery } from '@cuadre/api/delivery'
import { useTranslation } from '@cuadre/shell'
import { StateBadge, type StateName } from '@cuadre/ui'

const LOOK: Record<Delivery['ESTADO'], StateName> = {
  procesando: 'por-preparar',
  espera: 'pendiente',
  confirmada: 'aprobado',
  rechazada: 'rechazado',
  descartada: 'por-preparar',
  deshecha: 'por-preparar',
}

export function DeliveryState({ state }: { state: Delivery['ESTADO'] }) {
  const { t } = useTranslation('accounts-analysis')
  return <StateBadge state={LOOK[state]}>{t(`delivery.states.${state}`)}</StateBadge>
}
