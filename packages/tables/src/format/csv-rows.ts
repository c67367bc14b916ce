import type { Row } from './cell.ts'
import { csvRecords } from './csv-records.ts'
import { LIMITS } from './limits.ts'
import { FileRefused } from './refused.ts'
import type { TextFormat } from './text-format.ts'

/** Rows of text that is fed in pieces; `number` is the line where the row begins. Throws FileRefused as `csvRecords` does. */
export function csvRows({ separator, quoted }: Pick<TextFormat, 'separator' | 'quoted'>): { write(piece: string): Row[]; end(): Row[] } {
  const records = csvRecords(separator, quoted)
  let lines = 0
  let first = true
  let width = 0
  const rowsOf = (found: string[][]): Row[] =>
    found.flatMap((record) => {
      const number = lines + 1
      const inner = newlines(record)
      lines = number + inner
      if (inner > 0 && swallowsRows(record, separator, width)) throw new FileRefused('comillas', { fila: number })
      if (width < record.length) width = record.length
      if (first && /^sep=.?$/i.test(record[0] ?? '')) return []
      first = false
      const cells = cellsOf(record, number)
      return [cells.length > 0 && cells.length < record.length ? { number, cells, width: record.length } : { number, cells }]
    })
  /** Says of quotes that never close in which row they open. */
  const located = (cut: () => string[][]) => {
    try {
      return cut()
    } catch (error) {
      if (error instanceof FileRefused && error.code === 'comillas')
        throw new FileRefused('comillas', { fila: lines + 1 + Number(error.details.antes) })
      throw error
    }
  }
  return { write: (piece) => rowsOf(located(() => records.write(piece))), end: () => rowsOf(located(() => records.end())) }
}

/** Whether a cell holds what looks like whole rows: a stray quote opened it and one of a later row closed it. */
function swallowsRows(record: string[], separator: string, width: number): boolean {
  if (width < 3) return false
  return record.some((cell) => cell.split('\n').some((line, at) => at > 0 && line.split(separator).length >= width - 1))
}

/** Rows that a quoted line break adds to one record. */
function newlines(record: string[]): number {
  let count = 0
  for (const cell of record) if (cell.includes('\n')) count += cell.split('\n').length - 1
  return count
}

function cellsOf(record: string[], number: number): (string | null)[] {
  let length = record.length
  while (length > 0 && record[length - 1]!.trim() === '') length--
  if (length > LIMITS.columns) throw new FileRefused('columnas', { fila: number })
  const cells = new Array<string | null>(length)
  for (let at = 0; at < length; at++) cells[at] = plainText(record[at]!) || null
  return cells
}

/** Without outer white space, and without the `="0010"` with which some systems keep Excel from eating zeros. */
function plainText(text: string): string {
  const trimmed = text.trim()
  return trimmed.startsWith('="') && trimmed.endsWith('"') ? trimmed.slice(2, -1).trim() : trimmed
}
