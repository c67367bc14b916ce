import type { Parsed } from '@cuadre/api/endpoint'
import type { listFiles, ResourceFile } from '@cuadre/api/resource'
import { sql } from 'kysely'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import type { DocumentKind } from '../../platform/document/index.ts'

type Query = Parsed<typeof listFiles>['query']
type New = {
  folderId: number
  name: string
  description: string | null
  externalLink: string | null
  file: { name: string; kind: DocumentKind; size: number; sha256: string } | null
}

const columns = sql`r.id, r.folder_id as "CARPETA_ID", r.name, r.description, r.external_link as "externalLink",
  case when r.sha256 is not null then json_build_object('nombre', r.file_name, 'tipo', r.kind, 'bytes', r.size) end as file,
  u.name as "actualizadoPor", r.written_at as "actualizadoEn", r.revision as "REVISION"`
const from = sql`resource r join app_user u on u.id = r.written_by`

export const list = (db: Db, query: Query) =>
  page<ResourceFile>(db, query, {
    select: columns,
    from,
    where: all(
      sql`r.removed_at is null`,
      contains(sql`r.search`, query.search),
      query.folderId !== undefined && sql`r.folder_id = ${query.folderId}`,
    ),
    sortable: { NAME: sql`r.name`, FECHA: sql`r.written_at`, TIPO: sql`r.kind`, BYTES: sql`r.size` },
    by: sql`r.name`,
    id: sql`r.id`,
  })

export const inFolder = (db: Db, folderId: number) =>
  rows(db, sql<ResourceFile>`select ${columns} from ${from} where r.folder_id = ${folderId} and r.removed_at is null order by r.name, r.id`)
export const find = (db: Db, id: number) =>
  row(db, sql<ResourceFile>`select ${columns} from ${from} where r.id = ${id} and r.removed_at is null`)
export const lock = (db: Db, id: number) =>
  row(db, sql<ResourceFile>`select ${columns} from ${from} where r.id = ${id} and r.removed_at is null for no key update of r`)

/** Locked until the commit, so that no file is added to a folder that is being removed. */
export const lockFolder = (db: Db, id: number) => row(db, sql`select from folder where id = ${id} and removed_at is null for no key update`)
/** Whether another file in the folder has this name, ignoring case and accents. */
export const isTaken = (db: Db, id: number | null, folderId: number, name: string) =>
  row(
    db,
    sql`select from resource where folder_id = ${folderId} and removed_at is null and id is distinct from ${id}::int and plain(name) = plain(${name})`,
  )

export const insert = async (db: Db, { folderId, name, description, externalLink, file }: New, userId: number) =>
  (await row(
    db,
    sql<{ id: number }>`insert into resource (folder_id, name, description, external_link, file_name, kind, size, sha256, written_by)
      values (${folderId}, ${name}, ${description}, ${externalLink}, ${file?.name ?? null}, ${file?.kind ?? null}, ${file?.size ?? null}::int, ${file?.sha256 ?? null}, ${userId})
      returning id`,
  ))!.id

export const save = (db: Db, { id, CARPETA_ID, name, description, externalLink }: ResourceFile, userId: number) =>
  sql`update resource set folder_id = ${CARPETA_ID}, name = ${name}, description = ${description}, external_link = ${externalLink},
    written_by = ${userId}, written_at = now(), revision = revision + 1 where id = ${id}`.execute(db)

export const remove = (db: Db, id: number) => sql`update resource set removed_at = now() where id = ${id}`.execute(db)

export const bytes = (db: Db, id: number) =>
  row(
    db,
    sql<{
      name: string
      kind: DocumentKind | null
      sha256: string
    }>`select file_name as name, kind, sha256 from resource where id = ${id} and removed_at is null`,
  )
