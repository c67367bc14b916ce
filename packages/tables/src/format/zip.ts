import { LIMITS } from './limits.ts'
import { FileRefused } from './refused.ts'

export type ZipEntry = { name: string; method: number; crc: number; compressed: number; size: number; offset: number }
/** Where an archive lies: a file of the server's, or one that was dropped on a page. */
export type ByteSource = { size: number; read(position: number, length: number): Promise<Uint8Array> }
/** `bytes` gives the content of an entry, inflated in pieces. */
export type Zip = { entries: Map<string, ZipEntry>; bytes(entry: ZipEntry): AsyncIterable<Uint8Array> }

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const UNKNOWN_32 = 0xffffffff

/** Reads the central directory alone and holds it against the limits; nothing is inflated. Throws FileRefused. */
export async function readEntries(source: ByteSource): Promise<Map<string, ZipEntry>> {
  const { size } = source
  const tail = view(await source.read(Math.max(0, size - 65_557), Math.min(size, 65_557)))
  const at = lastSignature(tail)
  if (at < 0) throw new FileRefused('truncado')
  let count = tail.getUint16(at + 10, true)
  let length = tail.getUint32(at + 12, true)
  let start = tail.getUint32(at + 16, true)
  if (count === 0xffff || length === UNKNOWN_32 || start === UNKNOWN_32) {
    const end = await endOf64(source, tail, at)
    count = number64(end, 32)
    length = number64(end, 40)
    start = number64(end, 48)
  }
  if (count > LIMITS.zip.entries) throw new FileRefused('bomba', { entradas: count })
  if (start + length > size) throw new FileRefused('truncado')
  return checked(readDirectory(await source.read(start, length), count), start)
}

/** The larger directory end of zip64, in which libraries that write while they reckon (those of Java above all) put everything. */
async function endOf64(source: ByteSource, tail: DataView, at: number): Promise<DataView> {
  if (at < 20 || tail.getUint32(at - 20, true) !== LOCATOR_64) throw new FileRefused('danado', { motivo: 'zip64' })
  const end = view(await source.read(number64(tail, at - 20 + 8), 56))
  if (end.byteLength < 56 || end.getUint32(0, true) !== END_64) throw new FileRefused('danado', { motivo: 'zip64' })
  return end
}

/** Eight bytes; more than a file can have is no number. */
function number64(bytes: DataView, at: number): number {
  const value = bytes.getBigUint64(at, true)
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new FileRefused('danado', { motivo: 'zip64' })
  return Number(value)
}

/** Where the bytes of an entry begin, behind its own header. Throws FileRefused. */
export async function contentStart(source: ByteSource, entry: ZipEntry): Promise<number> {
  const header = view(await source.read(entry.offset, 30))
  if (header.byteLength < 30 || header.getUint32(0, true) !== LOCAL) throw new FileRefused('danado', { entrada: entry.name })
  return entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true)
}

/** A small entry as text, whole (relations, styles, the list of sheets). */
export async function entryText(zip: Zip, name: string, maxBytes = 20 * 1024 * 1024): Promise<string | null> {
  const entry = zip.entries.get(name) ?? [...zip.entries.values()].find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (!entry) return null
  if (entry.size > maxBytes) throw new FileRefused('bomba', { entrada: name })
  const whole = new Uint8Array(entry.size)
  let at = 0
  for await (const piece of zip.bytes(entry)) {
    whole.set(piece, at)
    at += piece.length
  }
  return new TextDecoder(
    whole[0] === 0xff && whole[1] === 0xfe ? 'utf-16le' : whole[0] === 0xfe && whole[1] === 0xff ? 'utf-16be' : 'utf-8',
  ).decode(whole)
}

function readDirectory(bytes: Uint8Array, count: number): ZipEntry[] {
  const directory = view(bytes)
  const entries: ZipEntry[] = []
  let at = 0
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || directory.getUint32(at, true) !== CENTRAL) throw new FileRefused('danado', { motivo: 'directorio' })
    const nameLength = directory.getUint16(at + 28, true)
    const entry: ZipEntry = {
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)).replaceAll('\\', '/'),
      method: directory.getUint16(at + 10, true),
      crc: directory.getUint32(at + 16, true),
      compressed: directory.getUint32(at + 20, true),
      size: directory.getUint32(at + 24, true),
      offset: directory.getUint32(at + 42, true),
    }
    if (directory.getUint16(at + 8, true) & 1) throw new FileRefused('cifrado')
    const extra = directory.getUint16(at + 30, true)
    if ([entry.size, entry.compressed, entry.offset].includes(UNKNOWN_32)) fill64(entry, directory, at + 46 + nameLength, extra)
    entries.push(entry)
    at += 46 + nameLength + extra + directory.getUint16(at + 32, true)
  }
  return entries
}

/** The figures that were too large for four bytes, or not known yet, stand behind the name in this order. */
function fill64(entry: ZipEntry, directory: DataView, from: number, length: number) {
  const end = Math.min(from + length, directory.byteLength)
  for (let at = from; at + 4 <= end; at += 4 + directory.getUint16(at + 2, true)) {
    if (directory.getUint16(at, true) !== 1) continue
    const fieldEnd = Math.min(at + 4 + directory.getUint16(at + 2, true), end)
    let next = at + 4
    for (const figure of ['size', 'compressed', 'offset'] as const) {
      if (entry[figure] !== UNKNOWN_32 || next + 8 > fieldEnd) continue
      entry[figure] = number64(directory, next)
      next += 8
    }
  }
}

function checked(entries: ZipEntry[], directoryStart: number): Map<string, ZipEntry> {
  const { entryBytes, totalBytes, ratio, ratioFrom } = LIMITS.zip
  const byName = new Map<string, ZipEntry>()
  let total = 0
  let end = 0
  for (const entry of [...entries].sort((a, b) => a.offset - b.offset)) {
    const { name, size, compressed } = entry
    if ([size, compressed, entry.offset].includes(UNKNOWN_32)) throw new FileRefused('compresion', { motivo: 'zip64' })
    if (entry.method !== 0 && entry.method !== 8) throw new FileRefused('compresion', { metodo: entry.method })
    if (name.split('/').includes('..') || name.startsWith('/') || name.includes('\0')) throw new FileRefused('danado', { motivo: 'ruta' })
    if (byName.has(name)) throw new FileRefused('danado', { motivo: 'entrada repetida' })
    total += size
    if (size > entryBytes || total > totalBytes) throw new FileRefused('bomba', { bytes: total })
    if (size > ratioFrom && size > compressed * ratio) throw new FileRefused('bomba', { razon: Math.round(size / Math.max(1, compressed)) })
    // Entries that share their bytes multiply the content without adding to the file.
    if (entry.offset < end) throw new FileRefused('bomba', { motivo: 'entradas superpuestas' })
    end = entry.offset + 30 + compressed
    if (end > directoryStart) throw new FileRefused('truncado')
    byName.set(name, entry)
  }
  return byName
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function lastSignature(tail: DataView): number {
  for (let at = tail.byteLength - 22; at >= 0; at--) if (tail.getUint32(at, true) === END) return at
  return -1
}
