import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

export type ZipPart = { name: string; content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array> }

type Written = { name: Buffer; crc: number; compressed: number; size: number; offset: number }

const MAX = 0xffffffff
/** From this number on readers look for a count of eight bytes before the end. */
const MAX_ENTRIES_16_BIT = 0xffff
// 1 January 1980: the same content gives the same bytes.
const DOS_DATE = 0x21

/** A zip of parts that are compressed while they are produced; sizes follow each part. Throws RangeError beyond 4 GiB. */
export async function* zipOf(parts: AsyncIterable<ZipPart> | Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for await (const part of parts) {
    const entry: Written = { name: Buffer.from(part.name), crc: 0, compressed: 0, size: 0, offset }
    const header = localHeader(entry.name)
    offset += header.length
    yield header
    for await (const piece of deflated(part.content, entry)) {
      entry.compressed += piece.length
      offset += piece.length
      yield piece
    }
    if (entry.size > MAX || offset > MAX) throw new RangeError('The workbook would be larger than 4 GiB')
    const trailer = descriptor(entry)
    offset += trailer.length
    yield trailer
    written.push(entry)
  }
  yield directory(written, offset)
}

/** What the archive has, from `offset` on, and its end. */
export function directory(written: readonly Written[], offset: number): Buffer {
  const entries = written.map(directoryEntry)
  const length = entries.reduce((sum, entry) => sum + entry.length, 0)
  if (written.length >= MAX_ENTRIES_16_BIT) entries.push(zip64End(written.length, length, offset))
  return Buffer.concat([...entries, end(Math.min(written.length, MAX_ENTRIES_16_BIT), length, offset)])
}

async function* deflated(content: ZipPart['content'], entry: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: 4, chunkSize: 64 * 1024 })
  async function* counted() {
    for await (const piece of content) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      entry.size += bytes.length
      entry.crc = crc32(bytes, entry.crc)
      yield bytes
    }
  }
  let failure: unknown = null
  const pumping = pipeline(Readable.from(counted(), { objectMode: true, highWaterMark: 2 }), deflate).catch((error: unknown) => {
    failure = error
  })
  try {
    for await (const piece of deflate as AsyncIterable<Buffer>) yield piece
  } catch (error) {
    throw failure ?? error
  } finally {
    deflate.destroy()
    await pumping
  }
  if (failure) throw failure
}

function localHeader(name: Buffer): Buffer {
  const bytes = Buffer.alloc(30)
  bytes.writeUInt32LE(0x04034b50, 0)
  bytes.writeUInt16LE(20, 4)
  bytes.writeUInt16LE(0x0808, 6)
  bytes.writeUInt16LE(8, 8)
  bytes.writeUInt16LE(DOS_DATE, 12)
  bytes.writeUInt16LE(name.length, 26)
  return Buffer.concat([bytes, name])
}

function descriptor({ crc, compressed, size }: Written): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x08074b50, 0)
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(compressed, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

function directoryEntry({ name, crc, compressed, size, offset }: Written): Buffer {
  const bytes = Buffer.alloc(46)
  bytes.writeUInt32LE(0x02014b50, 0)
  bytes.writeUInt16LE(20, 4)
  bytes.writeUInt16LE(20, 6)
  bytes.writeUInt16LE(0x0808, 8)
  bytes.writeUInt16LE(8, 10)
  bytes.writeUInt16LE(DOS_DATE, 14)
  bytes.writeUInt32LE(crc, 16)
  bytes.writeUInt32LE(compressed, 20)
  bytes.writeUInt32LE(size, 24)
  bytes.writeUInt16LE(name.length, 28)
  bytes.writeUInt32LE(offset, 42)
  return Buffer.concat([bytes, name])
}

function end(count: number, length: number, offset: number): Buffer {
  const bytes = Buffer.alloc(22)
  bytes.writeUInt32LE(0x06054b50, 0)
  bytes.writeUInt16LE(count, 8)
  bytes.writeUInt16LE(count, 10)
  bytes.writeUInt32LE(length, 12)
  bytes.writeUInt32LE(offset, 16)
  return bytes
}

/** How many there are in eight bytes (ZIP64), and where that is said. */
function zip64End(count: number, length: number, offset: number): Buffer {
  const bytes = Buffer.alloc(56 + 20)
  bytes.writeUInt32LE(0x06064b50, 0)
  bytes.writeBigUInt64LE(44n, 4)
  bytes.writeUInt16LE(45, 12)
  bytes.writeUInt16LE(45, 14)
  for (const at of [24, 32]) bytes.writeBigUInt64LE(BigInt(count), at)
  bytes.writeBigUInt64LE(BigInt(length), 40)
  bytes.writeBigUInt64LE(BigInt(offset), 48)
  bytes.writeUInt32LE(0x07064b50, 56)
  bytes.writeBigUInt64LE(BigInt(offset + length), 64)
  bytes.writeUInt32LE(1, 72)
  return bytes
}
