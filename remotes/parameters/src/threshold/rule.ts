import { BASES, COMPARISONS, type Threshold } from '@cuadre/api/threshold'
import { fromCents, isAmount, toCents } from '@cuadre/tables/format/cents'

export interface ThresholdValues {
  ALCANCE: Threshold['ALCANCE']
  /** '' for everybody. */
  ALCANCE_ID: string
  VIGENTE_DESDE: string
  BASE: Threshold['BASE']
  MONTO: string
  PORCENTAJE: number | null
  COMPARAR: Threshold['COMPARAR']
  PISO_TRIVIAL: number | null
  FACTOR_A: number | null
  FACTOR_M: number | null
  FACTOR_B: number | null
  motivo: string
}

export const usesAmount = (base: Threshold['BASE']) => base !== 'PORCENTAJE'
export const usesPercent = (base: Threshold['BASE']) => base !== 'MONTO'

/** Not one that another has replaced after a closed period was judged by it. */
export const isChangeable = ({ VIGENCIA, MODIFICABLE }: Threshold) => VIGENCIA !== 'ANTERIOR' || MODIFICABLE

/** Of a new one: what rules §2.1 give as default. */
export const NEW = {
  ALCANCE: 'NEGOCIO',
  ALCANCE_ID: '',
  VIGENTE_DESDE: '',
  BASE: 'AMBOS_Y',
  MONTO: '1000.00',
  PORCENTAJE: 10,
  COMPARAR: 'MES_ANTERIOR',
  PISO_TRIVIAL: 5,
  FACTOR_A: 0.5,
  FACTOR_M: 1,
  FACTOR_B: 2,
  motivo: '',
} satisfies ThresholdValues
export const valuesOf = (threshold: Threshold): ThresholdValues => ({
  ALCANCE: threshold.ALCANCE,
  ALCANCE_ID: threshold.ALCANCE_ID === null ? '' : String(threshold.ALCANCE_ID),
  VIGENTE_DESDE: threshold.MODIFICABLE ? (threshold.VIGENTE_DESDE ?? '') : '',
  BASE: threshold.BASE,
  MONTO: threshold.MONTO,
  PORCENTAJE: Number(threshold.PORCENTAJE),
  COMPARAR: threshold.COMPARAR,
  PISO_TRIVIAL: Number(threshold.PISO_TRIVIAL),
  FACTOR_A: Number(threshold.FACTOR_A),
  FACTOR_M: Number(threshold.FACTOR_M),
  FACTOR_B: Number(threshold.FACTOR_B),
  motivo: '',
})

/** What the calls take of the form. A number that the base does not use, and that was emptied, is the default. */
export const ruleOf = (values: ThresholdValues) => ({
  BASE: values.BASE,
  MONTO: usesAmount(values.BASE) ? values.MONTO : values.MONTO || NEW.MONTO,
  PORCENTAJE: values.PORCENTAJE ?? NEW.PORCENTAJE,
  COMPARAR: values.COMPARAR,
  PISO_TRIVIAL: values.PISO_TRIVIAL ?? NEW.PISO_TRIVIAL,
  FACTOR_A: values.FACTOR_A ?? NEW.FACTOR_A,
  FACTOR_M: values.FACTOR_M ?? NEW.FACTOR_M,
  FACTOR_B: values.FACTOR_B ?? NEW.FACTOR_B,
})
export const scopeOf = ({ ALCANCE, ALCANCE_ID }: ThresholdValues) => ({
  ALCANCE,
  ALCANCE_ID: ALCANCE === 'GLOBAL' || ALCANCE_ID === '' ? null : Number(ALCANCE_ID),
})

/** The figures that were simulated, in the address of the form that changes them. */
export const searchOf = ({ BASE, MONTO, PORCENTAJE, COMPARAR }: ThresholdValues) =>
  String(new URLSearchParams({ base: BASE, monto: MONTO, porcentaje: String(PORCENTAJE ?? ''), comparar: COMPARAR }))
/** Those of an address, as far as they are figures of a threshold. */
export function proposedOf(search: URLSearchParams): Partial<ThresholdValues> {
  const [base, compare, amount, percent] = ['base', 'comparar', 'monto', 'porcentaje'].map((name) => search.get(name) ?? '')
  const BASE = BASES.find((one) => one === base)
  const COMPARAR = COMPARISONS.find((one) => one === compare)
  const PORCENTAJE = Number(percent)
  return {
    ...(BASE && { BASE }),
    ...(COMPARAR && { COMPARAR }),
    ...(isAmount(amount) && Number(amount) > 0 && { MONTO: amount }),
    ...(PORCENTAJE > 0 && PORCENTAJE <= 1000 && { PORCENTAJE }),
  }
}

const hundredths = (n: number) => BigInt(Math.round(n * 100))

/** From which movement on an account of a risk is minor, material and critical: decimal strings, rounded down to the cent (rules §2.1). */
export function limitsOf(amount: string, factor: number, trivial: number) {
  const limit = toCents(amount) * hundredths(factor)
  return {
    minor: fromCents((limit * hundredths(trivial)) / 1_000_000n),
    material: fromCents(limit / 100n),
    critical: fromCents((limit * 3n) / 100n),
  }
}

/** The months that a threshold may hold from: of periods after the last closed one, and of the year after the newest. */
export function monthsFrom(periods: readonly { PERIODO: string; ESTADO: { ID: number } }[]): string[] {
  const names = periods.map(({ PERIODO }) => PERIODO).sort()
  const closed = periods
    .filter(({ ESTADO }) => ESTADO.ID === 3)
    .map(({ PERIODO }) => PERIODO)
    .sort()
    .at(-1)
  const newest = names.at(-1)
  const later = newest ? Array.from({ length: 12 }, (_, n) => monthAfter(newest, n + 1)) : []
  return [...new Set(names)].filter((name) => !closed || name > closed).concat(later)
}
function monthAfter(month: string, n: number) {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const at = year * 12 + number - 1 + n
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
}
