import type { Bytes, Upload } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import { type ImageKind, imageKind } from '@cuadre/tables'
import { sql } from 'kysely'
import type { AppOptions } from '../../options.ts'
import { type Db, row } from '../../platform/database/index.ts'
import { redrawn } from '../../platform/document/picture.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { checkRank } from './rank.ts'

const MAX_BYTES = 2 * 1024 * 1024
type Deps = Pick<AppOptions, 'db' | 'storage'>

/**
 * The caller's own, or anyone's with the permission; auditors have none.
 * @throws 403 for somebody who is not below the caller, 404, 422 if it is not a PNG or JPEG of at most 2 MB
 */
export async function setSignature({ db, storage }: Deps, caller: Caller, id: number, upload: Upload | undefined) {
  if (caller.userId !== id && !caller.permissions.has('admin.user.write')) throw NotFound()
  const types = await typesOf(db, id)
  if (types.length === 0 || types.includes(ROLE.auditor)) throw NotFound()
  await checkRank(db, caller, id)
  if (!upload?.path) throw Invalid('file', 'file_required')
  if (upload.size > MAX_BYTES) throw Invalid('file', 'signature_too_large')
  const kind = await imageKind(upload.path)
  if (!kind) throw Invalid('file', 'signature_kind')
  const file = await redrawn(upload, kind).catch(() => {
    throw Invalid('file', 'signature_kind')
  })
  await storage.keep(file)
  await sql`insert into user_signature (user_id, sha256, kind, size, uploaded_by) values (${id}, ${file.sha256}, ${kind}, ${file.size}, ${caller.userId})`.execute(
    db,
  )
  return { id, TIPO: kind, TAMANO: file.size, SHA256: file.sha256 }
}

/** @throws 404 if there is none, or the caller may not see it */
export async function signature({ db, storage }: Deps, caller: Caller, id: number): Promise<Bytes> {
  if (caller.userId !== id && !caller.permissions.has('admin.user.read')) throw NotFound()
  const found = await row(
    db,
    sql<{ sha256: string; kind: ImageKind }>`select sha256, kind from user_signature where user_id = ${id} order by id desc limit 1`,
  )
  if (!found) throw NotFound()
  return {
    name: `firma-${id}.${found.kind === 'png' ? 'png' : 'jpg'}`,
    type: `image/${found.kind}`,
    body: await storage.download(found.sha256),
    inline: true,
  }
}

const typesOf = async (db: Db, id: number) =>
  (await row(db, sql<{ types: number[] }>`select coalesce(array_agg(role_id), '{}') as types from user_role where user_id = ${id}`))!.types
