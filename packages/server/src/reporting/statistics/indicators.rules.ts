import type { INDICATORS } from '@cuadre/api/statistics'
import * as aggregates from '../dashboard/aggregates/index.ts'
import { rounded, total } from '../dashboard/figures.rules.ts'

export type Code = (typeof INDICATORS)[number]
/** The sums that they are made of. */
export const WANT = [
  ...aggregates.PROGRESS,
  'approved',
  'on_time_analyst',
  'on_time_jefatura',
  'on_time_control',
  'prepared',
  'prepared_days',
  'jefatura',
  'jefatura_days',
  'control',
  'control_days',
  'whole',
  'whole_days',
  'rejections_jefatura',
  'rejections_control',
  'decisions',
  'first_pass',
  'automatic',
  'reopenings',
  'moved_material',
  'moved_material_approved',
] as const satisfies readonly (aggregates.Count | aggregates.Amount)[]
export type Sums = aggregates.Sums<(typeof WANT)[number]>
type Counted = Extract<(typeof WANT)[number], aggregates.Count>
type Summed = Extract<(typeof WANT)[number], aggregates.Amount>
/** The data of a set of months: sums, coverage, and the periods themselves. */
export type Material = {
  sums: readonly Sums[]
  coverage: readonly Pick<aggregates.Coverage, 'period' | 'required' | 'assigned'>[]
  periods: readonly aggregates.PeriodRow[]
}
export type Indicator = {
  es: string
  en: string
  unidad: 'porcentaje' | 'cantidad' | 'dias'
  sentido: 1 | -1
  /** The default target. */
  objetivo: number | null
  /** The sums that it is made of. */
  needs: readonly (Counted | Summed)[]
  of: (months: Material) => readonly [part: number, whole: number]
}

const over = (part: Counted, whole: Counted) => ({
  needs: [part, whole],
  of: ({ sums }: Material) => [total(sums, part), total(sums, whole)] as const,
})
const roles = (sums: readonly Sums[]) => 3 * total(sums, 'items')
/** Amounts of several currencies are not added, so there is nothing to divide by. As floats, cents are exact up to 90 trillion. */
const money = (part: Summed, whole: Summed) => ({
  needs: [part, whole],
  of: ({ sums }: Material) => {
    if (new Set(sums.map(({ currency }) => currency)).size > 1) return [0, 0] as const
    const add = (of: Summed) => sums.reduce((sum, row) => sum + Number(row[of]), 0)
    return [add(part), add(whole)] as const
  },
})
const percent = { unidad: 'porcentaje', sentido: 1 } as const
const days = { unidad: 'dias', sentido: -1 } as const

/** The annual indicators (rules §1.3). */
export const LIST: Record<Code, Indicator> = {
  K1: {
    es: 'Cobertura de asignación',
    en: 'Coverage of the assignment',
    ...percent,
    objetivo: 100,
    needs: ['items'],
    of: ({ coverage }) => [coverage.reduce((sum, row) => sum + row.assigned, 0), coverage.reduce((sum, row) => sum + row.required, 0)],
  },
  K2: {
    es: 'Avance por firmas',
    en: 'Progress by sign-offs',
    ...percent,
    objetivo: null,
    needs: ['signed', 'items'],
    of: ({ sums }) => [total(sums, 'signed'), roles(sums)],
  },
  K3: { es: 'Completado', en: 'Completed', ...percent, objetivo: 100, ...over('approved', 'items') },
  K4A: { es: 'A tiempo: analista', en: 'On time: analyst', ...percent, objetivo: 95, ...over('on_time_analyst', 'items') },
  K4J: { es: 'A tiempo: jefatura', en: 'On time: head', ...percent, objetivo: 95, ...over('on_time_jefatura', 'items') },
  K4C: { es: 'A tiempo: control', en: 'On time: control', ...percent, objetivo: 95, ...over('on_time_control', 'items') },
  K5: {
    es: 'Fuera de plazo',
    en: 'Past deadline',
    unidad: 'cantidad',
    sentido: -1,
    objetivo: null,
    needs: ['overdue', 'done_late'],
    of: ({ sums }) => [total(sums, 'overdue') + total(sums, 'done_late'), sums.length > 0 ? 1 : 0],
  },
  K7: { es: 'Días de preparación', en: 'Days of preparation', ...days, objetivo: null, ...over('prepared_days', 'prepared') },
  K8J: { es: 'Días en jefatura', en: 'Days at head', ...days, objetivo: null, ...over('jefatura_days', 'jefatura') },
  K8C: { es: 'Días en control', en: 'Days at control', ...days, objetivo: null, ...over('control_days', 'control') },
  K9: { es: 'Días totales', en: 'Days in all', ...days, objetivo: null, ...over('whole_days', 'whole') },
  K10: {
    es: 'Días de cierre',
    en: 'Days to close',
    ...days,
    objetivo: 8,
    needs: ['items'],
    of: ({ periods }) => {
      const closed = periods.flatMap(({ closedIn }) => (closedIn === null ? [] : [closedIn]))
      return [closed.reduce((sum, each) => sum + each, 0), closed.length]
    },
  },
  K11: {
    es: 'Tasa de rechazo',
    en: 'Rate of rejection',
    unidad: 'porcentaje',
    sentido: -1,
    objetivo: 5,
    needs: ['rejections_jefatura', 'rejections_control', 'decisions'],
    of: ({ sums }) => [total(sums, 'rejections_jefatura') + total(sums, 'rejections_control'), total(sums, 'decisions')],
  },
  K12: { es: 'Aprobado a la primera', en: 'Approved at the first attempt', ...percent, objetivo: 90, ...over('first_pass', 'approved') },
  K13: { es: 'Reaperturas', en: 'Reopenings', unidad: 'porcentaje', sentido: -1, objetivo: null, ...over('reopenings', 'approved') },
  K14: { es: 'Certificado por regla', en: 'Certified by rule', ...percent, objetivo: null, ...over('automatic', 'items') },
  K15: { es: 'Saldo sustentado', en: 'Supported balance', ...percent, objetivo: null, ...money('balance_approved', 'balance') },
  K16: {
    es: 'Diferencia sin explicar',
    en: 'Unexplained difference',
    unidad: 'porcentaje',
    sentido: -1,
    objetivo: null,
    ...money('unexplained', 'balance'),
  },
  K17: {
    es: 'Variación material explicada',
    en: 'Material movement explained',
    ...percent,
    objetivo: null,
    ...money('moved_material_approved', 'moved_material'),
  },
}

/** Per cent not rounded, so that a page rounds once, as it does the same share elsewhere; days to four digits. Null of nothing. */
export const shownOf = ({ unidad }: Indicator, [part, whole]: readonly [number, number]) =>
  whole === 0 ? null : unidad === 'porcentaje' ? (part / whole) * 100 : rounded(part / whole)
