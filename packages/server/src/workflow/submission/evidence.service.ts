import type { Evidence } from '@cuadre/api/analysis'
import type { Bytes } from '@cuadre/api/endpoint'
import { FileRefused, type GridCell, type GridSheet, readSheet } from '@cuadre/tables'
import { sql } from 'kysely'
import { type Clock, watermarked } from '../../organisation/auditor/watermark.ts'
import { analysisScope } from '../../platform/access/scope.ts'
import { type Db, row, rows, transaction } from '../../platform/database/index.ts'
import { NotFound, Refused } from '../../platform/errors.ts'
import { recordAll } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { XLSX } from '../../platform/http/export.ts'
import { type Storage, withCopy } from '../../platform/storage/index.ts'
import type { Book, FileKind } from '../workbook/workbook.reading.ts'

type Kept = {
  id: number
  analysis_id: number
  period_id: number
  version: number
  name: string
  sha256: string
  kind: FileKind
  book: Book | null
  uploaded_by: number
  group_id: number | null
}
const TYPES: Record<FileKind, string> = {
  xlsx: XLSX,
  xls: 'application/vnd.ms-excel',
  csv: 'text/csv',
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
}

/** What is needed to serve a file. */
type Document = { id: number; name: string; sha256: string; kind: FileKind }

/**
 * The file as it was submitted; an auditor gets a watermarked copy of a PDF. To be shown in the page it is only read; else it was taken home.
 * @throws 404, 409 if it cannot be marked
 */
export async function download(
  db: Db,
  storage: Storage,
  caller: Caller,
  id: number,
  { vista }: { vista: boolean },
  clock: Clock,
): Promise<Bytes> {
  return bytesOf(storage, caller, await (vista ? find : open)(db, caller, id), clock)
}
/** @throws 404 */
export async function seen(db: Db, caller: Caller, id: number): Promise<{ ok: true }> {
  await open(db, caller, id)
  return { ok: true }
}
export async function bytesOf(storage: Storage, caller: Caller, file: Document, clock: Clock): Promise<Bytes> {
  const body =
    caller.auditor && file.kind === 'pdf'
      ? await withCopy(storage, file.sha256, (path) => watermarked(caller, { ...file, path }, clock))
      : await storage.download(file.sha256)
  return { name: file.name, type: TYPES[file.kind], body }
}

/**
 * A workbook or text as small grids, with the cell of VALOR_ANALISIS; of a PDF or image only its kind, because the page shows the file.
 * @throws 404
 */
export async function evidence(db: Db, storage: Storage, caller: Caller, id: number): Promise<Evidence> {
  const file = await find(db, caller, id)
  return evidenceOf(storage, file, file.book)
}
export async function evidenceOf(storage: Storage, file: Document, book: Book | null): Promise<Evidence> {
  const told = { ID: file.id, NOMBRE: file.name }
  if (file.kind === 'pdf') return { ...told, tipo: 'pdf', hojas: [], celda: null }
  if (file.kind === 'png' || file.kind === 'jpeg') return { ...told, tipo: 'imagen', hojas: [], celda: null }
  const { sheets, moreSheets } = await withCopy(storage, file.sha256, (path) =>
    readSheet(path, file.name, { maxRows: 200, maxColumns: 30 }),
  ).catch((error) => {
    throw error instanceof FileRefused ? Refused(`file_${error.code}`) : error
  })
  return {
    ...told,
    tipo: 'libro',
    hojas: sheets.map(sheet),
    ...(moreSheets > 0 && { masHojas: moreSheets }),
    celda: book && { hoja: book.sheet, direccion: book.address, formula: book.formula, valor: book.value },
  }
}

const sheet = ({ name, visible, rows, truncated }: GridSheet): Evidence['hojas'][number] => ({
  nombre: name,
  filas: rows.map((cells) => cells.map(cell)),
  recortada: truncated,
  ...(!visible && { oculta: true }),
})
const cell = ({ text, kind, formula, format }: GridCell) =>
  kind === 'vacio' && !formula
    ? null
    : { texto: text, ...(kind === 'numero' && { numero: true }), ...(formula && { formula }), ...(format && { formato: format }) }

async function find(db: Db, caller: Caller, id: number): Promise<Kept> {
  const file = await row(
    db,
    sql<Kept>`select f.id, f.analysis_id, a.period_id, f.version, f.name, f.sha256, f.kind, f.book, f.uploaded_by, f.group_id
      from analysis_file f join analysis a on a.id = f.analysis_id where f.id = ${id} and ${analysisScope(caller)}`,
  )
  if (!file) throw NotFound()
  return file
}

/**
 * Finds a file in scope. Opening by anybody but its uploader is recorded once per person and version; the file of a group is opened for all
 * its members.
 */
const open = (db: Db, caller: Caller, id: number): Promise<Kept> =>
  transaction(db, async (tx) => {
    const file = await find(tx, caller, id)
    if (file.uploaded_by === caller.userId) return file
    const opened = await rows(
      tx,
      sql<{ analysis_id: number }>`with same as (select f.id, f.analysis_id from analysis_file f
          where f.id = ${id} or (f.group_id = ${file.group_id}::int and f.version = ${file.version})),
        first as (insert into file_reader select s.id, ${caller.userId}::int from same s order by s.id on conflict do nothing returning file_id)
        select s.analysis_id from same s join first on first.file_id = s.id order by s.analysis_id`,
    )
    const group =
      file.group_id !== null &&
      (await row(
        tx,
        sql<{
          id: number
          nombre: string
          revision: number
        }>`select g.id, g.name as nombre, ${file.version}::int as revision from analysis_group g
        where g.id = ${file.group_id}`,
      ))
    await recordAll(
      tx,
      opened.map(({ analysis_id }) => ({
        periodId: file.period_id,
        kind: 'visto',
        analysisId: analysis_id,
        caller,
        detail: { version: file.version, sha256: file.sha256, ...(group && { grupo: group }) },
      })),
    )
    return file
  })
