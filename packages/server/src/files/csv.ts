import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Row } from '@cuadre/api/table/cell'
import { csvRows } from '@cuadre/api/table/csv-rows'
import { FileRefused } from '@cuadre/api/table/refused'
import { detectEncoding, detectSeparator, type TextFormat } from '@cuadre/api/table/text-format'

/** Reads the file once to learn how it was written. Throws FileRefused 'tipo' when it is no text. */
export async function detectTextFormat(path: string): Promise<TextFormat> {
  const bytes = await readFile(path)
  const { encoding, bom } = detectEncoding(bytes, isUtf8)
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

/** Rows of a text file, some at a time. */
export async function* readCsvRows(path: string, format: TextFormat): AsyncGenerator<Row[]> {
  const feed = csvRows(format)
  const source = createReadStream(path, { start: format.bom, highWaterMark: 256 * 1024 })
  const decoder = new TextDecoder(format.encoding)
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
