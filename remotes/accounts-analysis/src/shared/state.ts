import { type Analysis, STATE, stateName } from '@cuadre/api/analysis'
import type { MarksProps, StateName } from '@cuadre/ui'

type Sent = Pick<Analysis, 'ESTADO_PRINCIPAL_ID' | 'FECHA_ENVIO'>

/** The state as it is shown: before anything was submitted, "por preparar". */
export const stateOf = ({ ESTADO_PRINCIPAL_ID, FECHA_ENVIO }: Sent): StateName =>
  ESTADO_PRINCIPAL_ID === STATE.pendiente && !FECHA_ENVIO ? 'por-preparar' : stateName(ESTADO_PRINCIPAL_ID)

/** There is a supported value to compare with; before that VARIACION is the whole balance and says nothing. */
export const isSubmitted = ({ FECHA_ENVIO }: Pick<Analysis, 'FECHA_ENVIO'>) => FECHA_ENVIO !== null

/** The analyst has to do something: nothing submitted, or rejected. */
export const waitsForAnalyst = (analysis: Sent) => ['por-preparar', 'rechazado'].includes(stateOf(analysis))

export const marksOf = ({ MATERIALIDAD, ATRASADO }: Pick<Analysis, 'MATERIALIDAD' | 'ATRASADO'>): MarksProps => ({
  critica: MATERIALIDAD === 'critica',
  material: MATERIALIDAD === 'material',
  tarde: ATRASADO,
})

/** The movement must be explained (decisions §7). */
export const needsComment = ({ MATERIALIDAD }: Pick<Analysis, 'MATERIALIDAD'>) => MATERIALIDAD === 'material' || MATERIALIDAD === 'critica'

/** Until when the responsible of the moment has; nothing once it is approved. */
export const dueOf = (analysis: Sent & Pick<Analysis, 'VENCE_ANALISTA' | 'VENCE_JEFATURA' | 'VENCE_CONTROL'>) => {
  switch (stateOf(analysis)) {
    case 'aprobado':
      return null
    case 'revision':
      return analysis.VENCE_CONTROL
    case 'pendiente':
      return analysis.VENCE_JEFATURA
    default:
      return analysis.VENCE_ANALISTA
  }
}
