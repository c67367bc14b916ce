import type { ReactNode } from 'react'
import type { Locale } from '../format/money.ts'
import type { TablePreferences } from './preferences.ts'

/** A column is a value. Keep the list outside the component or memoised: rows are drawn again when it changes. */
export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** What the cell says, in words: all that is drawn of it while thousands of rows fly past. */
  text?: (row: Row, locale: Locale) => string
  /** 'number' ends, with tabular figures. */
  align?: 'start' | 'end' | 'center' | 'number'
  /** Once, small, in the header: a currency, %. */
  unit?: string
  sortable?: boolean
  width?: number | string
  /** False: always shown. */
  hideable?: boolean
  /** Not shown until chosen. */
  hidden?: boolean
  /** Takes what is left and is cut with an ellipsis. */
  cut?: boolean
  /** Its place in the two lines of a phone; columns without one are left out there. */
  phone?: 'title' | 'title-end' | 'sub' | 'sub-end'
}

/** Whatever the row is: only ids and headers are read. */
export type AnyColumn = Column<never>

/** In the order chosen; a column that is new since then keeps its place at the end. */
export const orderedColumns = <C extends AnyColumn>(columns: readonly C[], { order }: TablePreferences): C[] => {
  if (!order) return [...columns]
  const rank = new Map(order.map((id, i) => [id, i]))
  return columns.toSorted((a, b) => (rank.get(a.id) ?? 999) - (rank.get(b.id) ?? 999))
}

export const isShown = (column: AnyColumn, { hidden }: TablePreferences) =>
  column.hideable === false || !(hidden ? hidden.includes(column.id) : column.hidden)

export const visibleColumns = <C extends AnyColumn>(columns: readonly C[], preferences: TablePreferences) =>
  orderedColumns(columns, preferences).filter((column) => isShown(column, preferences))

export const alignClass = (align: AnyColumn['align']) => (align === 'number' ? 'end num' : align === 'start' ? undefined : align)

/** The unit of a column whose amounts are all in one, which then stands in its header alone. */
export const unitOf = (units: readonly string[] = []) => (new Set(units).size === 1 ? units[0] : undefined)
