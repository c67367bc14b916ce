import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

/** What a person types into cells: text, or an amount in cents. */
export type Cells = Record<string, string | bigint>

/** The files of a ZIP, by their names. */
export const parts = (book: Buffer): Map<string, Buffer> => {
  const found = new Map<string, Buffer>()
  let at = book.readUInt32LE(book.length - 22 + 16)
  while (book.readUInt32LE(at) === 0x02014b50) {
    const method = book.readUInt16LE(at + 10)
    const size = book.readUInt32LE(at + 20)
    const [name, extra, comment] = [28, 30, 32].map((field) => book.readUInt16LE(at + field)) as [number, number, number]
    const offset = book.readUInt32LE(at + 42)
    const start = offset + 30 + book.readUInt16LE(offset + 26) + book.readUInt16LE(offset + 28)
    const bytes = book.subarray(start, start + size)
    found.set(book.toString('utf8', at + 46, at + 46 + name), method === 8 ? inflateRawSync(bytes) : bytes)
    at += 46 + name + extra + comment
  }
  return found
}

function zipped(files: Map<string, Buffer>): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of files) {
    const packed = deflateRawSync(content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(crc32(content), 14)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(content.length, 22)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(20, 4)
    local.copy(central, 6, 4, 30)
    central.writeUInt32LE(offset, 42)
    directory.push(central, Buffer.from(name))
    bodies.push(local, Buffer.from(name), packed)
    offset += 30 + Buffer.byteLength(name) + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.size, 8)
  end.writeUInt16LE(files.size, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, ...directory, end])
}

const SHEET = 'xl/worksheets/sheet1.xml'
const cellAt = (address: string) => new RegExp(`<c r="${address}"([^>]*?)(/>|>(.*?)</c>)`, 's')
const decimal = (cents: bigint) => {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The name of a cell, as the product wrote it into the workbook: VALOR_ANALISIS → 'B12'. */
export function namedCell(book: Buffer, name: string): string {
  const workbook = parts(book).get('xl/workbook.xml')!.toString('utf8')
  const address = new RegExp(`<definedName name="${name}"[^>]*>[^<]*!\\$([A-Z]+)\\$(\\d+)<`).exec(workbook)
  if (!address) throw new Error(`The workbook names no ${name}`)
  return `${address[1]}${address[2]}`
}

/** Sets cells of the first sheet as a spreadsheet saves them: a figure in a cell with a formula becomes its saved value. */
export function withCells(book: Buffer, cells: Cells): Buffer {
  const files = parts(book)
  let sheet = files.get(SHEET)!.toString('utf8')
  for (const [address, value] of Object.entries(cells)) {
    const found = cellAt(address).exec(sheet)
    if (!found) throw new Error(`The sheet has no cell ${address}`)
    const attributes = found[1]!.replace(/ t="[^"]*"/, '')
    const formula = /<f[^>]*>.*?<\/f>/s.exec(found[3] ?? '')?.[0] ?? ''
    const cell =
      typeof value === 'bigint'
        ? `<c r="${address}"${attributes}>${formula}<v>${decimal(value)}</v></c>`
        : `<c r="${address}"${attributes} t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
    sheet = sheet.replace(cellAt(address), () => cell)
  }
  files.set(SHEET, Buffer.from(sheet))
  return zipped(files)
}

/** What a cell holds, as the file has it: '1234.5'. */
export const cellValue = (book: Buffer, address: string): string | undefined =>
  /<v>([^<]*)<\/v>/.exec(cellAt(address).exec(parts(book).get(SHEET)!.toString('utf8'))?.[3] ?? '')?.[1]
