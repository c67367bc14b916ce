import type { Observation } from '@cuadre/api/observation'
import { useTranslation } from '@cuadre/shell'
import { StateGlyph } from '@cuadre/ui'

const GLYPHS = { abierta: 'pendiente', respondida: 'revision', cerrada: 'aprobado' } as const

/** Whose turn it is, in a word. */
export function ObservationState({ state }: { state: Observation['ESTADO'] }) {
  const { t } = useTranslation('accounts-analysis')
  return (
    <span className={`badge badge-sm state-${GLYPHS[state]}`}>
      <StateGlyph state={GLYPHS[state]} />
      {t(`audit.state.${state}`)}
    </span>
  )
}
