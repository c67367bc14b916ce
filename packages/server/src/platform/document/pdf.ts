import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { Refused } from '../errors.ts'

/** Actions that run code, and embedded files. */
const ACTIVE = /\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA)(?![A-Za-z0-9])/
const ENCRYPTED = /\/Encrypt(?![A-Za-z0-9])/
/** Maximum unpacked bytes of object streams: of each and of all. */
const MAX_UNPACKED = { each: 16 * 1024 * 1024, all: 128 * 1024 * 1024 }

/** Refuses a PDF that is incomplete, encrypted or has active content. Content streams are not read because they only draw. @throws 422 */
export async function checkPdf(path: string): Promise<void> {
  const bytes = await readFile(path)
  const text = bytes.toString('latin1')
  if (!text.startsWith('%PDF-')) throw Refused('file_extension')
  if (!text.includes('%%EOF', Math.max(0, text.length - 2048))) throw Refused('file_truncado')
  let left = MAX_UNPACKED.all
  for (let at = 0; at < text.length; ) {
    const stream = text.indexOf('stream', at)
    const part = text.slice(at, stream < 0 ? text.length : stream)
    refuseActive(part)
    if (stream < 0) return
    const end = text.indexOf('endstream', stream + 6)
    if (end < 0) throw Refused('file_truncado')
    if (/\/ObjStm\b/.test(unescaped(part.slice(part.lastIndexOf(' obj'))))) {
      const objects = unpacked(bytes.subarray(stream + 6 + (text[stream + 6] === '\r' ? 2 : 1), end), Math.min(MAX_UNPACKED.each, left))
      left -= objects.length
      refuseActive(objects)
    }
    at = end + 9
  }
}

function refuseActive(part: string) {
  const names = unescaped(part)
  if (ENCRYPTED.test(names)) throw Refused('file_cifrado')
  if (ACTIVE.test(names)) throw Refused('document_active')
}

/** A name may be written with escapes: /J#53 is /JS. */
const unescaped = (part: string) =>
  part.includes('#') ? part.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : part

function unpacked(packed: Buffer, max: number): string {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, max) }).toString('latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw Refused('file_bomba')
    // Another compression, or none: the bytes are searched as they are.
    return packed.toString('latin1')
  }
}
