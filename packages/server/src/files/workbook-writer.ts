import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { columnLetters, parseAddress } from './cell.ts'
import { trimZeros } from './number-text.ts'
import { type CellLook, type ColumnType, escapeXml, type StyleBook, styleBook } from './workbook-styles.ts'
import { type ZipPart, zipOf } from './zip-stream.ts'

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
}
export type SheetRowValues = (SheetValue | SheetCell)[]

export type WrittenSheet = {
  name: string
  columns: SheetColumn[]
  rows: AsyncIterable<SheetRowValues> | Iterable<SheetRowValues>
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
}

export type WrittenWorkbook = {
  rows: number
  /** Amounts with more than 15 significant digits: Excel's numbers cannot hold them, so they were written as text, right-aligned. */
  amountsAsText: number
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

/** What the parts of one workbook share while it is written. */
type Book = { styles: StyleBook; names: Map<string, string>; result: WrittenWorkbook; formulas: boolean }

type Finished = { name: string; hidden: boolean; filter: string | null; header: boolean }

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
  yield `${DECLARATION}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheetViews><sheetView workbookViewId="0">`
  if (frozen) yield '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>'
  yield '</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>'
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
    const row = await cursor.next()
    if (row === null) break
    number++
    result.rows++
    let xml = `<row r="${number}">`
    for (let at = 0; at < row.length; at++) {
      const given = row[at]
      if (given === null || given === undefined || given === '') continue
      letters[at] ??= columnLetters(at)
      const address = `${letters[at]}${number}`
      const cell = typeof given === 'object' ? given : null
      const column = columns[at]
      const type = cell?.type ?? column?.type ?? 'text'
      if (cell?.name) names.set(cell.name, absolute(done.name, address))
      const style = cell ? cellStyle(cell, type, column, styles) : (columnStyles[at] ?? 0)
      xml += cellXml(address, cell ? cell.value : (given as SheetValue), type, style, cell, book)
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

function cellStyle(cell: SheetCell, type: ColumnType, column: SheetColumn | undefined, styles: StyleBook): number {
  const locked = cell.locked ?? column?.locked
  const format = column && column.type === type ? column.format : undefined
  return styles.id({
    type,
    ...(cell.look && { look: cell.look }),
    ...(locked !== undefined && { locked }),
    ...(format && { format }),
    ...(cell.wrap && { wrap: true }),
  })
}

function cellXml(address: string, value: SheetValue, type: ColumnType, style: number, cell: SheetCell | null, book: Book): string {
  if (cell?.formula) book.formulas = true
  if (value === null || value === undefined || value === '')
    return `<c r="${address}" s="${style}"${cell?.formula ? `><f>${escapeXml(cell.formula)}</f></c>` : '/>'}`
  if (typeof value === 'boolean') return `<c r="${address}" s="${style}" t="b"><v>${value ? 1 : 0}</v></c>`
  const look = cell?.look
  if (look === 'header' || look === 'title' || look === 'label' || type === 'text' || type === 'code')
    return textCell(address, String(value), style)
  if (type === 'date' || type === 'datetime') {
    const serial = typeof value === 'string' ? isoToSerial(value) : null
    return serial === null ? textCell(address, String(value), style) : `<c r="${address}" s="${style}"><v>${serial}</v></c>`
  }
  const text = typeof value === 'number' ? (Number.isFinite(value) ? String(value) : '') : value
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text)) return textCell(address, text, style)
  if (type === 'amount' && significantDigits(text) > 15) {
    book.result.amountsAsText++
    return textCell(
      address,
      text,
      book.styles.id({
        type: 'code',
        align: 'right',
        ...(cell?.look && { look: cell.look }),
        ...(cell?.locked !== undefined && { locked: cell.locked }),
      }),
    )
  }
  return `<c r="${address}" s="${style}">${cell?.formula ? `<f>${escapeXml(cell.formula)}</f>` : ''}<v>${text}</v></c>`
}

/** Inline, so that no table of texts has to be kept in memory. Excel takes at most 32,767 characters. */
function textCell(address: string, text: string, style: number): string {
  const cut = text.length > 32_767 ? text.slice(0, 32_767) : text
  const space = /^\s|\s$|[\n\t]/.test(cut) ? ' xml:space="preserve"' : ''
  return `<c r="${address}" s="${style}" t="inlineStr"><is><t${space}>${escapeXml(cut)}</t></is></c>`
}

const significantDigits = (plain: string) => trimZeros(plain).replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '').length

/** '2008-01-31' or '2008-01-31T10:00:00' → days since 1900 as Excel counts; null when it is no date. */
function isoToSerial(iso: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?/.exec(iso)
  if (!match) return null
  const [year, month, day, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part))) as [number, number, number, ...number[]]
  const days = Date.UTC(year, month - 1, day) / 86_400_000 + 25_569
  if (days < 61) return null
  return days + Math.round(((hour * 3600 + minute * 60 + second) / 86_400) * 1e9) / 1e9
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const ROOT_RELATIONS = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

function workbookXml(sheets: Finished[], { names, formulas }: Book): string {
  const list = sheets.map(
    ({ name, hidden }, at) =>
      `<sheet name="${escapeXml(name)}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  )
  const first = Math.max(
    0,
    sheets.findIndex(({ hidden }) => !hidden),
  )
  const defined = [
    ...[...names].map(([name, refersTo]) => `<definedName name="${escapeXml(name)}">${escapeXml(refersTo)}</definedName>`),
    ...sheets.flatMap(({ name, filter, header }, at) => [
      ...(filter
        ? [`<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${escapeXml(absolute(name, filter))}</definedName>`]
        : []),
      ...(header
        ? [`<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${escapeXml(`${quoted(name)}!$1:$1`)}</definedName>`]
        : []),
    ]),
  ]
  return (
    `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><bookViews><workbookView activeTab="${first}"/></bookViews>` +
    `<sheets>${list.join('')}</sheets>${defined.length ? `<definedNames>${defined.join('')}</definedNames>` : ''}${formulas ? '<calcPr fullCalcOnLoad="1"/>' : ''}</workbook>`
  )
}

function relationsXml(sheets: number): string {
  const list = Array.from(
    { length: sheets },
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}<Relationship Id="rId${sheets + 1}" Type="${RELATIONSHIPS}/styles" Target="styles.xml"/></Relationships>`
}

function contentTypesXml(sheets: number): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const list = Array.from(
    { length: sheets },
    (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${type}.worksheet+xml"/>`,
  )
  return (
    `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${list.join('')}</Types>`
  )
}

const quoted = (sheet: string) => `'${sheet.replaceAll("'", "''")}'`

function absolute(sheet: string, range: string): string {
  const ends = range.split(':').map((each) => {
    const place = parseAddress(each)
    if (!place) throw new RangeError(`Not an address: ${range}`)
    return `$${columnLetters(place.column)}$${place.row}`
  })
  return `${quoted(sheet)}!${ends.join(':')}`
}

/** A name that Excel accepts and that no other sheet has. */
function sheetName(wanted: string, used: Set<string>): string {
  const clean =
    wanted
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(/^'+|'+$/g, '')
      .trim()
      .slice(0, 31) || 'Hoja'
  let name = clean
  for (let copy = 2; used.has(name.toLowerCase()); copy++) name = `${clean.slice(0, 26)} (${copy})`
  used.add(name.toLowerCase())
  return name
}

type RowCursor = { next(): Promise<SheetRowValues | null>; ended(): Promise<boolean>; close(): Promise<void> }

function rowCursor(rows: WrittenSheet['rows']): RowCursor {
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  let ahead: SheetRowValues | null | undefined
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
