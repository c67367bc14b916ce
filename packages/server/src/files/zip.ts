import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { LIMITS } from './limits.ts'
import { FileRefused } from './refused.ts'

export type ZipEntry = { name: string; method: number; crc: number; compressed: number; size: number; offset: number }
export type Zip = { path: string; entries: Map<string, ZipEntry> }

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const UNKNOWN_32 = 0xffffffff

/** Reads the central directory alone and holds it against the limits; nothing is inflated. Throws FileRefused. */
export async function openZip(path: string): Promise<Zip> {
  const file = await open(path)
  try {
    const size = (await file.stat()).size
    const tail = await readAt(file, Math.max(0, size - 65_557), Math.min(size, 65_557))
    const at = lastSignature(tail)
    if (at < 0) throw new FileRefused('truncado')
    const count = tail.readUInt16LE(at + 10)
    const length = tail.readUInt32LE(at + 12)
    const start = tail.readUInt32LE(at + 16)
    if (count === 0xffff || length === UNKNOWN_32 || start === UNKNOWN_32) throw new FileRefused('compresion', { motivo: 'zip64' })
    if (count > LIMITS.zip.entries) throw new FileRefused('bomba', { entradas: count })
    if (start + length > size) throw new FileRefused('truncado')
    return { path, entries: checked(readDirectory(await readAt(file, start, length), count), start) }
  } finally {
    await file.close()
  }
}

function readDirectory(bytes: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = []
  let at = 0
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL) throw new FileRefused('danado', { motivo: 'directorio' })
    const nameLength = bytes.readUInt16LE(at + 28)
    const entry: ZipEntry = {
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/'),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      compressed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    }
    if (bytes.readUInt16LE(at + 8) & 1) throw new FileRefused('cifrado')
    entries.push(entry)
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
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

/** The content of one entry, inflated in pieces. Never more than the size it declares: a zip that lies about it is refused. */
export async function* entryBytes(zip: Zip, entry: ZipEntry): AsyncGenerator<Buffer> {
  if (entry.size === 0 && entry.compressed <= 2) return
  const start = await contentStart(zip.path, entry)
  const raw = createReadStream(zip.path, { start, end: start + entry.compressed - 1, highWaterMark: 64 * 1024 })
  const source = entry.method === 0 ? raw : raw.pipe(createInflateRaw({ chunkSize: 64 * 1024 }))
  raw.on('error', (error) => source.destroy(error))
  let size = 0
  let crc = 0
  try {
    for await (const piece of source as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > entry.size) throw new FileRefused('bomba', { motivo: 'tamaño falso' })
      crc = crc32(piece, crc)
      yield piece
    }
  } catch (error) {
    throw error instanceof FileRefused ? error : new FileRefused('danado', { entrada: entry.name })
  } finally {
    source.destroy()
    raw.destroy()
  }
  if (size < entry.size || crc !== entry.crc) throw new FileRefused('danado', { entrada: entry.name })
}

/** A small entry as text, whole (relations, styles, the list of sheets). */
export async function entryText(zip: Zip, name: string, maxBytes = 20 * 1024 * 1024): Promise<string | null> {
  const entry = zip.entries.get(name) ?? [...zip.entries.values()].find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (!entry) return null
  if (entry.size > maxBytes) throw new FileRefused('bomba', { entrada: name })
  const pieces: Buffer[] = []
  for await (const piece of entryBytes(zip, entry)) pieces.push(piece)
  return decodeXml(Buffer.concat(pieces))
}

function decodeXml(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder('utf-8').decode(bytes)
}

async function contentStart(path: string, entry: ZipEntry): Promise<number> {
  const file = await open(path)
  try {
    const header = await readAt(file, entry.offset, 30)
    if (header.length < 30 || header.readUInt32LE(0) !== LOCAL) throw new FileRefused('danado', { entrada: entry.name })
    return entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  } finally {
    await file.close()
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function lastSignature(tail: Buffer): number {
  for (let at = tail.length - 22; at >= 0; at--) if (tail.readUInt32LE(at) === END) return at
  return -1
}
