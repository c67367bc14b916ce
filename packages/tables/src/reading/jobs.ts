import { readFile } from 'node:fs/promises'
import type { Cell, Row } from '../format/cell.ts'
import { isError, isNumber } from '../format/cell.ts'
import { type CellLocation, locateCell } from '../format/cell-location.ts'
import { FileRefused } from '../format/refused.ts'
import type { TextFormat } from '../format/text-format.ts'
import { type DefinedName, openBook, type SheetInfo } from '../format/xlsx-book.ts'
import { readSheetRows, type SheetRow } from '../format/xlsx-sheet.ts'
import type { FileKind } from './preflight.ts'
import { openZip } from './zip.ts'

// What the limited worker can be asked to do. Everything here parses content that nobody vouches for.

export type Job =
  | { task: 'open'; path: string; kind: FileKind }
  | { task: 'rows'; path: string; kind: FileKind; sheet?: string; format?: TextFormat; maxRows: number }
  | { task: 'grid'; path: string; kind: FileKind; maxRows: number; maxColumns: number; maxSheets: number }
  | { task: 'cells'; path: string; kind: FileKind; wanted: string[] }
  | { task: 'stamp'; path: string; kind: 'pdf'; mark: string; foot: string }

export type Opened = { sheets: SheetInfo[]; names: DefinedName[]; format: TextFormat | null }
export type GridCell = { text: string; kind: 'vacio' | 'texto' | 'numero' | 'error'; formula?: string; align?: 'left' | 'right' | 'center' }
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

async function openSource(path: string, kind: FileKind, known?: TextFormat): Promise<Source> {
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

export async function openJob({ path, kind }: { path: string; kind: FileKind }): Promise<Opened> {
  const { sheets, names, format } = await openSource(path, kind)
  if (sheets.length === 0) throw new FileRefused('hoja')
  return { sheets, names, format }
}

export async function* rowsJob(job: Extract<Job, { task: 'rows' }>): AsyncGenerator<Row[]> {
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
        grid[row.number - 1] = row.cells.slice(0, job.maxColumns).map((cell, column) => gridCell(cell, column, row))
      }
      if (truncated && grid.length >= job.maxRows) break
      if (batch.at(-1)!.number > job.maxRows) break
    }
    sheets.push({ ...info, rows: grid, merges: merges(), truncated })
  }
  return { sheets, names: source.names, moreSheets: Math.max(0, source.sheets.length - job.maxSheets) }
}

function gridCell(cell: Cell, column: number, { extras }: SheetRow): GridCell {
  const kind = cell === null ? 'vacio' : isError(cell) ? 'error' : isNumber(cell) ? 'numero' : 'texto'
  const shown: GridCell = { text: cell === null ? '' : typeof cell === 'string' ? cell : 'n' in cell ? cell.n : cell.error, kind }
  const formula = extras?.formulas.get(column)
  if (formula) shown.formula = formula
  const align = extras?.styles.get(column)?.align ?? (kind === 'numero' ? 'right' : null)
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
