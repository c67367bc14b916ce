import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Row } from '../format/cell.ts'
import { csvRows } from '../format/csv-rows.ts'
import { FileRefused } from '../format/refused.ts'
import { detectEncoding, detectSeparator, isBinary, type TextFormat, textDecoder } from '../format/text-format.ts'

/** Reads the file once to learn how it was written. Throws FileRefused 'tipo' when it is no text. */
export async function detectTextFormat(path: string): Promise<TextFormat> {
  const bytes = await readFile(path)
  const { encoding, bom } = detectEncoding(bytes, isUtf8)
  const sample = textDecoder(encoding).decode(bytes.subarray(bom, bom + 256 * 1024))
  if (sample.trim() === '') throw new FileRefused('vacio')
  if (isBinary(sample)) throw new FileRefused('tipo', { contenido: 'binario' })
  const { separator, quoted } = detectSeparator(sample)
  return { encoding, bom, separator, quoted: quoted || bytes.includes(0x22) }
}

/** Rows of a text file, some at a time. */
export async function* readCsvRows(path: string, format: TextFormat): AsyncGenerator<Row[]> {
  const feed = csvRows(format)
  const source = createReadStream(path, { start: format.bom, highWaterMark: 256 * 1024 })
  const decoder = textDecoder(format.encoding)
  try {
    for await (const piece of source as AsyncIterable<Buffer>) {
      const rows = feed.write(decoder.decode(piece, { stream: true }))
      if (rows.length > 0) yield rows
    }
    const rows = [...feed.write(decoder.decode()), ...feed.end()]
    if (rows.length > 0) yield rows
  } finally {
    source.destroy()
  }
}
