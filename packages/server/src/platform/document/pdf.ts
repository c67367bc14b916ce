import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { Refused } from '../errors.ts'

/** Actions that run something, or files carried within. */
const ACTIVE = /\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA)(?![A-Za-z0-9])/
const LOCKED = /\/Encrypt(?![A-Za-z0-9])/
/** Dictionaries packed together (object streams) that are unfolded, each and in all. */
const PACKED = { each: 16 * 1024 * 1024, all: 128 * 1024 * 1024 }

/** A PDF that is whole and neither locked nor running anything. Content streams are not looked into: they only draw. @throws 422 */
export async function checkPdf(path: string): Promise<void> {
  const bytes = await readFile(path)
  const text = bytes.toString('latin1')
  if (!text.startsWith('%PDF-')) throw Refused('file_extension')
  if (!text.includes('%%EOF', Math.max(0, text.length - 2048))) throw Refused('file_truncado')
  let left = PACKED.all
  for (let at = 0; at < text.length; ) {
    const stream = text.indexOf('stream', at)
    const part = text.slice(at, stream < 0 ? text.length : stream)
    look(part)
    if (stream < 0) return
    const end = text.indexOf('endstream', stream + 6)
    if (end < 0) throw Refused('file_truncado')
    if (/\/ObjStm\b/.test(unescaped(part.slice(part.lastIndexOf(' obj'))))) {
      const objects = unfolded(bytes.subarray(stream + 6 + (text[stream + 6] === '\r' ? 2 : 1), end), Math.min(PACKED.each, left))
      left -= objects.length
      look(objects)
    }
    at = end + 9
  }
}

function look(part: string) {
  const plain = unescaped(part)
  if (LOCKED.test(plain)) throw Refused('file_cifrado')
  if (ACTIVE.test(plain)) throw Refused('document_active')
}

/** A name may hide its letters: /J#53 is /JS. */
const unescaped = (part: string) =>
  part.includes('#') ? part.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : part

function unfolded(packed: Buffer, most: number): string {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, most) }).toString('latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw Refused('file_bomba')
    // Packed another way, or not at all: read as it is.
    return packed.toString('latin1')
  }
}
