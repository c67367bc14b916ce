import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import type { Upload } from '@cuadre/api/endpoint'
import { type SheetValue, writeWorkbook } from '@cuadre/tables'

/** Small documents of the demo, made here. */
type Content = Buffer | Promise<Buffer>

/** A file as it arrives at the server, as long as `work` takes. */
export async function withFile<Result>(name: string, content: Content, work: (file: Upload) => Promise<Result>): Promise<Result> {
  const path = join(tmpdir(), `cuadre-${randomUUID()}`)
  const bytes = await content
  try {
    await writeFile(path, bytes)
    return await work({ path, name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  } finally {
    await rm(path, { force: true })
  }
}

/** A workbook of one sheet; its first row is the header. */
export async function workbook(name: string, [header = [], ...rows]: readonly (readonly (string | number)[])[]): Promise<Buffer> {
  const path = join(tmpdir(), `cuadre-${randomUUID()}.xlsx`)
  const columns = header.map((title, i) => ({
    header: String(title),
    type: typeof rows[0]?.[i] === 'number' ? ('amount' as const) : ('text' as const),
    width: 22,
  }))
  try {
    await writeWorkbook(
      [{ name, columns, rows: rows.map((cells) => cells.map((cell): SheetValue => (typeof cell === 'number' ? cell.toFixed(2) : cell))) }],
      path,
    )
    return readFileSync(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** A page with a title and lines, in Helvetica; plain letters only. */
export function pdf([title = '', ...lines]: readonly string[]): Buffer {
  const text = (line: string, size: number, y: number) => `BT /F1 ${size} Tf 72 ${y} Td (${line.replace(/[()\\]/g, '\\$&')}) Tj ET`
  const drawn = [text(title, 20, 760), ...lines.map((line, i) => text(line, 12, 720 - i * 24))].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let out = '%PDF-1.4\n'
  const at = objects.map((object, i) => {
    const offset = out.length
    out += `${i + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = at.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${out}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${out.length}\n%%EOF\n`,
    'latin1',
  )
}

/** A picture: a light page with lines of a table, one of them in the colour. */
export function png(width: number, height: number, colour: Colour): Buffer {
  const band = Math.max(8, Math.round(height / 8))
  return drawn(width, height, (x, y) => {
    const strip = Math.floor(y / band)
    const inked = y % band < band * 0.55 && strip > 0 && strip < 7
    if (!inked || x <= width * 0.08 || x >= width * (strip === 1 ? 0.6 : 0.92)) return PAPER
    return strip === 1 || strip === 3 ? colour : LINE
  })
}

type Colour = readonly [red: number, green: number, blue: number]
const PAPER: Colour = [0xf6, 0xf6, 0xf6]
const LINE: Colour = [0xd0, 0xd4, 0xdc]

/** A PNG of 24 bits, pixel by pixel. */
export function drawn(width: number, height: number, pixel: (x: number, y: number) => Colour): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rows.set(pixel(x, y), y * (width * 3 + 1) + 1 + x * 3)
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const bytes = Buffer.alloc(body.length + 8)
    bytes.writeUInt32BE(data.length, 0)
    body.copy(bytes, 4)
    bytes.writeUInt32BE(crc32(body), body.length + 4)
    return bytes
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
