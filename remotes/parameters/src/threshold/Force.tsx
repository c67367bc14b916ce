import type { Threshold } from '@cuadre/api/threshold'
import { useTranslation } from '@cuadre/shell'
import { CalendarClock, CircleCheck, History } from 'lucide-react'

const LOOK = {
  VIGENTE: { Icon: CircleCheck, state: 'aprobado' },
  FUTURO: { Icon: CalendarClock, state: 'info' },
  ANTERIOR: { Icon: History, state: 'pendiente' },
} as const

/** In force, to come, or replaced by a later one of the same scope. */
export function Force({ of }: { of: Threshold['VIGENCIA'] }) {
  const { t } = useTranslation('parameters')
  const { Icon, state } = LOOK[of]
  return (
    <span className={`badge state-${state}`}>
      <Icon aria-hidden size={14} />
      {t(`threshold.forces.${of}`)}
    </span>
  )
}
