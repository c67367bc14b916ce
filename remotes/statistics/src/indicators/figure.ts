import { formatCount, formatMoney, type Locale } from '@cuadre/ui'
import type { Indicator } from './indicators.ts'

/** Filters of a place of the organisation. */
export type Place = Record<string, string | number | undefined>

export const decimalsOf = ({ unidad, codigo }: Indicator) => (unidad === 'cantidad' ? 0 : codigo === 'K16' ? 3 : 1)
export const write = (row: Indicator, value: number | null, locale: Locale) =>
  value === null ? '—' : row.unidad === 'cantidad' ? formatCount(value, locale) : formatMoney(value, locale, { decimals: decimalsOf(row) })
