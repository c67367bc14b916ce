import type { TotalRow } from '@cuadre/tables'
import { cents, fromCents } from '../../platform/money.ts'

/** The total that a file itself states, and the row that states it. */
export type Control = { valor: string; fila: number }

/**
 * Of the rows of totals, the one of the whole file: the last that calls itself so, or the last if it is what the others add up to. Otherwise
 * they are the totals of its parts, and together make that of the file.
 */
export function controlOf(totals: readonly TotalRow[]): Control | null {
  const last = totals.at(-1)
  if (!last) return null
  const parts = totals.slice(0, -1).filter(({ general }) => !general)
  const sum = (of: readonly TotalRow[]) => of.reduce((total, { total: each }) => total + cents(each), 0n)
  const general = totals.findLast((each) => each.general)
  // 'Total' alone may also stand under each part.
  const alike = totals.length > 1 && totals.every((each) => each.general)
  if (general && !alike) return { valor: general.total, fila: general.number }
  if (totals.length === 1 || cents(last.total) === sum(alike ? totals.slice(0, -1) : parts)) return { valor: last.total, fila: last.number }
  return { valor: fromCents(sum(totals)), fila: last.number }
}
