import { LIMITS } from './limits.ts'
import { FileRefused } from './refused.ts'
import type { Separator } from './text-format.ts'

type CsvFeed = { write(piece: string): string[][]; end(): string[][] }

/**
 * Cuts text, fed in pieces, into records. A line without a quote is cut at its separators, which is most of a load's time; only what has
 * quotes is walked through. A quote opens at the beginning of a cell and closes before a separator or a line break; any other is part of
 * the text, as in `"Bar" S.A.`. Throws FileRefused 'comillas' for one that never closes, or not in lines within the limit of a cell, with the number of lines that
 * stand before it in the piece (`antes`); 'celda' for another record beyond that limit.
 */
export function csvRecords(separator: Separator, quoted: boolean): CsvFeed {
  let rest = ''

  function take(text: string, final: boolean): string[][] {
    const records: string[][] = []
    let at = 0
    let feed = text.indexOf('\n')
    let carriage = text.indexOf('\r')
    while (at < text.length) {
      if (feed >= 0 && feed < at) feed = text.indexOf('\n', at)
      if (carriage >= 0 && carriage < at) carriage = text.indexOf('\r', at)
      const end = feed < 0 ? carriage : carriage < 0 ? feed : Math.min(feed, carriage)
      const line = end < 0 ? text.slice(at) : text.slice(at, end)
      let record: Record | 'open' | null
      const hasQuotes = quoted && line.includes('"')
      if (hasQuotes) record = quotedRecord(text, at, separator, final)
      else {
        const next = afterBreak(text, end < 0 ? text.length : end, final)
        record = next === null ? null : { cells: line.split(separator), next }
      }
      const isLong = (record && record !== 'open' ? record.next : text.length) - at > LIMITS.cellChars
      if (record === 'open' || (hasQuotes && !record && isLong && end >= 0))
        throw new FileRefused('comillas', { antes: lineBreaks(text.slice(0, at)) })
      if (isLong) throw new FileRefused('celda')
      if (!record) break
      records.push(record.cells)
      at = record.next
    }
    rest = text.slice(at)
    return records
  }

  return { write: (piece) => take(rest + piece, false), end: () => take(rest, true) }
}

/** `next` is where the next record begins. */
type Record = { cells: string[]; next: number }

/** The record that begins at `at`; null when the text ends before it does, 'open' when it ends for good within quotes. */
function quotedRecord(text: string, at: number, separator: Separator, final: boolean): Record | 'open' | null {
  const cells: string[] = []
  for (;;) {
    const opened = text[at] === '"'
    const close = opened ? closingQuote(text, at + 1) : at
    if (close < 0) return final ? 'open' : null
    const end = endOfCell(text, opened ? close + 1 : at, separator)
    if (end === text.length && !final) return null
    const whole = opened && end === close + 1
    const inner = opened ? text.slice(at + 1, close).replaceAll('""', '"') : ''
    cells.push(whole ? inner : opened ? `"${inner}${text.slice(close, end)}` : text.slice(at, end))
    if (text[end] !== separator) {
      const next = afterBreak(text, end, final)
      return next === null ? null : { cells, next }
    }
    at = end + 1
  }
}

const lineBreaks = (text: string) => text.match(/\r\n|\n|\r/g)?.length ?? 0

/** The quote that is not one of two. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

function endOfCell(text: string, from: number, separator: Separator): number {
  let at = from
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}

/** Behind the line break at `at`; null when more text may belong to it. */
function afterBreak(text: string, at: number, final: boolean): number | null {
  if (at === text.length) return final ? at : null
  if (text[at] === '\n') return at + 1
  if (at + 1 === text.length) return final ? at + 1 : null
  return text[at + 1] === '\n' ? at + 2 : at + 1
}
