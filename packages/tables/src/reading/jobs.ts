import { readFile } from 'node:fs/promises'
import type { Cell, Row } from '../format/cell.ts'
import { columnLetters, isError, isNumber, NO_CACHED_VALUE } from '../format/cell.ts'
import { cellDisplay } from '../format/cell-display.ts'
import { type CellLocation, locateCell } from '../format/cell-location.ts'
import { FileRefused } from '../format/refused.ts'
import type { TextFormat } from '../format/text-format.ts'
import { type DefinedName, openBook, type SheetInfo } from '../format/xlsx-book.ts'
import { readSheetRows, type SheetRow } from '../format/xlsx-sheet.ts'
import type { BookCell, BookSheet, Calculation } from './calculate-job.ts'
import type { TableKind } from './preflight.ts'
import { openZip } from './zip.ts'

// What the limited worker can be asked to do. Everything here parses content that nobody vouches for.

/** An archive is opened file by file. */
type Kind = Exclude<TableKind, 'zip'>

export type Job =
  | { task: 'open'; path: string; kind: Kind }
  | RowsJob
  | { task: 'grid'; path: string; kind: Kind; maxRows: number; maxColumns: number; maxSheets: number }
  | { task: 'cells'; path: string; kind: Kind; wanted: string[] }
  | { task: 'column'; path: string; kind: Kind; sheet: string; column: number; from: number; max: number }
  | { task: 'calculate'; path: string; kind: Kind; wanted: string[] }
  | { task: 'stamp'; path: string; kind: 'pdf'; mark: string; foot: string }
  | { task: 'locked'; path: string; kind: 'pdf' }

/** The rows of a sheet in batches, or the first batch alone. */
export type RowsJob = { task: 'rows' | 'head'; path: string; kind: Kind; sheet?: string; format?: TextFormat; maxRows: number }

export type Opened = { sheets: SheetInfo[]; names: DefinedName[]; format: TextFormat | null }
export type GridCell = {
  text: string
  kind: 'vacio' | 'texto' | 'numero' | 'error'
  formula?: string
  /** The number format, as `cellDisplay` reads it; left out where it says nothing. */
  format?: string
  align?: 'left' | 'right' | 'center'
}
export type GridSheet = {
  name: string
  visible: boolean /** The first is row 1. */
  rows: GridCell[][]
  merges: string[]
  truncated: boolean
}
export type NamedCell = { sheet: string; address: string; value: Cell; formula: string | null }

type Source = {
  sheets: SheetInfo[]
  names: DefinedName[]
  format: TextFormat | null
  read(sheet: string | undefined, extras: boolean): Promise<Reading>
}
type Reading = { rows: AsyncIterable<SheetRow[]> | Iterable<SheetRow[]>; merges: () => string[] }

async function openSource(path: string, kind: Kind, known?: TextFormat): Promise<Source> {
  // Each reader is loaded only when needed: starting the worker takes longer than reading most files.
  if (kind === 'csv') {
    const { detectTextFormat, readCsvRows } = await import('./csv.ts')
    const format = known ?? (await detectTextFormat(path))
    return {
      sheets: [{ name: '', visible: true }],
      names: [],
      format,
      read: async () => ({ rows: readCsvRows(path, format), merges: () => [] }),
    }
  }
  if (kind === 'xls') {
    const { openXls, readXlsSheet } = await import('../format/xls-book.ts')
    const xls = await openXls(await readFile(path))
    const read = async (sheet: string | undefined, extras: boolean) => {
      const { rows, merges } = readXlsSheet(xls, chosen(xls.sheets, sheet).name, extras)
      return { rows, merges: () => merges }
    }
    return { sheets: xls.sheets, names: xls.names, format: null, read }
  }
  if (kind !== 'xlsx') {
    const { openOther } = await import('./other-book.ts')
    const { sheets, rows } = openOther(await readFile(path))
    return {
      sheets,
      names: [],
      format: null,
      read: async (sheet) => ({ rows: rows(chosen(sheets, sheet).name), merges: () => [] }),
    }
  }
  const book = await openBook(await openZip(path))
  const read = async (sheet: string | undefined, extras: boolean) => {
    const { rows, merges } = await readSheetRows(book, chosen(book.sheets, sheet).part, extras)
    return { rows, merges: () => merges }
  }
  return { sheets: book.sheets.map(({ name, visible }) => ({ name, visible })), names: book.names, format: null, read }
}

/** The named sheet; without a name the first visible one. */
function chosen<S extends SheetInfo>(sheets: S[], name: string | undefined): S {
  const sheet = name === undefined ? (sheets.find(({ visible }) => visible) ?? sheets[0]) : sheets.find((each) => each.name === name)
  if (!sheet) throw new FileRefused('hoja', name === undefined ? {} : { hoja: name })
  return sheet
}

export async function openJob({ path, kind }: { path: string; kind: Kind }): Promise<Opened> {
  const { sheets, names, format } = await openSource(path, kind)
  if (sheets.length === 0) throw new FileRefused('hoja')
  return { sheets, names, format }
}

export async function* rowsJob(job: RowsJob): AsyncGenerator<Row[]> {
  const source = await openSource(job.path, job.kind, job.format)
  const { rows } = await source.read(job.sheet, false)
  let count = 0
  for await (const batch of rows) {
    count += batch.length
    if (count > job.maxRows) throw new FileRefused('filas', { limite: job.maxRows })
    yield batch
  }
}

export async function gridJob(
  job: Extract<Job, { task: 'grid' }>,
): Promise<{ sheets: GridSheet[]; names: DefinedName[]; moreSheets: number }> {
  const source = await openSource(job.path, job.kind)
  const sheets: GridSheet[] = []
  for (const info of source.sheets.slice(0, job.maxSheets)) {
    const { rows, merges } = await source.read(job.kind === 'csv' ? undefined : info.name, true)
    // Only few files write a formula once for many cells.
    let shifted: Shift = (formula) => formula
    const grid: GridCell[][] = []
    let truncated = false
    for await (const batch of rows) {
      for (const row of batch) {
        if (row.number > job.maxRows) {
          truncated = true
          break
        }
        while (grid.length < row.number - 1) grid.push([])
        if (row.cells.length > job.maxColumns) truncated = true
        if (row.extras?.shared) ({ shifted } = await import('./formula.ts'))
        grid[row.number - 1] = row.cells.slice(0, job.maxColumns).map((cell, column) => gridCell(cell, column, row, shifted))
      }
      if (truncated && grid.length >= job.maxRows) break
      if (batch.at(-1)!.number > job.maxRows) break
    }
    sheets.push({ ...info, rows: grid, merges: merges(), truncated })
  }
  return { sheets, names: source.names, moreSheets: Math.max(0, source.sheets.length - job.maxSheets) }
}

type Shift = (formula: string, down: number, across: number) => string
/** A formula that keeps no result is shown itself, as a spreadsheet does that is told not to compute. */
function gridCell(cell: Cell, column: number, { extras }: SheetRow, shifted: Shift): GridCell {
  const kind = cell === null ? 'vacio' : isError(cell) ? 'error' : isNumber(cell) ? 'numero' : 'texto'
  const shown: GridCell = { text: cell === null ? '' : typeof cell === 'string' ? cell : 'n' in cell ? cell.n : cell.error, kind }
  const shared = extras?.shared?.get(column)
  const formula = extras?.formulas.get(column) ?? (shared && shifted(shared.formula, shared.down, shared.across))
  if (formula) shown.formula = formula
  if (isError(cell) && cell.error === NO_CACHED_VALUE) shown.text = formula ? `=${formula}` : '='
  const style = extras?.styles.get(column)
  if (style?.code && cellDisplay(style.code, shown.text, kind === 'numero')) shown.format = style.code
  const align = style?.align ?? (kind === 'numero' ? 'right' : null)
  if (align) shown.align = align
  return shown
}

/** Values of single cells, by defined name or by address (`B7`, `Hoja!B7`). What is not there is null. */
export async function cellsJob(job: Extract<Job, { task: 'cells' }>): Promise<Record<string, NamedCell | null>> {
  const source = await openSource(job.path, job.kind)
  const found: Record<string, NamedCell | null> = Object.fromEntries(job.wanted.map((each) => [each, null]))
  const bySheet = new Map<string, (CellLocation & { wanted: string })[]>()
  for (const wanted of job.wanted.slice(0, 200)) {
    const location = locateCell(wanted, source)
    if (!location) continue
    const locations = bySheet.get(location.sheet) ?? []
    locations.push({ wanted, ...location })
    bySheet.set(location.sheet, locations)
  }
  for (const [sheet, locations] of bySheet) {
    for (const { wanted, address } of locations) found[wanted] = { sheet, address, value: null, formula: null }
    const last = Math.max(...locations.map(({ row }) => row))
    const { rows } = await source.read(job.kind === 'csv' ? undefined : sheet, true)
    let passed = false
    for await (const batch of rows) {
      for (const row of batch) {
        for (const { wanted, row: number, column, address } of locations) {
          if (number !== row.number) continue
          found[wanted] = { sheet, address, value: row.cells[column] ?? null, formula: row.extras?.formulas.get(column) ?? null }
        }
        passed ||= row.number > last
      }
      if (passed) break
    }
  }
  return found
}

/** The cells of a column that hold something, from a row downwards. */
export async function columnJob(job: Extract<Job, { task: 'column' }>): Promise<NamedCell[]> {
  const source = await openSource(job.path, job.kind)
  const { rows } = await source.read(job.sheet, true)
  const found: NamedCell[] = []
  for await (const batch of rows)
    for (const { number, cells, extras } of batch) {
      const value = cells[job.column] ?? null
      if (number < job.from || value === null || found.length >= job.max) continue
      const address = `${columnLetters(job.column)}${number}`
      found.push({
        sheet: job.sheet,
        address,
        value,
        formula: extras?.formulas.get(job.column) ?? extras?.shared?.get(job.column)?.formula ?? null,
      })
    }
  return found
}

/** Sheets and cells that are held to compute formulas; a larger workbook is left unchecked. */
const MAX_SHEETS = 30
const MAX_HELD = 200_000
export async function calculateJob(job: Extract<Job, { task: 'calculate' }>): Promise<Calculation | null> {
  const { calculate, keyOf } = await import('./calculate-job.ts')
  const { shifted } = await import('./formula.ts')
  const source = await openSource(job.path, job.kind)
  if (source.sheets.length > MAX_SHEETS) return null
  const sheets: BookSheet[] = []
  let held = 0
  for (const { name } of source.sheets) {
    const kept = new Map<number, BookCell>()
    const { rows } = await source.read(name, true)
    for await (const batch of rows)
      for (const { number, cells, extras } of batch) {
        for (const [column, value] of cells.entries()) if (value !== null) kept.set(keyOf(number, column), { value, formula: null })
        for (const [column, formula] of extras?.formulas ?? []) kept.set(keyOf(number, column), { value: cells[column] ?? null, formula })
        for (const [column, { formula, down, across }] of extras?.shared ?? [])
          kept.set(keyOf(number, column), { value: cells[column] ?? null, formula: shifted(formula, down, across) })
        held += cells.length
        if (held > MAX_HELD) return null
      }
    sheets.push({ name, cells: kept })
  }
  return calculate({ sheets, names: source.names }, job.wanted)
}
