import type { Observation } from '@cuadre/api/observation'
import { useTranslation } from '@cuadre/shell'
import { StateBadge } from '@cuadre/ui'

const STATE = { abierta: 'pendiente', respondida: 'revision', cerrada: 'aprobado' } as const
export function ObservationState({ of: { ESTADO, VENCIDA } }: { of: Pick<Observation, 'ESTADO' | 'VENCIDA'> }) {
  const { t } = useTranslation('admin')
  return (
    <StateBadge state={VENCIDA ? 'tarde' : STATE[ESTADO]} small>
      {t(VENCIDA ? 'audit.overdue' : `audit.state.${ESTADO}`)}
    </StateBadge>
  )
}
