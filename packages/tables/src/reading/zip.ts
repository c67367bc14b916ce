import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { FileRefused } from '../format/refused.ts'
import { type ByteSource, contentStart, readEntries, type Zip, type ZipEntry } from '../format/zip.ts'

/** An archive on disk; only its directory is read. Throws FileRefused. */
export const openZip = (path: string): Promise<Zip> =>
  withSource(path, async (source) => ({ entries: await readEntries(source), bytes: (entry) => inflate(path, entry) }))

/** The content of one entry, inflated in pieces. Never more than the size it declares: a zip that lies about it is refused. */
async function* inflate(path: string, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  if (entry.size === 0 && entry.compressed <= 2) return
  const start = await withSource(path, (source) => contentStart(source, entry))
  const raw = createReadStream(path, { start, end: start + entry.compressed - 1, highWaterMark: 64 * 1024 })
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

/** Runs `work` on the file at `path` and closes it again. */
async function withSource<T>(path: string, work: (source: ByteSource) => Promise<T>): Promise<T> {
  const file = await open(path)
  try {
    const read = async (position: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    }
    return await work({ size: (await file.stat()).size, read })
  } finally {
    await file.close()
  }
}
