import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Upload } from '@cuadre/api/endpoint'
import { IMAGE_MB } from '@cuadre/api/template'
import { Refused } from '../errors.ts'

export type ImageKind = 'png' | 'jpeg' | 'webp'
type Image = { kind: ImageKind; type: `image/${ImageKind}`; width: number; height: number }

const EXTENSIONS: Record<ImageKind, string[]> = { png: ['.png'], jpeg: ['.jpg', '.jpeg'], webp: ['.webp'] }
/** Pixels per side: a small file can expand to gigabytes in the viewer's browser. */
const MAX_SIDE = 10_000

/**
 * Detects the image type from the content and reads it to its end; nothing may follow. SVG is refused because it can carry scripts.
 * @throws 422
 */
export async function image({ path, name, size }: Upload, maxMb = IMAGE_MB): Promise<Image> {
  if (size === 0) throw Refused('file_vacio')
  if (size > maxMb * 1024 * 1024) throw Refused('image_large', { mb: maxMb })
  const bytes = await readFile(path)
  const kind = kindOf(bytes)
  if (!kind || !EXTENSIONS[kind].includes(extname(name).toLowerCase())) throw Refused('image_kind')
  const measured = { png, jpeg, webp }[kind](bytes)
  if (!measured || measured.width < 1 || measured.height < 1) throw Refused('image_damaged')
  if (Math.max(measured.width, measured.height) > MAX_SIDE) throw Refused('image_pixels', { max: MAX_SIDE })
  return { kind, type: `image/${kind}`, ...measured }
}

function kindOf(bytes: Buffer): ImageKind | undefined {
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp'
  return undefined
}

type Size = { width: number; height: number } | null

/** Checks every chunk up to IEND, and the checksum of the header. */
function png(bytes: Buffer): Size {
  let data = false
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const next = at + 12 + length
    if (next > bytes.length) return null
    if (at === 8 && (type !== 'IHDR' || length !== 13 || crc32(bytes.subarray(12, 29)) !== bytes.readUInt32BE(29))) return null
    data ||= type === 'IDAT'
    if (type === 'IEND') return data && next === bytes.length ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : null
    at = next
  }
  return null
}

/** Checks every segment up to the scan; after the scan only the end marker may follow. Cameras pad the end with zeros. */
function jpeg(bytes: Buffer): Size {
  let end = bytes.length
  while (end > 2 && bytes[end - 1] === 0) end--
  if (bytes.readUInt16BE(end - 2) !== 0xffd9) return null
  let size: Size = null
  for (let at = 2; at + 4 <= end; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at++
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2 || at + 2 + length > end) return null
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (frame && length >= 8) size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    if (marker === 0xda) return size
    at += 2 + length
  }
  return null
}

function webp(bytes: Buffer): Size {
  if (bytes.length < 30 || bytes.readUInt32LE(4) + 8 !== bytes.length) return null
  const form = bytes.toString('latin1', 12, 16)
  if (form === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (form === 'VP8 ')
    return bytes.readUIntBE(23, 3) === 0x9d012a ? { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff } : null
  if (form !== 'VP8L' || bytes[20] !== 0x2f) return null
  const bits = bytes.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
