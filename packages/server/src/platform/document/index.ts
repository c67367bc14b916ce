import { extname } from 'node:path'
import type { Upload } from '@cuadre/api/endpoint'
import { cellText, FileRefused, openTable } from '@cuadre/tables'
import { type NamedError, Refused } from '../errors.ts'
import { XLSX } from '../http/export.ts'
import { checkHtml } from './html.ts'
import { image } from './image.ts'
import { checkOffice } from './office.ts'
import { checkPdf } from './pdf.ts'

/** The kinds of document that are stored, and their content types. */
export const TYPES = {
  xlsx: XLSX,
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  pdf: 'application/pdf',
  html: 'text/html',
  csv: 'text/csv',
  txt: 'text/plain',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
} as const
export type DocumentKind = keyof typeof TYPES

const NAMES: Record<string, DocumentKind> = { htm: 'html', jpg: 'jpeg' }
const MACROS = /^\.(xls[mb]|xlt[mx]?|xlam|doc[m]|dot[mx]?|ppt[m]|pot[mx]?|pps[mx]?)$/

/**
 * Checks a document: the content must match the extension and be complete, without macros, scripts, passwords, external resources, or text
 * cells that start like formulas.
 * @throws 422
 */
export async function document(upload: Upload, allowed: readonly DocumentKind[], maxMb: number): Promise<DocumentKind> {
  const extension = extname(upload.name).toLowerCase()
  const kind = NAMES[extension.slice(1)] ?? (extension.slice(1) as DocumentKind)
  if (upload.size === 0) throw Refused('file_vacio')
  if (upload.size > maxMb * 1024 * 1024) throw Refused('document_large', { mb: maxMb })
  if (MACROS.test(extension)) throw Refused('document_active')
  if (!allowed.includes(kind)) throw Refused('document_kind', { kinds: allowed.join(', ').toUpperCase() })
  try {
    await check(upload, kind)
  } catch (error) {
    throw error instanceof FileRefused ? namedErrorOf(error) : error
  }
  return kind
}

async function check({ path, name, size }: Upload, kind: DocumentKind): Promise<void> {
  if (kind === 'docx' || kind === 'pptx') return checkOffice(path, kind, size)
  if (kind === 'pdf') return checkPdf(path)
  if (kind === 'html') return checkHtml(path)
  if (kind === 'csv') return checkText(path, name)
  if (kind === 'txt') return void (await (await openTable(path, name)).head(1))
  if (kind === 'xlsx') {
    await checkOffice(path, kind, size)
    await (await openTable(path, name)).head(1)
    return
  }
  await image({ path, name, size, sha256: '' }, Number.POSITIVE_INFINITY)
}

/** Refuses cells that a spreadsheet would evaluate as a formula when it opens the file. */
async function checkText(path: string, name: string) {
  const table = await openTable(path, name)
  for await (const batch of table.rows())
    for (const { number, cells } of batch)
      for (const cell of cells) {
        const value = cellText(cell)
        if (/^([=@]|[+-](?![\s.,$€(]*(\d|$)))/.test(value)) throw Refused('document_formula', { row: number, value: value.slice(0, 40) })
      }
}

/** The balance load's sentence for a wrong file type speaks of workbooks only. */
const namedErrorOf = ({ code, details }: FileRefused): NamedError =>
  code === 'tipo' || code === 'html'
    ? Refused('file_extension')
    : code === 'macros'
      ? Refused('document_active')
      : Refused(`file_${code}`, details)
