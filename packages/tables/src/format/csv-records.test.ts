import { expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { csvRecords } from './csv-records.ts'

const cut = (text: string, size: number) => {
  const feed = csvRecords(';', text.includes('"'))
  const found: string[][] = []
  for (let at = 0; at < text.length; at += size) found.push(...feed.write(text.slice(at, at + size)))
  return [...found, ...feed.end()]
}

test('records are those that csv-parse finds, wherever the pieces end', () => {
  const signs = ['a', 'b', ';', ';', '"', '""', '"', '\n', '\r\n', '\r', ' ']
  let seed = 7
  const chance = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * below)
  }
  let closed = 0
  for (let run = 0; run < 3_000; run++) {
    const text = Array.from({ length: 1 + chance(25) }, () => signs[chance(signs.length)]).join('')
    const size = 1 + chance(6)
    let theirs: string[][] | null = null
    try {
      theirs = parse(text, { delimiter: ';', relax_column_count: true, relax_quotes: true, record_delimiter: ['\r\n', '\n', '\r'] })
    } catch {
      expect(() => cut(text, size)).toThrow(expect.objectContaining({ code: 'comillas' }))
    }
    if (!theirs) continue
    closed++
    expect([text, cut(text, size)]).toEqual([text, theirs])
  }
  expect(closed).toBeGreaterThan(1_000)
})
