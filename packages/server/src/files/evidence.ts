import { LIMITS } from '@cuadre/api/table/limits'
import type { DefinedName } from '@cuadre/api/table/xlsx-book'
import type { GridSheet, NamedCell } from './jobs.ts'
import { askLocked } from './locked.ts'
import { preflight } from './preflight.ts'

export type { GridCell, GridSheet, NamedCell } from './jobs.ts'
export type SheetView = {
  sheets: GridSheet[]
  names: DefinedName[]
  /** Sheets beyond the limit, not read. */
  moreSheets: number
}

/**
 * A workbook or text file as small grids, to be shown beside an analysis: texts, formulas, alignment, merged cells and the workbook's
 * names, the first rows and columns of each of the first sheets. Runs in the locked worker. Throws FileRefused.
 */
export async function readSheet(
  path: string,
  fileName: string,
  { maxRows = 200, maxColumns = 40, maxSheets = 10 } = {},
): Promise<SheetView> {
  const { kind } = await preflight(path, fileName)
  return askLocked<SheetView>({ task: 'grid', path, kind, maxRows, maxColumns, maxSheets }, LIMITS.openMs)
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
  return askLocked<Record<Name, NamedCell | null>>({ task: 'cells', path, kind, wanted: [...names] }, LIMITS.openMs)
}
