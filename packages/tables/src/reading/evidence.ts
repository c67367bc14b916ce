import { columnLetters, parseAddress } from '../format/cell.ts'
import { LIMITS } from '../format/limits.ts'
import type { DefinedName } from '../format/xlsx-book.ts'
import type { GridSheet, NamedCell } from './jobs.ts'
import { resultFromWorker } from './limited-worker.ts'
import { preflight } from './preflight.ts'

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

/** The text that a name stands for; null when there is no such name, or it stands for cells. */
export function namedText(names: readonly DefinedName[], wanted: string): string | null {
  const found = names.find(({ name }) => name.toUpperCase() === wanted.toUpperCase())
  const [, text] = /^=?"((?:[^"]|"")*)"$/.exec(found?.refersTo ?? '') ?? []
  return text?.replaceAll('""', '"') ?? null
}

/** The addresses of a named range ('Hoja!D19', 'Hoja!D20', …), as `readNamedCells` takes them: the first `max`, row by row; none when there is no such name. */
export function addressesOf(names: readonly DefinedName[], wanted: string, max = 200): string[] {
  const refersTo = names.find(({ name }) => name.toUpperCase() === wanted.toUpperCase())?.refersTo ?? ''
  const [, sheet = '', from = '', to = from] =
    /^(.*[!.])?(\$?[A-Za-z]{1,3}\$?\d{1,7})(?::(?:.*[!.])?(\$?[A-Za-z]{1,3}\$?\d{1,7}))?$/.exec(refersTo) ?? []
  const [first, last] = [parseAddress(from), parseAddress(to)]
  if (!first || !last) return []
  const found: string[] = []
  for (let row = first.row; row <= last.row; row++)
    for (let column = first.column; column <= last.column && found.length < max; column++)
      found.push(`${sheet}${columnLetters(column)}${row}`)
  return found
}
