import { isDateFormat } from './dates.ts'
import { numberFormat } from './number-format.ts'

/** How a number format shows a cell: as a date, as a percentage, or as a number with what stands around it ('# CR'). */
export type CellDisplay =
  | { kind: 'date' }
  | { kind: 'percent'; decimals: number }
  | { kind: 'number'; decimals: number; grouped: boolean; around?: string }

/** Figures behind the point that are always written, and those that are where there are any. */
const decimalsIn = (format: string, fraction: string) => {
  const [, places = ''] = /\.([0#?]+)/.exec(format) ?? []
  const least = places.replace(/[#?]/g, '').length
  return Math.min(MAX_DECIMALS, Math.max(least, Math.min(places.length, fraction.length)))
}
const MAX_DECIMALS = 10
/** What a format hides is not hidden here: cents are looked for. */
const CENTS = 2

/**
 * Reads the number format of a cell (`#,##0.00`, `0.0%`, `dd/mm/yyyy`, `#,##0.00" CR"`) for the text that was read of it: exact decimal text, or an ISO
 * date. A unit by which the format divides is left out. Undefined where it says nothing that can be shown.
 */
export function cellDisplay(format: string, text: string, isNumber: boolean): CellDisplay | undefined {
  if (!isNumber) return isDateFormat(0, format) && /^\d{4}-\d\d-\d\d/.test(text) ? { kind: 'date' } : undefined
  const [first = ''] = format.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').split(';')
  if (!/[0#?]/.test(first) || /E[+-]|\//i.test(first) || !/^-?\d+(\.\d+)?$/.test(text)) return undefined
  const [, fraction = ''] = text.split('.')
  if (first.includes('%')) return { kind: 'percent', decimals: decimalsIn(first, fraction.slice(CENTS)) }
  const shown = numberFormat(format)?.(text)
  return {
    kind: 'number',
    decimals: Math.max(decimalsIn(first, fraction), Math.min(CENTS, fraction.length)),
    grouped: /[0#?],[0#?]/.test(first),
    ...(shown && !shown.scale && { around: shown.text }),
  }
}

/** Formats of numbers that a workbook names by their number alone. */
export const builtInFormat = (id: number): string | undefined => BUILT_IN[id]
const BUILT_IN: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
}
