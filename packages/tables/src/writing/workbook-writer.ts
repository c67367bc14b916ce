import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { columnLetters } from '../format/cell.ts'
import {
  type Book,
  cellStyle,
  cellXml,
  type SheetCell,
  type SheetColumn,
  type SheetValue,
  textCell,
  type WrittenWorkbook,
} from './workbook-cells.ts'
import {
  absolute,
  constant,
  contentTypesXml,
  DECLARATION,
  type Finished,
  MAIN,
  RELATIONSHIPS,
  ROOT_RELATIONS,
  relationsXml,
  sheetName,
  workbookXml,
} from './workbook-frame.ts'
import { type ColumnType, styleBook } from './workbook-styles.ts'
import { type ZipPart, zipOf } from './zip-stream.ts'

export type SheetRowValues = (SheetValue | SheetCell)[]
/** A row inside the one above that has a lower level; from 0. */
export type OutlinedRow = { outline: number; values: SheetRowValues }
type SheetRow = SheetRowValues | OutlinedRow
/** Levels that Excel can fold. */
const MAX_OUTLINE = 7

export type WrittenSheet = {
  name: string
  columns: SheetColumn[]
  rows: AsyncIterable<SheetRow> | Iterable<SheetRow>
  /** Its rows are outlined: what a row holds comes below it. */
  outlined?: boolean
  /** Freeze the header row; true by default when there is one. */
  freezeHeader?: boolean
  /** Filter buttons on the header; true by default when there is one and the sheet is not protected. */
  autoFilter?: boolean
  /** Protects the sheet (without a password): only cells with `locked: false` can be written. */
  protect?: boolean
  merges?: string[]
  hidden?: boolean
  /** Defined names of ranges, e.g. { CUENTAS: 'A2:A90' }; single cells are better named at the cell. */
  names?: Record<string, string>
  /** Names that stand for a text, of at most 255 characters, and for no cell. */
  constants?: Record<string, string>
}

/** Rows of a sheet of Excel; what is over goes on in further sheets, 'Name (2)' and so on, each with the header. */
const MAX_ROWS = 1_048_576

/**
 * Writes an XLSX workbook, row by row: memory does not grow with the rows. Texts are always texts, also '=1+1'. Give a path (removed
 * again when writing fails) or a Writable, which is ended.
 */
export async function writeWorkbook(sheets: WrittenSheet[], out: Writable | string): Promise<WrittenWorkbook> {
  const result: WrittenWorkbook = { rows: 0, amountsAsText: 0 }
  const target = typeof out === 'string' ? createWriteStream(out) : out
  try {
    await pipeline(Readable.from(zipOf(workbookParts(sheets, result)), { objectMode: false }), target)
  } catch (error) {
    if (typeof out === 'string') await rm(out, { force: true })
    throw error
  }
  return result
}

async function* workbookParts(sheets: WrittenSheet[], result: WrittenWorkbook): AsyncGenerator<ZipPart> {
  const book: Book = { styles: styleBook(), names: new Map(), result, formulas: false }
  const finished: Finished[] = []
  const used = new Set<string>()
  for (const sheet of sheets) {
    const cursor = rowCursor(sheet.rows)
    try {
      for (let part = 1; part === 1 || !(await cursor.ended()); part++) {
        const name = sheetName(part === 1 ? sheet.name : `${sheet.name.slice(0, 25)} (${part})`, used)
        const done: Finished = { name, hidden: sheet.hidden ?? false, filter: null, header: hasHeader(sheet) }
        finished.push(done)
        yield { name: `xl/worksheets/sheet${finished.length}.xml`, content: chunked(sheetXml(sheet, cursor, book, done)) }
      }
    } finally {
      await cursor.close()
    }
    for (const [name, range] of Object.entries(sheet.names ?? {})) book.names.set(name, absolute(finished.at(-1)!.name, range))
    for (const [name, text] of Object.entries(sheet.constants ?? {})) book.names.set(name, constant(text))
  }
  yield { name: 'xl/styles.xml', content: [book.styles.xml()] }
  yield { name: 'xl/workbook.xml', content: [workbookXml(finished, book)] }
  yield { name: 'xl/_rels/workbook.xml.rels', content: [relationsXml(finished.length)] }
  yield { name: '_rels/.rels', content: [ROOT_RELATIONS] }
  yield { name: '[Content_Types].xml', content: [contentTypesXml(finished.length)] }
}

const hasHeader = (sheet: WrittenSheet) => sheet.columns.some(({ header }) => header !== undefined)

async function* sheetXml(sheet: WrittenSheet, cursor: RowCursor, book: Book, done: Finished): AsyncGenerator<string> {
  const { columns } = sheet
  const { styles, names, result } = book
  const header = hasHeader(sheet)
  const frozen = header && (sheet.freezeHeader ?? true)
  yield `${DECLARATION}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">${sheet.outlined ? '<sheetPr><outlinePr summaryBelow="0"/></sheetPr>' : ''}<sheetViews><sheetView workbookViewId="0">`
  if (frozen) yield '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>'
  yield `</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"${sheet.outlined ? ` outlineLevelRow="${MAX_OUTLINE}"` : ''}/>`
  if (columns.length > 0) {
    const widths = columns.map(
      ({ width, type }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width ?? WIDTHS[type]}" customWidth="1"/>`,
    )
    yield `<cols>${widths.join('')}</cols>`
  }
  yield '<sheetData>'
  const letters = columns.map((_, at) => columnLetters(at))
  const columnStyles = columns.map(({ type, format, locked }) =>
    styles.id({ type, ...(format && { format }), ...(locked !== undefined && { locked }) }),
  )
  let number = 0
  if (header) {
    number++
    const cells = columns.map(({ header: text, type }, at) =>
      textCell(`${letters[at]}1`, text ?? '', styles.id({ type: 'text', look: 'header', align: isNumeric(type) ? 'right' : 'left' })),
    )
    yield `<row r="1">${cells.join('')}</row>`
  }
  while (number < MAX_ROWS) {
    const next = await cursor.next()
    if (next === null) break
    number++
    result.rows++
    const { outline, values: row } = Array.isArray(next) ? { outline: 0, values: next } : next
    let xml = `<row r="${number}"${outline > 0 ? ` outlineLevel="${Math.min(outline, MAX_OUTLINE)}"` : ''}>`
    for (let at = 0; at < row.length; at++) {
      const value = row[at]
      if (value === null || value === undefined || value === '') continue
      letters[at] ??= columnLetters(at)
      const address = `${letters[at]}${number}`
      const cell = typeof value === 'object' ? value : null
      const column = columns[at]
      const type = cell?.type ?? column?.type ?? 'text'
      if (cell?.name) names.set(cell.name, absolute(done.name, address))
      const style = cell ? cellStyle(cell, type, column, styles) : (columnStyles[at] ?? 0)
      xml += cellXml(address, cell ? cell.value : (value as SheetValue), type, style, cell, book)
    }
    yield `${xml}</row>`
  }
  yield '</sheetData>'
  if (sheet.protect) yield '<sheetProtection sheet="1" objects="1" scenarios="1" formatColumns="0" formatRows="0"/>'
  if (header && (sheet.autoFilter ?? !sheet.protect)) {
    done.filter = `A1:${letters[columns.length - 1]}${Math.max(number, 1)}`
    yield `<autoFilter ref="${done.filter}"/>`
  }
  if (sheet.merges?.length)
    yield `<mergeCells count="${sheet.merges.length}">${sheet.merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
  yield '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/></worksheet>'
}

const WIDTHS: Record<ColumnType, number> = { text: 32, code: 16, amount: 20, integer: 12, percent: 10, date: 12, datetime: 17 }
const isNumeric = (type: ColumnType) => type === 'amount' || type === 'integer' || type === 'percent'

type RowCursor = { next(): Promise<SheetRow | null>; ended(): Promise<boolean>; close(): Promise<void> }

function rowCursor(rows: WrittenSheet['rows']): RowCursor {
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  let ahead: SheetRow | null | undefined
  const pull = async () => {
    const { done, value } = await iterator.next()
    return done ? null : value
  }
  return {
    async next() {
      if (ahead === undefined) return pull()
      const row = ahead
      if (row !== null) ahead = undefined
      return row
    },
    async ended() {
      if (ahead === undefined) ahead = await pull()
      return ahead === null
    },
    async close() {
      if (ahead !== null) await iterator.return?.()
    },
  }
}

/** Joins small pieces, since each one that is compressed costs a turn of the event loop. */
async function* chunked(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length < 128 * 1024) continue
    yield text
    text = ''
  }
  if (text) yield text
}
