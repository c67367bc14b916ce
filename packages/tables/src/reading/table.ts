import type { Row } from '../format/cell.ts'
import { LIMITS } from '../format/limits.ts'
import { openArchive } from './archive.ts'
import type { Opened, RowsJob } from './jobs.ts'
import { resultFromWorker, streamFromWorker } from './limited-worker.ts'
import type { OpenedTable, OpenOptions } from './opened-table.ts'
import { tablePreflight } from './preflight.ts'

/**
 * Opens a balance file: XLSX, XLS (BIFF5/8), XLSB, ODS, XML of Excel 2003, text (CSV, TXT), or a ZIP of such files. The kind is found by content and must suit the extension of `fileName`.
 * Throws FileRefused for everything that is not a sound, harmless table; nothing is left behind.
 */
export async function openTable(path: string, fileName: string, options: OpenOptions = {}): Promise<OpenedTable> {
  const { kind: found, bytes } = await tablePreflight(path, fileName)
  if (found === 'zip') return openArchive(path, fileName, options, openTable)
  const kind = found
  const { sheets, names, format } = await resultFromWorker<Opened>({ task: 'open', path, kind }, options.maxMs ?? LIMITS.openMs)

  const maxMs = options.maxMs ?? LIMITS.rowsMs
  const rowsJob = (task: RowsJob['task'], sheet: string | undefined): RowsJob => ({
    task,
    path,
    kind,
    maxRows: options.maxRows ?? LIMITS.rows,
    ...(sheet !== undefined && { sheet }),
    ...(format && { format }),
  })

  async function* rows(sheet?: string): AsyncGenerator<Row[], void> {
    for await (const batch of streamFromWorker(rowsJob('rows', sheet), maxMs)) yield batch as Row[]
  }

  const firsts = new Map<string | undefined, Promise<Row[]>>()
  async function head(count = 60, sheet?: string): Promise<Row[]> {
    const first = firsts.get(sheet) ?? resultFromWorker<Row[]>(rowsJob('head', sheet), maxMs)
    firsts.set(sheet, first)
    return (await first).slice(0, count)
  }

  return { fileName, kind, bytes, encoding: format?.encoding ?? null, separator: format?.separator ?? null, sheets, names, rows, head }
}
