import { type Analysis, stateOf } from '@cuadre/api/analysis'
import type { MarksProps } from '@cuadre/ui'

/** There is a supported value to compare with; before that VARIACION is the whole balance and says nothing. */
export const isSubmitted = ({ FECHA_ENVIO }: Pick<Analysis, 'FECHA_ENVIO'>) => FECHA_ENVIO !== null

/** The analyst has to do something: nothing submitted, or rejected. */
export const waitsForAnalyst = (analysis: Parameters<typeof stateOf>[0]) => ['por-preparar', 'rechazado'].includes(stateOf(analysis))

export const marksOf = ({ MATERIALIDAD, ATRASADO }: Pick<Analysis, 'MATERIALIDAD' | 'ATRASADO'>): MarksProps => ({
  critica: MATERIALIDAD === 'critica',
  material: MATERIALIDAD === 'material',
  tarde: ATRASADO,
})

/** The movement must be explained (decisions §7). */
export const needsComment = ({ MATERIALIDAD }: Pick<Analysis, 'MATERIALIDAD'>) => MATERIALIDAD === 'material' || MATERIALIDAD === 'critica'
