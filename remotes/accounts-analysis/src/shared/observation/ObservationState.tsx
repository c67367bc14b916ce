import type { Observation } from '@cuadre/api/observation'
import { useTranslation } from '@cuadre/shell'
import { StateGlyph } from '@cuadre/ui'

const GLYPHS = { abierta: 'pendiente', respondida: 'revision', cerrada: 'aprobado' } as const

/** Whose turn it is, in a word; an answer that is late is called so, as in the list of control. */
export function ObservationState({ of: { ESTADO, VENCIDA } }: { of: Pick<Observation, 'ESTADO' | 'VENCIDA'> }) {
  const { t } = useTranslation('accounts-analysis')
  const glyph = VENCIDA ? 'tarde' : GLYPHS[ESTADO]
  return (
    <span className={`badge badge-sm state-${glyph}`}>
      <StateGlyph state={glyph} />
      {t(VENCIDA ? 'audit.overdue' : `audit.state.${ESTADO}`)}
    </span>
  )
}
