import type { Row } from '../format/cell.ts'
import { LIMITS } from '../format/limits.ts'
import type { Encoding, Separator } from '../format/text-format.ts'
import type { DefinedName, SheetInfo } from '../format/xlsx-book.ts'
import type { Opened } from './jobs.ts'
import { resultFromWorker, streamFromWorker } from './limited-worker.ts'
import { type FileKind, preflight } from './preflight.ts'

export type OpenedTable = {
  fileName: string
  kind: FileKind
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

type OpenOptions = { /** Milliseconds that reading may take. */ maxMs?: number; maxRows?: number }

/**
 * Opens a balance file: XLSX, XLS (BIFF5/8) or text (CSV, TXT). The kind is found by content and must suit the extension of `fileName`.
 * Throws FileRefused for everything that is not a sound, harmless table; nothing is left behind.
 */
export async function openTable(path: string, fileName: string, options: OpenOptions = {}): Promise<OpenedTable> {
  const { kind, bytes } = await preflight(path, fileName)
  const { sheets, names, format } = await resultFromWorker<Opened>({ task: 'open', path, kind }, options.maxMs ?? LIMITS.openMs)

  async function* rows(sheet?: string): AsyncGenerator<Row[], void> {
    const maxRows = options.maxRows ?? LIMITS.rows
    const job = { task: 'rows' as const, path, kind, maxRows, ...(sheet !== undefined && { sheet }), ...(format && { format }) }
    for await (const batch of streamFromWorker(job, options.maxMs ?? LIMITS.rowsMs)) yield batch as Row[]
  }

  const firsts = new Map<string | undefined, Promise<Row[]>>()
  async function firstBatch(sheet?: string): Promise<Row[]> {
    for await (const batch of rows(sheet)) return batch
    return []
  }

  async function head(count = 60, sheet?: string): Promise<Row[]> {
    const first = firsts.get(sheet) ?? firstBatch(sheet)
    firsts.set(sheet, first)
    return (await first).slice(0, count)
  }

  return { fileName, kind, bytes, encoding: format?.encoding ?? null, separator: format?.separator ?? null, sheets, names, rows, head }
}
