import { readFile } from 'node:fs/promises'

export type ImageKind = 'png' | 'jpeg'
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
/** Pixels of a side. */
const WIDEST = 8000

/**
 * What image a small file is by its content, whatever its name: a whole PNG or JPEG of 1 to 8000 pixels a side with nothing hidden behind it.
 * undefined for anything else.
 */
export async function imageKind(path: string): Promise<ImageKind | undefined> {
  const bytes = await readFile(path)
  if (isPng(bytes)) return 'png'
  return isJpeg(bytes) ? 'jpeg' : undefined
}

function isPng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(PNG)) return false
  const chunks: string[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (chunks.length === 0 && !(name === 'IHDR' && fits(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)))) return false
    chunks.push(name)
    at += 12 + bytes.readUInt32BE(at)
    if (name === 'IEND') return at === bytes.length && chunks.includes('IDAT')
  }
  return false
}

/** Segments up to the scan, one of which tells the size; then the scan, which ends the file. */
function isJpeg(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return false
  let sized = false
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return false
    const marker = bytes[at + 1]!
    if (marker === 0xda) return sized
    if (marker >= 0xc0 && marker <= 0xc3) sized = fits(bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7))
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return false
}

const fits = (one: number, other: number) => one >= 1 && other >= 1 && one <= WIDEST && other <= WIDEST
