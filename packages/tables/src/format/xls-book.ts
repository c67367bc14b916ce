/// <reference path="./xlsx-module.d.ts" />
import type { CellObject, ParsingOptions, WorkBook, WorkSheet } from 'xlsx'
import { parse_xlscfb, SSF, set_cptable, utils } from 'xlsx/xlsx.mjs'
import type { Cell, Row } from './cell.ts'
import { isDateFormat, serialToIso } from './dates.ts'
import { LIMITS } from './limits.ts'
import { type NumberFormat, numberFormat } from './number-format.ts'
import { numberText } from './number-text.ts'
import { FileRefused } from './refused.ts'
import { inspectRecords, withoutCellsFrom, workbookStream } from './xls-stream.ts'
import type { DefinedName, SheetInfo } from './xlsx-book.ts'
import type { SheetRow } from './xlsx-sheet.ts'

// Legacy BIFF workbooks (.xls). SheetJS reads them whole, so this runs only inside a worker: the server's locked one, or that of the page.

/** A workbook of which only the frame and its `first` rows were read; a sheet is read whole when its rows are asked for. */
type XlsBook = { stream: Uint8Array; sheets: SheetInfo[]; names: DefinedName[]; first: Grids }
type Grids = Pick<WorkBook, 'Sheets' | 'Workbook'>

/** Opens a workbook whose `firstRows` are asked for, if any are. Throws FileRefused. */
export async function openXls(bytes: Uint8Array, firstRows = 1): Promise<XlsBook> {
  const stream = workbookStream(bytes)
  const { unicode } = inspectRecords(stream)
  if (!unicode) set_cptable(await import('xlsx/dist/cpexcel.full.mjs'))
  const { SheetNames, Sheets, Workbook } = parse(withoutCellsFrom(firstRows, stream), { sheetRows: firstRows })
  const sheets = SheetNames.map((name, at) => ({ name, visible: !Workbook?.Sheets?.[at]?.Hidden }))
  const names = (Workbook?.Names ?? []).map(({ Name, Ref }) => ({ name: Name, refersTo: Ref }))
  // The rest, above all the table of its texts, is let go.
  return { stream, sheets: sheets.filter(({ name }) => isGrid(Sheets[name])), names, first: { Sheets, Workbook } }
}

const builtInFormats = { ...SSF.get_table() }

function parse(stream: Uint8Array, options: ParsingOptions): WorkBook {
  // SheetJS would keep the formats of the file before.
  const formats = SSF.get_table()
  for (const id of Object.keys(formats)) delete formats[Number(id)]
  Object.assign(formats, builtInFormats)
  try {
    return parse_xlscfb(stream, { type: 'buffer', dense: true, cellNF: true, cellText: false, cellHTML: false, ...options })
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (/password|encrypt/i.test(message)) throw new FileRefused('cifrado')
    throw new FileRefused('danado', { motivo: message.slice(0, 100) })
  }
}

/** A sheet of SheetJS read with `dense`: its cells in an array of rows. */
export type DenseSheet = WorkSheet & {
  '!data': (CellObject[] | undefined)[]
  /** Where there are more rows than were read. */
  '!fullref'?: string
}

const isGrid = (sheet: WorkSheet | undefined) => sheet?.['!type'] === undefined || sheet['!type'] === 'sheet'

function sheetOf({ Sheets }: Grids, name: string): DenseSheet {
  const sheet = Sheets[name]
  if (!sheet) throw new FileRefused('hoja')
  return { ...sheet, '!data': sheet['!data'] ?? [] }
}

const is1904 = ({ Workbook }: Grids) => Workbook?.WBProps?.date1904 ?? false

/** One sheet, read whole: its rows, in batches small enough to be passed on, and its merged cells. */
export function readXlsSheet({ stream }: XlsBook, sheet: string, withExtras: boolean): { rows: Generator<SheetRow[]>; merges: string[] } {
  const book = parse(stream, { cellFormula: withExtras })
  const { '!data': cells, '!merges': merged = [] } = sheetOf(book, sheet)
  const merges = merged.slice(0, 5_000).map((range) => utils.encode_range(range))
  return { rows: gridRows(cells, is1904(book), withExtras), merges }
}

/** As many of the first rows of a sheet as the book was opened with, `count`; rows that hold nothing may be missing, as everywhere. */
export function firstXlsRows(book: XlsBook, sheet: string, count: number): Row[] {
  const { '!data': cells, '!fullref': whole } = sheetOf(book.first, sheet)
  const [rows = []] = gridRows(cells.slice(0, count), is1904(book.first), false)
  if (rows.length === count || !whole) return rows
  const [more = []] = readXlsSheet(book, sheet, false).rows
  return more.slice(0, count)
}

export function* gridRows(cells: DenseSheet['!data'], date1904: boolean, withExtras: boolean): Generator<SheetRow[]> {
  let batch: SheetRow[] = []
  // A workbook has few formats and many cells.
  const formats: Formats = new Map()
  for (let r = 0; r < cells.length; r++) {
    const source = cells[r]
    if (!source) continue
    const row: SheetRow = { number: r + 1, cells: [] }
    if (withExtras) row.extras = { formulas: new Map(), styles: new Map() }
    for (let c = 0; c < source.length; c++) {
      const object = source[c]
      if (!object) continue
      const cell = cellOf(object, date1904, formats)
      if (object.f) row.extras?.formulas.set(c, object.f)
      if (cell === null) continue
      if (typeof object.z === 'string') row.extras?.styles.set(c, { date: false, code: object.z, align: null })
      if (c >= LIMITS.columns) throw new FileRefused('columnas', { fila: r + 1 })
      while (row.cells.length < c) row.cells.push(null)
      row.cells[c] = cell
    }
    batch.push(row)
    if (batch.length < 1_000) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const ERRORS: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
}

type Formats = Map<string, NumberFormat | undefined>

function cellOf({ t, v, z }: CellObject, date1904: boolean, formats: Formats): Cell {
  if (v === undefined || v === null) return null
  if (t === 's') return String(v).trim() || null
  if (t === 'b') return v ? 'TRUE' : 'FALSE'
  if (t === 'e') return { error: ERRORS[Number(v)] ?? '#N/A' }
  if (t !== 'n') return null
  const number = Number(v)
  const date =
    z !== undefined && isDateFormat(typeof z === 'number' ? z : 0, typeof z === 'string' ? z : undefined)
      ? serialToIso(number, date1904)
      : null
  if (date !== null) return date
  const n = numberText(String(number))
  if (n === null) return null
  if (typeof z !== 'string') return { n }
  if (!formats.has(z)) formats.set(z, numberFormat(z))
  const shown = formats.get(z)?.(n)
  return shown ? { n, shown } : { n }
}
