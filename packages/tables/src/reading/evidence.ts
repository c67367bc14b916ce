import { columnLetters, parseAddress } from '../format/cell.ts'
import { LIMITS } from '../format/limits.ts'
import { FileRefused } from '../format/refused.ts'
import type { DefinedName } from '../format/xlsx-book.ts'
import type { Calculation } from './calculate-job.ts'
import type { GridSheet, NamedCell } from './jobs.ts'
import { resultFromWorker } from './limited-worker.ts'
import { preflight } from './preflight.ts'

export type { Calculation } from './calculate-job.ts'
export type { GridCell, GridSheet, NamedCell } from './jobs.ts'

type SheetView = {
  sheets: GridSheet[]
  names: DefinedName[]
  /** Sheets beyond the limit, not read. */
  moreSheets: number
}

/**
 * A workbook or text file as small grids, to be shown beside an analysis: texts, formulas, alignment, merged cells and the workbook's
 * names, the first rows and columns of each of the first sheets. Runs in the limited worker. Throws FileRefused.
 */
export async function readSheet(
  path: string,
  fileName: string,
  { maxRows = 200, maxColumns = 40, maxSheets = 10 } = {},
): Promise<SheetView> {
  const { kind } = await preflight(path, fileName)
  return resultFromWorker<SheetView>({ task: 'grid', path, kind, maxRows, maxColumns, maxSheets }, LIMITS.openMs)
}

/**
 * The values of single cells of an uploaded workbook, by defined name ('VALOR_ANALISIS', in any case) or address ('B7', 'Hoja 1!B7');
 * null for what the workbook does not have. A formula gives its cached value. At most 200. Throws FileRefused.
 */
export async function readNamedCells<Name extends string>(
  path: string,
  names: readonly Name[],
  fileName = '',
): Promise<Record<Name, NamedCell | null>> {
  const { kind } = await preflight(path, fileName)
  return resultFromWorker<Record<Name, NamedCell | null>>({ task: 'cells', path, kind, wanted: [...names] }, LIMITS.openMs)
}

/**
 * The cells that hold something in the column of a named range, from its first row down to the end of the sheet, `max` at most; with the
 * last row of the range. Null where there is no such range. Throws FileRefused.
 */
export async function readColumnOf(
  path: string,
  names: readonly DefinedName[],
  wanted: string,
  fileName: string,
  max = 10_000,
): Promise<{ cells: NamedCell[]; lastRow: number } | null> {
  const range = rangeOf(names, wanted)
  const [first] = addressesOf(names, wanted, 1)
  const found = first && (await readNamedCells(path, [first], fileName))[first]
  if (!range || !found) return null
  const { kind } = await preflight(path, fileName)
  const job = { task: 'column', path, kind, sheet: found.sheet, column: range.first.column, from: range.first.row, max } as const
  return { cells: await resultFromWorker<NamedCell[]>(job, LIMITS.openMs), lastRow: range.last.row }
}

/**
 * What the formulas of these cells give, by address in the order asked for, computed anew, and which stored values differ. A workbook that is too large or takes
 * too long is left unchecked, never refused. Runs in the limited worker.
 */
export async function calculateCells(
  path: string,
  fileName: string,
  asked: readonly { sheet: string; address: string }[],
): Promise<Calculation> {
  const wanted = asked.map(({ sheet, address }) => `'${sheet.replaceAll("'", "''")}'!${address}`)
  const left = (why: string): Calculation => ({
    values: {},
    differing: [],
    unchecked: asked.map((cell) => ({ ...cell, why })),
  })
  const { kind } = await preflight(path, fileName)
  try {
    return (
      (await resultFromWorker<Calculation | null>({ task: 'calculate', path, kind, wanted: [...wanted] }, LIMITS.calculateMs)) ??
      left('tamaño')
    )
  } catch (error) {
    if (error instanceof FileRefused) return left(error.code === 'tiempo' ? 'tiempo' : 'otra')
    throw error
  }
}

/** The text that a name stands for; null when there is no such name, or it stands for cells. */
export function namedText(names: readonly DefinedName[], wanted: string): string | null {
  const found = names.find(({ name }) => name.toUpperCase() === wanted.toUpperCase())
  const [, text] = /^=?"((?:[^"]|"")*)"$/.exec(found?.refersTo ?? '') ?? []
  return text?.replaceAll('""', '"') ?? null
}

/** The addresses of a named range ('Hoja!D19', 'Hoja!D20', …), as `readNamedCells` takes them: the first `max`, row by row; none when there is no such name. */
export function addressesOf(names: readonly DefinedName[], wanted: string, max = 200): string[] {
  const range = rangeOf(names, wanted)
  if (!range) return []
  const { sheet, first, last } = range
  const found: string[] = []
  for (let row = first.row; row <= last.row; row++)
    for (let column = first.column; column <= last.column && found.length < max; column++)
      found.push(`${sheet}${columnLetters(column)}${row}`)
  return found
}

/** `sheet` as it is written before an address. */
function rangeOf(names: readonly DefinedName[], wanted: string) {
  const refersTo = names.find(({ name }) => name.toUpperCase() === wanted.toUpperCase())?.refersTo ?? ''
  const [, sheet = '', from = '', to = from] =
    /^(.*[!.])?(\$?[A-Za-z]{1,3}\$?\d{1,7})(?::(?:.*[!.])?(\$?[A-Za-z]{1,3}\$?\d{1,7}))?$/.exec(refersTo) ?? []
  const [first, last] = [parseAddress(from), parseAddress(to)]
  return first && last ? { sheet, first, last } : null
}
