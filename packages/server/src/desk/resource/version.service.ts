import type { Answer, Bytes, Parsed } from '@cuadre/api/endpoint'
import { type listFileVersions, RESOURCE_MB, type replaceFile } from '@cuadre/api/resource'
import { sql } from 'kysely'
import { assertUnchanged, recordMasterChange } from '../../platform/change/index.ts'
import { type Db, row, rows, transaction } from '../../platform/database/index.ts'
import { type DocumentKind, document, TYPES } from '../../platform/document/index.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { Storage } from '../../platform/storage/index.ts'
import * as files from './file.repository.ts'
import { ALLOWED, get, master } from './file.service.ts'

type Body = Parsed<typeof replaceFile>['body']
/** The one before is kept as a version; name, description and address stay. @throws 404, 409, 422 */
export async function replace(db: Db, storage: Storage, caller: Caller, id: number, { file: upload, REVISION }: Body) {
  if (!upload?.path) throw Invalid('file', 'file_required')
  const kind = await document(upload, ALLOWED, RESOURCE_MB)
  await storage.keep(upload)
  return transaction(db, async (tx) => {
    const before = await files.lock(tx, caller, id)
    if (!before) throw NotFound()
    if (!before.file) throw Invalid('file', 'resource_not_file')
    await assertUnchanged(tx, { entity: 'archivo', id }, before, REVISION)
    if (await row(tx, sql`select from resource where id = ${id} and sha256 = ${upload.sha256}`)) throw Invalid('file', 'resource_same')
    await sql`insert into resource_version (resource_id, version, file_name, kind, size, sha256, written_by, written_at)
      select id, version, file_name, kind, size, sha256, uploaded_by, uploaded_at from resource where id = ${id}`.execute(tx)
    await sql`update resource set file_name = ${upload.name}, kind = ${kind}, size = ${upload.size}, sha256 = ${upload.sha256}, version = version + 1,
      uploaded_by = ${caller.userId}, uploaded_at = now(), written_by = ${caller.userId}, written_at = now(), revision = revision + 1 where id = ${id}`.execute(
      tx,
    )
    const after = await get(tx, caller, id)
    await recordMasterChange(tx, caller, master(after), before, after)
    return after
  })
}

export async function list(db: Db, caller: Caller, id: number): Promise<Answer<typeof listFileVersions>> {
  await get(db, caller, id)
  return rows(
    db,
    sql<
      Answer<typeof listFileVersions>[number]
    >`select v.version, coalesce(v.nombre, '') as nombre, coalesce(v.bytes, 0) as bytes, u.name as "subidoPor", coalesce(v.at, now()) as "subidoEn", v.vigente from (
        select version, file_name as nombre, size as bytes, uploaded_by as by, uploaded_at as at, true as vigente from resource
          where id = ${id} and sha256 is not null
        union all select version, file_name, size, written_by, written_at, false from resource_version where resource_id = ${id}) v
      join app_user u on u.id = v.by order by v.version desc`,
  )
}

/** @throws 404 */
export async function download(db: Db, storage: Storage, caller: Caller, id: number, version: number): Promise<Bytes> {
  await get(db, caller, id)
  const found = await row(
    db,
    sql<{ name: string; kind: DocumentKind; sha256: string }>`select file_name as name, kind, sha256 from resource_version
      where resource_id = ${id} and version = ${version}`,
  )
  if (!found) throw NotFound()
  return { name: found.name, type: TYPES[found.kind], body: await storage.download(found.sha256), etag: found.sha256 }
}
