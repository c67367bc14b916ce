import type { Analysis } from '@cuadre/api/analysis'
import { ColorMark } from '@cuadre/ui'
import { useSubstateName } from './useSubstates.ts'
import './substate.css'

/** The sub-state that somebody has said, in its colour. */
export function Substate({ of: { SUBESTADO } }: { of: Pick<Analysis, 'SUBESTADO'> }) {
  const nameOf = useSubstateName()
  return SUBESTADO && <ColorMark color={SUBESTADO.color}>{nameOf(SUBESTADO)}</ColorMark>
}
