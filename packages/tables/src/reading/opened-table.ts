import type { Row } from '../format/cell.ts'
import type { Encoding, Separator } from '../format/text-format.ts'
import type { DefinedName, SheetInfo } from '../format/xlsx-book.ts'
import type { TableKind } from './preflight.ts'

export type OpenedTable = {
  fileName: string
  /** Of an archive, that of its files. */
  kind: Exclude<TableKind, 'zip'>
  bytes: number
  /** Of text files; null for workbooks. */
  encoding: Encoding | null
  separator: Separator | null
  /** In the order of the workbook. A text file has one, named ''. Chart sheets are left out. */
  sheets: SheetInfo[]
  names: DefinedName[]
  /**
   * The rows in batches of at most 2,000, read in a worker as they are asked for. Without `sheet`, those of the first visible one.
   * Rows of a workbook that hold nothing may be missing; `number` tells. Leaving the loop ends the worker. Throws FileRefused, also
   * after some batches: a damaged file shows it at its end, so stage what you read and commit when the loop has finished.
   */
  rows(sheet?: string): AsyncGenerator<Row[], void>
  /** The first rows alone, at most a batch of them, enough to recognise the layout. They are read once. */
  head(count?: number, sheet?: string): Promise<Row[]>
}

export type OpenOptions = { /** Milliseconds that reading may take. */ maxMs?: number; maxRows?: number }
export type OpenTable = (path: string, fileName: string, options?: OpenOptions) => Promise<OpenedTable>
