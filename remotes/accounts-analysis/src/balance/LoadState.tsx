import { useTranslation } from '@cuadre/shell'
import { StateBadge, type StateName } from '@cuadre/ui'
import type { Load } from './loads.ts'

const LOOK: Record<Load['ESTADO'], StateName> = {
  columnas: 'pendiente',
  revision: 'revision',
  confirmada: 'aprobado',
  descartada: 'por-preparar',
  deshecha: 'por-preparar',
}

export function LoadState({ state }: { state: Load['ESTADO'] }) {
  const { t } = useTranslation('accounts-analysis')
  return <StateBadge state={LOOK[state]}>{t(`balance.state.${state}`)}</StateBadge>
}
