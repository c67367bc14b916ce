import { trimZeros } from '../format/number-text.ts'
import { type CellLook, type ColumnType, escapeXml, type StyleBook } from './workbook-styles.ts'

// The cells of a written workbook.

export type SheetColumn = {
  header?: string
  type: ColumnType
  /** In characters; by type when left out. */
  width?: number
  /** Number format of Excel instead of the type's own. */
  format?: string
  /** Of its cells, when the sheet is protected; locked by default. */
  locked?: boolean
}

/** Texts and canonical decimal texts (amounts), ISO dates, numbers of integer columns; null and '' are empty cells. */
export type SheetValue = string | number | boolean | null | undefined
/** A cell that differs from its column: a label or a field of a form, or a formula of ours with the value to show. */
export type SheetCell = {
  value: SheetValue
  type?: ColumnType
  look?: CellLook
  locked?: boolean
  /** Defined name of the workbook for this cell, e.g. VALOR_ANALISIS. */
  name?: string
  /** Written as it is: only ever a constant of the program, never text of a user. `value` is kept as its cached value. */
  formula?: string
  wrap?: boolean
  /** Steps to the right. */
  indent?: number
}
export type WrittenWorkbook = {
  rows: number
  /** Amounts with more than 15 significant digits: Excel's numbers cannot hold them, so they were written as text, right-aligned. */
  amountsAsText: number
}

/** What the parts of one workbook share while it is written. */
export type Book = {
  styles: StyleBook
  names: Map<string, string>
  result: WrittenWorkbook
  formulas: boolean
  /** Texts that cells refer to by their place. */
  texts: Map<string, number>
}

export function cellStyle(cell: SheetCell, type: ColumnType, column: SheetColumn | undefined, styles: StyleBook): number {
  const locked = cell.locked ?? column?.locked
  const format = column && column.type === type ? column.format : undefined
  return styles.id({
    type,
    ...(cell.look && { look: cell.look }),
    ...(locked !== undefined && { locked }),
    ...(format && { format }),
    ...(cell.wrap && { wrap: true }),
    ...(cell.indent && { indent: cell.indent }),
  })
}

/** A cell after its address. */
export function cellXml(value: SheetValue, type: ColumnType, style: number, cell: SheetCell | null, book: Book): string {
  if (cell?.formula) book.formulas = true
  if (value === null || value === undefined || value === '')
    return ` s="${style}"${cell?.formula ? `><f>${escapeXml(cell.formula)}</f></c>` : '/>'}`
  if (typeof value === 'boolean') return ` s="${style}" t="b"><v>${value ? 1 : 0}</v></c>`
  const look = cell?.look
  if (look === 'header' || look === 'title' || look === 'label' || type === 'text' || type === 'code') return textCell(String(value), style)
  if (type === 'date' || type === 'datetime') {
    const serial = typeof value === 'string' ? isoToSerial(value) : null
    return serial === null ? textCell(String(value), style) : ` s="${style}"><v>${serial}</v></c>`
  }
  const text = typeof value === 'number' ? (Number.isFinite(value) ? String(value) : '') : value
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text)) return textCell(text, style)
  if (type === 'amount' && text.length > 15 && significantDigits(text) > 15) {
    book.result.amountsAsText++
    return textCell(
      text,
      book.styles.id({
        type: 'code',
        align: 'right',
        ...(cell?.look && { look: cell.look }),
        ...(cell?.locked !== undefined && { locked: cell.locked }),
      }),
    )
  }
  return ` s="${style}">${cell?.formula ? `<f>${escapeXml(cell.formula)}</f>` : ''}<v>${text}</v></c>`
}

/** A cell of text after its address. Inline, so that no table of all texts has to be kept in memory. */
export const textCell = (text: string, style: number): string => ` s="${style}" t="inlineStr"><is>${textXml(text)}</is></c>`
/** Excel takes at most 32,767 characters. */
export function textXml(text: string): string {
  const cut = text.length > 32_767 ? text.slice(0, 32_767) : text
  const space = /^\s|\s$|[\n\t]/.test(cut) ? ' xml:space="preserve"' : ''
  return `<t${space}>${escapeXml(cut)}</t>`
}

/** Texts that a column remembers, those that the whole book has in one place, and their length at most. */
const MAX_REMEMBERED = 1_000
const MAX_SHARED = 20_000
const MAX_LENGTH = 100
/** So many texts show whether those of a column come again. */
const TRIED = 4_000

/** A cell of a text that comes again: its place among the book's texts, a third of the XML to write, to compress and to read. */
function sharedCell(text: string, style: number, { texts }: Book): string {
  let place = texts.get(text)
  if (place === undefined) {
    if (texts.size >= MAX_SHARED) return textCell(text, style)
    place = texts.size
    texts.set(text, place)
  }
  return ` s="${style}" t="s"><v>${place}</v></c>`
}

/** Writes the cells of a column that have nothing of their own. Texts and days that come again and again, as a business or a status, are remembered as written. */
export function plainCells(type: ColumnType, style: number, book: Book): (value: SheetValue) => string {
  const isText = type === 'text' || type === 'code'
  const write = (value: SheetValue) => cellXml(value, type, style, null, book)
  if (type === 'amount' || type === 'integer' || type === 'percent') return write
  const written = new Map<string, string>()
  let tried = 0
  let again = 0
  return (value) => {
    if (typeof value !== 'string' || value.length > MAX_LENGTH || (tried > TRIED && again * 2 < tried)) return write(value)
    tried++
    const known = written.get(value)
    if (known !== undefined) {
      again++
      return known
    }
    const cell = isText && value !== '' ? sharedCell(value, style, book) : write(value)
    if (written.size >= MAX_REMEMBERED) written.clear()
    written.set(value, cell)
    return cell
  }
}

const significantDigits = (decimal: string) => trimZeros(decimal).replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '').length

/** '2008-01-31' or '2008-01-31T10:00:00' → days since 1900 as Excel counts; null when it is no date. */
function isoToSerial(iso: string): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?/.exec(iso)
  if (!match) return null
  const seconds = Number(match[2] ?? 0) * 3600 + Number(match[3] ?? 0) * 60 + Number(match[4] ?? 0)
  const days = Date.parse(`${match[1]}T00:00:00Z`) / 86_400_000 + 25_569
  // The calendar of Excel has a day too many before March 1900.
  if (!(days >= 61)) return null
  return days + Math.round((seconds / 86_400) * 1e9) / 1e9
}
