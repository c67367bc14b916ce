import type { Evidence } from '@cuadre/api/analysis'
import type { Bytes, Parsed } from '@cuadre/api/endpoint'
import { type createFile, nameOfFile, RESOURCE_MB, type ResourceFile, type updateFile } from '@cuadre/api/resource'
import { assertUnchanged, recordMasterChange } from '../../platform/change/index.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { type DocumentKind, document, TYPES } from '../../platform/document/index.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { Storage } from '../../platform/storage/index.ts'
import { evidenceOf } from '../../workflow/submission/evidence.service.ts'
import * as repository from './file.repository.ts'

/** No HTML, because a page opened from here could imitate the application. */
export const ALLOWED: readonly DocumentKind[] = ['xlsx', 'docx', 'pptx', 'pdf', 'csv', 'txt', 'png', 'jpeg', 'webp']
export const master = ({ id, name }: ResourceFile) => ({ entity: 'archivo' as const, id, name })

export async function get(db: Db, caller: Caller, id: number) {
  const file = await repository.find(db, caller, id)
  if (!file) throw NotFound()
  return file
}

export async function create(db: Db, storage: Storage, caller: Caller, body: Parsed<typeof createFile>['body']) {
  const { folderId, externalLink = null, file: upload } = body
  if ((externalLink === null) === (upload === undefined)) throw Invalid(externalLink === null ? 'file' : 'externalLink', 'resource_one')
  const file = upload ? { ...upload, kind: await document(upload, ALLOWED, RESOURCE_MB) } : null
  if (upload) await storage.keep(upload)
  const name = body.name ?? (file ? nameOfFile(file.name) : externalLink!.replace(/^https?:\/\//i, '').slice(0, 120))
  return transaction(db, async (tx) => {
    await check(tx, null, folderId, name)
    const description = body.description || null
    const made = await get(tx, caller, await repository.insert(tx, { folderId, name, description, externalLink, file }, caller.userId))
    await recordMasterChange(tx, caller, master(made), null, made)
    return made
  })
}

type Change = Parsed<typeof updateFile>['body']
export const update = (db: Db, caller: Caller, id: number, { REVISION, folderId, ...change }: Change) =>
  transaction(db, async (tx) => {
    const before = await repository.lock(tx, caller, id)
    if (!before) throw NotFound()
    await assertUnchanged(tx, master(before), before, REVISION)
    if (change.externalLink !== undefined && before.externalLink === null) throw Invalid('externalLink', 'resource_not_link')
    const wanted = { ...before, ...change, CARPETA_ID: folderId ?? before.CARPETA_ID }
    await check(tx, id, wanted.CARPETA_ID, wanted.name)
    await repository.save(tx, wanted, caller.userId)
    const after = await get(tx, caller, id)
    await recordMasterChange(tx, caller, master(after), before, after)
    return after
  })

async function check(tx: Db, id: number | null, folderId: number, name: string) {
  if (!(await repository.lockFolder(tx, folderId))) throw Invalid('folderId', 'folder_unknown')
  if (await repository.isTaken(tx, id, folderId, name)) throw Invalid('name', 'resource_exists')
}

/** Hidden; its content is kept. */
export const remove = (db: Db, caller: Caller, id: number) =>
  transaction(db, async (tx) => {
    const file = await repository.lock(tx, caller, id)
    if (!file) throw NotFound()
    await repository.remove(tx, id)
    await recordMasterChange(tx, caller, master(file), file, null)
    return { ok: true as const }
  })

/** Images and PDF may be shown inline; everything else is an attachment. */
export async function download(db: Db, storage: Storage, caller: Caller, id: number): Promise<Bytes> {
  const { name, kind, sha256 } = await content(db, caller, id)
  await repository.countDownload(db, id)
  return {
    name,
    type: TYPES[kind],
    body: await storage.download(sha256),
    inline: ['png', 'jpeg', 'webp', 'pdf'].includes(kind),
    etag: sha256,
  }
}

/** A file prepared for the page: a workbook or table as a grid, of everything else its kind. */
export async function evidence(db: Db, storage: Storage, caller: Caller, id: number): Promise<Evidence> {
  const { name, kind, sha256 } = await content(db, caller, id)
  const told = { ID: id, NOMBRE: name, hojas: [], celda: null }
  if (kind === 'xlsx' || kind === 'csv') return evidenceOf(storage, { id, name, sha256, kind }, null)
  if (kind === 'pdf') return { ...told, tipo: 'pdf' }
  return { ...told, tipo: kind === 'png' || kind === 'jpeg' || kind === 'webp' ? 'imagen' : 'otro' }
}

/** @throws 404 for what the caller does not see, and for a link */
async function content(db: Db, caller: Caller, id: number) {
  const found = await repository.bytes(db, caller, id)
  if (!found) throw NotFound()
  const { name, kind, sha256 } = found
  if (!kind || name === null || sha256 === null) throw NotFound('resource_no_bytes')
  return { name, kind, sha256 }
}
