import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { columnLetters } from '../format/cell.ts'
import {
  type Book,
  cellStyle,
  cellXml,
  plainCells,
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
  sharedTextsXml,
  sheetName,
  workbookXml,
} from './workbook-frame.ts'
import { type ColumnType, styleBook } from './workbook-styles.ts'
import { type ZipPart, zipOf } from './zip-stream.ts'

export type SheetRowValues = (SheetValue | SheetCell)[]
/** A row inside the one above that has a lower level; from 0. */
export type OutlinedRow = { outline: number; values: SheetRowValues }
export type SheetRow = SheetRowValues | OutlinedRow
/** Levels that Excel can fold. */
const MAX_OUTLINE = 7

export type WrittenSheet = {
  name: string
  columns: SheetColumn[]
  /** At hand, or some at a time as they are loaded. */
  rows: AsyncIterable<readonly SheetRow[]> | Iterable<SheetRow>
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
  const book: Book = { styles: styleBook(), names: new Map(), result, formulas: false, texts: new Map() }
  const finished: Finished[] = []
  const used = new Set<string>()
  for (const sheet of sheets) {
    const cursor = rowCursor(sheet.rows)
    try {
      for (let part = 1; part === 1 || (await cursor.hasNext()); part++) {
        const name = sheetName(part === 1 ? sheet.name : `${sheet.name.slice(0, 25)} (${part})`, used)
        const done: Finished = { name, hidden: sheet.hidden ?? false, filter: null, header: hasHeader(sheet) }
        finished.push(done)
        yield { name: `xl/worksheets/sheet${finished.length}.xml`, content: sheetXml(sheet, cursor, book, done) }
      }
    } finally {
      await cursor.close()
    }
    for (const [name, range] of Object.entries(sheet.names ?? {})) book.names.set(name, absolute(finished.at(-1)!.name, range))
    for (const [name, text] of Object.entries(sheet.constants ?? {})) book.names.set(name, constant(text))
  }
  yield { name: 'xl/styles.xml', content: [book.styles.xml()] }
  yield { name: 'xl/workbook.xml', content: [workbookXml(finished, book)] }
  const shared = book.texts.size > 0
  if (shared) yield { name: 'xl/sharedStrings.xml', content: [sharedTextsXml(book)] }
  yield { name: 'xl/_rels/workbook.xml.rels', content: [relationsXml(finished.length, shared)] }
  yield { name: '_rels/.rels', content: [ROOT_RELATIONS] }
  yield { name: '[Content_Types].xml', content: [contentTypesXml(finished.length, shared)] }
}

const hasHeader = (sheet: WrittenSheet) => sheet.columns.some(({ header }) => header !== undefined)

/** Characters of the pieces in which a sheet is written. */
const PIECE = 128 * 1024

async function* sheetXml(sheet: WrittenSheet, cursor: RowCursor, book: Book, done: Finished): AsyncGenerator<string> {
  const { columns } = sheet
  const { styles, names, result } = book
  const header = hasHeader(sheet)
  const frozen = header && (sheet.freezeHeader ?? true)
  let xml = `${DECLARATION}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">${sheet.outlined ? '<sheetPr><outlinePr summaryBelow="0"/></sheetPr>' : ''}<sheetViews><sheetView workbookViewId="0">`
  if (frozen) xml += '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>'
  xml += `</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"${sheet.outlined ? ` outlineLevelRow="${MAX_OUTLINE}"` : ''}/>`
  if (columns.length > 0) {
    const widths = columns.map(
      ({ width, type }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width ?? WIDTHS[type]}" customWidth="1"/>`,
    )
    xml += `<cols>${widths.join('')}</cols>`
  }
  xml += '<sheetData>'
  const letters = columns.map((_, at) => columnLetters(at))
  const columnStyles = columns.map(({ type, format, locked }) =>
    styles.id({ type, ...(format && { format }), ...(locked !== undefined && { locked }) }),
  )
  let number = 0
  if (header) {
    number++
    const cells = columns.map(
      ({ header: text, type }, at) =>
        `<c r="${letters[at]}1"${textCell(text ?? '', styles.id({ type: 'text', look: 'header', align: isNumeric(type) ? 'right' : 'left' }))}`,
    )
    xml += `<row r="1">${cells.join('')}</row>`
  }
  const plain = columns.map(({ type }, at) => plainCells(type, columnStyles[at] ?? 0, book))
  while (number < MAX_ROWS && (cursor.hasLoaded() || (await cursor.hasNext()))) {
    const next = cursor.next()
    number++
    result.rows++
    const { outline, values: row } = Array.isArray(next) ? { outline: 0, values: next } : next
    xml += `<row r="${number}"${outline > 0 ? ` outlineLevel="${Math.min(outline, MAX_OUTLINE)}"` : ''}>`
    for (let at = 0; at < row.length; at++) {
      const value = row[at]
      if (value === null || value === undefined || value === '') continue
      letters[at] ??= columnLetters(at)
      const address = `${letters[at]}${number}`
      xml += `<c r="${address}"`
      if (typeof value !== 'object') {
        xml += plain[at]?.(value) ?? cellXml(value, 'text', 0, null, book)
        continue
      }
      const column = columns[at]
      const type = value.type ?? column?.type ?? 'text'
      if (value.name) names.set(value.name, absolute(done.name, address))
      xml += cellXml(value.value, type, cellStyle(value, type, column, styles), value, book)
    }
    xml += '</row>'
    // Each piece that is compressed costs a turn of the event loop.
    if (xml.length < PIECE) continue
    yield xml
    xml = ''
  }
  xml += '</sheetData>'
  if (sheet.protect) xml += '<sheetProtection sheet="1" objects="1" scenarios="1" formatColumns="0" formatRows="0"/>'
  if (header && (sheet.autoFilter ?? !sheet.protect)) {
    done.filter = `A1:${letters[columns.length - 1]}${Math.max(number, 1)}`
    xml += `<autoFilter ref="${done.filter}"/>`
  }
  if (sheet.merges?.length)
    xml += `<mergeCells count="${sheet.merges.length}">${sheet.merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
  yield `${xml}<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/></worksheet>`
}

const WIDTHS: Record<ColumnType, number> = { text: 32, code: 16, amount: 20, integer: 12, percent: 10, date: 12, datetime: 17 }
const isNumeric = (type: ColumnType) => type === 'amount' || type === 'integer' || type === 'percent'

type RowCursor = {
  /** Whether the next row needs no waiting for. */
  hasLoaded(): boolean
  hasNext(): Promise<boolean>
  /** Only where there is one. */
  next(): SheetRow
  close(): Promise<unknown>
}

function rowCursor(rows: WrittenSheet['rows']): RowCursor {
  const source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : inBatches(rows)
  let loaded: readonly SheetRow[] = []
  let at = 0
  return {
    hasLoaded: () => at < loaded.length,
    async hasNext() {
      while (at >= loaded.length) {
        const { done, value } = await source.next()
        if (done) return false
        loaded = value
        at = 0
      }
      return true
    },
    next: () => loaded[at++]!,
    close: async () => source.return?.(),
  }
}

const BATCH_ROWS = 1_000
/** Rows at hand, which may be many that are made one by one, as if they were loaded some at a time. */
async function* inBatches(rows: Iterable<SheetRow>): AsyncGenerator<SheetRow[]> {
  let found: SheetRow[] = []
  for (const row of rows) {
    found.push(row)
    if (found.length < BATCH_ROWS) continue
    yield found
    found = []
  }
  if (found.length > 0) yield found
}
