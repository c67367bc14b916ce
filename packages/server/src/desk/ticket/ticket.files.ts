import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Upload } from '@cuadre/api/endpoint'
import { FileRefused, preflight } from '@cuadre/tables'
import { Invalid, Refused } from '../../platform/errors.ts'
import { XLSX } from '../../platform/http/export.ts'

const MAX_BYTES = 10 * 1024 * 1024
/** Formats other than tables and text: their first bytes and extensions. */
const SIGNATURES = [
  { type: 'image/png', head: /^\x89PNG\r\n/, names: ['.png'] },
  { type: 'image/jpeg', head: /^\xff\xd8\xff/, names: ['.jpg', '.jpeg'] },
  { type: 'image/webp', head: /^RIFF[\s\S]{4}WEBP/, names: ['.webp'] },
  { type: 'application/pdf', head: /^%PDF-/, names: ['.pdf'] },
]
const TABLES = { xlsx: XLSX, xls: 'application/vnd.ms-excel', csv: 'text/plain' }

/** The media type of an upload, by its content. @throws 422 for types that a ticket does not accept */
export async function mediaTypeOf({ path, name, size }: Upload): Promise<string> {
  if (size > MAX_BYTES) throw Invalid('file', 'ticket_file_large')
  const head = await firstBytes(path)
  const paper = SIGNATURES.find((one) => one.head.test(head))
  if (paper) {
    if (!paper.names.includes(extname(name).toLowerCase())) throw Refused('file_extension')
    return paper.type
  }
  const { kind } = await preflight(path, name).catch((error) => {
    if (!(error instanceof FileRefused)) throw error
    throw error.code === 'tipo' || error.code === 'extension'
      ? Invalid('file', 'ticket_file_kind')
      : Refused(`file_${error.code}`, error.details)
  })
  return TABLES[kind]
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.subarray(0, bytesRead).toString('latin1')
  } finally {
    await file.close()
  }
}
