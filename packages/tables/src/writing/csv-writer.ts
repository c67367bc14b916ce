import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { SheetColumn, SheetValue } from './workbook-cells.ts'

type CsvOptions = {
  separator?: ';' | ',' | '\t' /** Decimal mark of amounts: the comma by default, as the separator suggests. */
  decimal?: ',' | '.'
}

/**
 * Writes text for Excel: UTF-8 with a byte order mark, ';', CRLF. A text that a spreadsheet could take for a formula (it begins with
 * = + - @, a tab or a carriage return) gets an apostrophe in front. Amounts keep all their digits. Gives the number of rows.
 */
export async function writeCsv(
  columns: SheetColumn[],
  rows: AsyncIterable<SheetValue[]> | Iterable<SheetValue[]>,
  out: Writable | string,
  { separator = ';', decimal = ',' }: CsvOptions = {},
): Promise<number> {
  let count = 0
  async function* lines() {
    let text = '\ufeff'
    if (columns.some(({ header }) => header !== undefined))
      text += line(columns.map(({ header }) => quote(harmless(header ?? ''), separator)))
    for await (const row of rows) {
      count++
      text += line(row.map((value, at) => field(value, columns[at])))
      if (text.length < 64 * 1024) continue
      yield text
      text = ''
    }
    if (text) yield text
  }
  const line = (fields: string[]) => `${fields.join(separator)}\r\n`
  const field = (value: SheetValue, column: SheetColumn | undefined): string => {
    if (value === null || value === undefined) return ''
    const text = String(value)
    const numeric = column?.type === 'amount' || column?.type === 'integer' || column?.type === 'percent'
    if (numeric && /^-?\d+(\.\d+)?$/.test(text)) return quote(text.replace('.', decimal), separator)
    return quote(harmless(text), separator)
  }
  try {
    await pipeline(Readable.from(lines(), { objectMode: false }), typeof out === 'string' ? createWriteStream(out) : out)
  } catch (error) {
    if (typeof out === 'string') await rm(out, { force: true })
    throw error
  }
  return count
}

const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const quote = (text: string, separator: string) =>
  text.includes('"') || text.includes(separator) || /[\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
