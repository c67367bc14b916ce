import { readFile } from 'node:fs/promises'
import type { Upload } from '@cuadre/api/endpoint'
import { AVATAR } from '@cuadre/api/session'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'
import { picture } from '../../platform/document/picture.ts'
import { Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'

/** Replaces the caller's own picture. @throws 422 if the content is not an image, or larger than `AVATAR` */
export async function setAvatar(db: Db, { userId }: Caller, upload: Upload | undefined) {
  if (!upload?.path) throw Invalid('file', 'file_required')
  if (upload.size > AVATAR.bytes) throw Invalid('file', 'avatar_too_large')
  const { type, width, height, file } = await picture(upload)
  if (Math.max(width, height) > AVATAR.side) throw Invalid('file', 'avatar_too_large')
  if (file.size > AVATAR.bytes) throw Invalid('file', 'avatar_too_large')
  const bytes = await readFile(file.path)
  await sql`insert into user_avatar (user_id, type, bytes) values (${userId}, ${type}, ${bytes})
    on conflict (user_id) do update set type = excluded.type, bytes = excluded.bytes, uploaded_at = now()`.execute(db)
  return { ok: true as const }
}

export async function removeAvatar(db: Db, { userId }: Caller) {
  await sql`delete from user_avatar where user_id = ${userId}`.execute(db)
  return { ok: true as const }
}
