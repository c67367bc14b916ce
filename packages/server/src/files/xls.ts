import { readFile } from 'node:fs/promises'
import type { Cell } from '@cuadre/api/table/cell'
import { isDateFormat, serialToIso } from '@cuadre/api/table/dates'
import { LIMITS } from '@cuadre/api/table/limits'
import { numberText } from '@cuadre/api/table/number-text'
import { FileRefused } from '@cuadre/api/table/refused'
import type { DefinedName, SheetInfo } from '@cuadre/api/table/xlsx-book'
import type { SheetRow } from '@cuadre/api/table/xlsx-sheet'
import XLSX, { type CellObject, type ParsingOptions, type WorkBook } from 'xlsx'

// Legacy BIFF workbooks (.xls). SheetJS reads them whole, so this runs only inside the locked worker, and only after the container has
// been looked at: SheetJS itself would take HTML or plain text for a workbook.

/** A workbook of which only the frame was read; a sheet is read whole when its rows are asked for. */
export type XlsBook = { bytes: Buffer; sheets: SheetInfo[]; names: DefinedName[] }

export async function openXls(path: string): Promise<XlsBook> {
  const bytes = await readFile(path)
  inspectContainer(bytes)
  const book = parse(bytes, { sheetRows: 1 })
  const properties = book.Workbook?.Sheets ?? []
  const sheets = book.SheetNames.map((name, at) => ({ name, visible: !properties[at]?.Hidden }))
  const names = (book.Workbook?.Names ?? []).map(({ Name, Ref }) => ({ name: Name, refersTo: Ref }))
  return { bytes, sheets: sheets.filter(({ name }) => isGrid(book, name)), names }
}

function parse(bytes: Buffer, options: ParsingOptions): WorkBook {
  try {
    return XLSX.read(bytes, { type: 'buffer', dense: true, cellNF: true, cellText: false, cellHTML: false, ...options })
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (/password|encrypt/i.test(message)) throw new FileRefused('cifrado')
    throw new FileRefused('danado', { motivo: message.slice(0, 100) })
  }
}

type CompoundFile = { FullPaths: string[]; FileIndex: { name: string; content?: Uint8Array }[] }

function inspectContainer(bytes: Buffer) {
  let container: CompoundFile
  try {
    container = XLSX.CFB.read(bytes, { type: 'buffer' }) as CompoundFile
  } catch {
    if (bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw new FileRefused('cifrado')
    throw new FileRefused('truncado')
  }
  const paths = container.FullPaths.join('\n')
  if (/EncryptedPackage|EncryptionInfo/.test(paths)) throw new FileRefused('cifrado')
  if (/_VBA_PROJECT|\/VBA\//i.test(paths)) throw new FileRefused('macros')
  const stream = container.FileIndex.find(({ name }) => /^(workbook|book)$/i.test(name))
  if (!stream?.content?.length) throw new FileRefused('tipo', { contenido: 'documento de Office que no es un libro' })
  inspectRecords(Buffer.from(stream.content))
}

const FILEPASS = 0x2f
const BOUNDSHEET = 0x85
const SUPBOOK = 0x1ae
const EXTERNSHEET = 0x17
const END_OF_GLOBALS = 0x0a

/** The records before the first sheet: is it encrypted, has it macro sheets, does it link to other books? */
function inspectRecords(stream: Buffer) {
  const biff8 = stream.length > 6 && stream.readUInt16LE(4) === 0x600
  for (let at = 0; at + 4 <= stream.length; ) {
    const type = stream.readUInt16LE(at)
    const length = stream.readUInt16LE(at + 2)
    const body = stream.subarray(at + 4, at + 4 + length)
    at += 4 + length
    if (type === END_OF_GLOBALS) return
    if (type === FILEPASS) throw new FileRefused('cifrado')
    if (type === BOUNDSHEET && (body[5] === 1 || body[5] === 6)) throw new FileRefused('macros')
    if (type === SUPBOOK && length > 4) throw new FileRefused('enlaces')
    if (type === EXTERNSHEET && !biff8 && body[1] === 1 && body[0]! > 1) throw new FileRefused('enlaces')
  }
}

type DenseSheet = (CellObject[] | undefined)[] & { '!merges'?: { s: { r: number; c: number }; e: { r: number; c: number } }[] }

const isGrid = (book: WorkBook, name: string) => {
  const type = (book.Sheets[name] as { '!type'?: string } | undefined)?.['!type']
  return type === undefined || type === 'sheet'
}

/** One sheet, read whole: its rows, in batches small enough to be passed on, and its merged cells. */
export function readXlsSheet({ bytes }: XlsBook, sheet: string, withExtras: boolean): { rows: Generator<SheetRow[]>; merges: string[] } {
  const book = parse(bytes, { sheets: sheet, cellFormula: withExtras })
  // With `dense` SheetJS gives an array of rows, which its types do not say.
  const grid = book.Sheets[sheet] as unknown as DenseSheet | undefined
  if (!grid) throw new FileRefused('hoja')
  const merges = (grid['!merges'] ?? []).slice(0, 5_000).map((range) => XLSX.utils.encode_range(range))
  return { rows: gridRows(grid, book.Workbook?.WBProps?.date1904 ?? false, withExtras), merges }
}

function* gridRows(grid: DenseSheet, date1904: boolean, withExtras: boolean): Generator<SheetRow[]> {
  let batch: SheetRow[] = []
  for (let r = 0; r < grid.length; r++) {
    const source = grid[r]
    if (!source) continue
    const row: SheetRow = { number: r + 1, cells: [] }
    if (withExtras) row.extras = { formulas: new Map(), styles: new Map() }
    for (let c = 0; c < source.length; c++) {
      const object = source[c]
      if (!object) continue
      const cell = cellOf(object, date1904)
      if (object.f) row.extras?.formulas.set(c, object.f)
      if (cell === null) continue
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

function cellOf({ t, v, z }: CellObject, date1904: boolean): Cell {
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
  return n === null ? null : { n }
}
