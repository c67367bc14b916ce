import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Row } from './cell.ts'
import { csvRecords } from './csv-records.ts'
import { LIMITS } from './limits.ts'
import { FileRefused } from './refused.ts'
import { detectEncoding, detectSeparator, type TextFormat } from './text-format.ts'

/** Reads the file once to learn how it was written. Throws FileRefused 'tipo' when it is no text. */
export async function detectTextFormat(path: string): Promise<TextFormat> {
  const bytes = await readFile(path)
  const { encoding, bom } = detectEncoding(bytes)
  const sample = new TextDecoder(encoding).decode(bytes.subarray(bom, bom + 256 * 1024))
  refuseBinary(sample)
  const { separator, quoted } = detectSeparator(sample)
  return { encoding, bom, separator, quoted: quoted || bytes.includes(0x22) }
}

function refuseBinary(sample: string) {
  if (sample.trim() === '') throw new FileRefused('vacio')
  let control = 0
  for (let at = 0; at < sample.length; at++) {
    const code = sample.charCodeAt(at)
    if (code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12 && code !== 26) control++
  }
  if (control > sample.length / 1000) throw new FileRefused('tipo', { contenido: 'binario' })
}

/** Rows of a text file; `number` is the line where the row begins. */
export async function* readCsvRows(path: string, format: TextFormat): AsyncGenerator<Row[]> {
  const records = csvRecords(format.separator, format.quoted)
  const source = createReadStream(path, { start: format.bom, highWaterMark: 256 * 1024 })
  const decoder = new TextDecoder(format.encoding)
  let lines = 0
  let first = true
  let width = 0
  const rowsOf = (found: string[][]): Row[] =>
    found.flatMap((record) => {
      const number = lines + 1
      const inner = newlines(record)
      lines = number + inner
      if (inner > 0 && swallowsRows(record, format.separator, width)) throw new FileRefused('comillas', { fila: number })
      if (width < record.length) width = record.length
      if (first && /^sep=.?$/i.test(record[0] ?? '')) return []
      first = false
      return [{ number, cells: cellsOf(record, number) }]
    })
  try {
    for await (const piece of source as AsyncIterable<Buffer>) {
      const rows = rowsOf(records.write(decoder.decode(piece, { stream: true })))
      if (rows.length > 0) yield rows
    }
    const rows = rowsOf([...records.write(decoder.decode()), ...records.end()])
    if (rows.length > 0) yield rows
  } finally {
    source.destroy()
  }
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
