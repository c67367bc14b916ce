import type { DecimalMark } from '../format/amount.ts'
import type { AmountUnit } from '../format/amount-unit.ts'
import { type Cell, cellText, isError } from '../format/cell.ts'
import type { Field } from '../format/header-names.ts'

/** How a file is to be read: what detectLayout found, confirmed or corrected by a person, possibly remembered. */
export type Mapping = {
  sheet?: string
  /** Row number of the header; null when there is none. Rows up to it are titles. */
  headerRow: number | null
  /**
   * Column index (from 0) of each field. `cuenta` is needed, and `saldo` or both `debe` and `haber`, unless `amounts` are given; to
   * the halves `inicial` is added.
   */
  columns: Partial<Record<Field, number>>
  /** Further columns of the account's code; with `cuenta`, in the order of the file, joined by '-'. */
  codeParts?: number[]
  /** Columns of balances beside each other, one for each business, in place of `saldo`: a row gives as many balances as it has amounts. */
  amounts?: number[]
  /** Decimal mark of amounts that are text. Without it the column decides; see `guessTableDecimal`. */
  decimal?: DecimalMark
  /** What the amounts are counted in; units of money by default. */
  unit?: AmountUnit
  /** What an account without any amount means. Refused by default; 'skip' for headings, 'zero' for systems that leave zeros out. */
  emptyAmount?: 'refuse' | 'skip' | 'zero'
  /** A row that names no business is of the one that was named last above it, as merged cells have it; else it has none. */
  emptyBusiness?: 'above'
}

/** The columns with amounts. */
export const amountColumnsOf = ({ amounts, columns: { saldo, debe, haber, inicial } }: Mapping) =>
  amounts ?? [saldo, debe, haber, inicial].filter((index) => index !== undefined)

/** Whether there is a figure where amounts are, and not a remark that has figures ('Hora: 10:15'). */
export const hasAmount = (cells: readonly Cell[], mapping: Mapping) =>
  amountColumnsOf(mapping).some((index) => isError(cells[index]) || /^(?!.*\p{L}{4}).*\d/su.test(cellText(cells[index])))
