import type { ReactNode } from 'react'
import type { Locale } from '../format/money.ts'
import type { TablePreferences } from './preferences.ts'

/**
 * Define columns outside the component or memoise them: all rows render again when the list changes. `Key`: the keys that the list is
 * ordered by, of which a sortable column has one as its id; without them no column is sortable.
 */
export type Column<Row, Key extends string = never> = Content<Row> & ({ id: Key; sortable: true } | { id: string; sortable?: false })
interface Content<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** The cell's content as text: all that is rendered while the user scrolls fast through thousands of rows. */
  text?: (row: Row, locale: Locale) => string
  /** 'number': aligned to the end, in tabular figures. */
  align?: 'start' | 'end' | 'center' | 'number'
  /** Small, in the header: a currency, %. */
  unit?: string
  width?: number | string
  /** False: cannot be hidden. */
  hideable?: boolean
  /** Hidden by default. */
  hidden?: boolean
  /** Left out where the window has no room (under 1280 px; 'very': under 1600 px), unless the person has chosen columns. */
  wide?: boolean | 'very'
  /** Takes the remaining width; longer text takes two lines where the row has room, and then ends in an ellipsis. */
  cut?: boolean
  /** Position in the two lines of a row on a phone; columns without one are hidden there, and so is an empty value (—) but for the title. */
  phone?: 'title' | 'title-end' | 'sub' | 'sub-end'
}

/** A column of any row type: only id and header are read. */
export type AnyColumn = Column<never, string>

/** In the user's order; columns added since then come last. */
export const orderedColumns = <C extends AnyColumn>(columns: readonly C[], { order }: TablePreferences): C[] => {
  if (!order) return [...columns]
  const rank = new Map(order.map((id, i) => [id, i]))
  return columns.toSorted((a, b) => (rank.get(a.id) ?? 999) - (rank.get(b.id) ?? 999))
}

export const isShown = (column: AnyColumn, { hidden }: TablePreferences) =>
  column.hideable === false || !(hidden ? hidden.includes(column.id) : column.hidden)

export type Room = 'little' | 'some' | 'much'
const hasRoom = ({ wide = false }: AnyColumn, room: Room) => !wide || room === 'much' || (room === 'some' && wide !== 'very')

export const visibleColumns = <C extends AnyColumn>(columns: readonly C[], preferences: TablePreferences, room: Room = 'much') =>
  orderedColumns(columns, preferences).filter(
    (column) => isShown(column, preferences) && (hasRoom(column, room) || preferences.hidden !== undefined),
  )

export const alignClass = (align: AnyColumn['align']) => (align === 'number' ? 'end num' : align === 'start' ? undefined : align)

/** The common unit of a column's amounts, to be written once in its header; undefined if they differ. */
export const unitOf = (units: readonly string[] = []) => (new Set(units).size === 1 ? units[0] : undefined)
