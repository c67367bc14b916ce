import type { Parsed } from '@cuadre/api/endpoint'
import type { listFiles, ResourceFile } from '@cuadre/api/resource'
import { sql } from 'kysely'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import type { DocumentKind } from '../../platform/document/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { seen } from './folder.repository.ts'

type Query = Parsed<typeof listFiles>['query']
type New = {
  folderId: number
  name: string
  description: string | null
  externalLink: string | null
  file: { name: string; kind: DocumentKind; size: number; sha256: string } | null
}

/** Below the root: names of the folders that a file lies in. */
const path = sql`coalesce((with recursive up as (select id, name, parent_id, 1 as step from folder where id = r.folder_id
  union all select f.id, f.name, f.parent_id, up.step + 1 from folder f join up on f.id = up.parent_id)
  select json_agg(up.name order by up.step desc) from up), '[]')`
const columns = sql`r.id, r.folder_id as "CARPETA_ID", ${path} as "RUTA", r.name, r.description, r.external_link as "externalLink",
  case when r.sha256 is not null then json_build_object('nombre', r.file_name, 'tipo', r.kind, 'bytes', r.size) end as file,
  r.version, r.checked_at as "comprobadoEn", r.failing_since as "fallaDesde",
  (select coalesce(sum(d.times), 0)::int from resource_download d where d.resource_id = r.id and d.day > current_date - 30) as descargas,
  u.name as "actualizadoPor", r.written_at as "actualizadoEn", r.revision as "REVISION"`
const from = sql`resource r join app_user u on u.id = r.written_by`

export const list = (db: Db, caller: Caller, query: Query) =>
  page<ResourceFile, typeof query>(db, query, {
    select: columns,
    from,
    where: all(
      sql`r.removed_at is null`,
      sql`r.folder_id in ${seen(caller)}`,
      contains(sql`r.search`, query.search),
      query.folderId !== undefined && sql`r.folder_id = ${query.folderId}`,
    ),
    sortable: {
      NAME: sql`r.name`,
      FECHA: sql`r.written_at`,
      TIPO: sql`r.kind`,
      BYTES: sql`r.size`,
      DESCARGAS: sql`(select sum(d.times) from resource_download d where d.resource_id = r.id and d.day > current_date - 30)`,
    },
    by: sql`r.name`,
    id: sql`r.id`,
  })

export const inFolder = (db: Db, folderId: number) =>
  rows(db, sql<ResourceFile>`select ${columns} from ${from} where r.folder_id = ${folderId} and r.removed_at is null order by r.name, r.id`)
export const find = (db: Db, caller: Caller, id: number) =>
  row(db, sql<ResourceFile>`select ${columns} from ${from} where r.id = ${id} and r.removed_at is null and r.folder_id in ${seen(caller)}`)
/** Locks first, so that what is read is what the one before has left. */
export async function lock(db: Db, caller: Caller, id: number) {
  await sql`select from resource where id = ${id} for no key update`.execute(db)
  return find(db, caller, id)
}
/** Files of several folders, for a ZIP. */
export const inFolders = (db: Db, ids: readonly number[]) =>
  rows(
    db,
    sql<{
      folder: number
      name: string
      link: string | null
      file: string | null
      sha256: string | null
      size: number | null
    }>`select r.folder_id as folder,
      r.name, r.external_link as link, r.file_name as file, r.sha256, r.size from resource r
      where r.folder_id = any(${[...ids]}::int[]) and r.removed_at is null order by r.folder_id, r.name, r.id`,
  )
export const countDownload = (db: Db, id: number) =>
  sql`insert into resource_download (resource_id, day) values (${id}, current_date)
    on conflict (resource_id, day) do update set times = resource_download.times + 1`.execute(db)

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
    sql<{
      id: number
    }>`insert into resource (folder_id, name, description, external_link, file_name, kind, size, sha256, written_by, uploaded_by, uploaded_at)
      values (${folderId}, ${name}, ${description}, ${externalLink}, ${file?.name ?? null}, ${file?.kind ?? null}, ${file?.size ?? null}::int, ${file?.sha256 ?? null}, ${userId},
        case when ${file !== null}::boolean then ${userId}::int end, case when ${file !== null}::boolean then now() end)
      returning id`,
  ))!.id

export const save = (db: Db, { id, CARPETA_ID, name, description, externalLink }: ResourceFile, userId: number) =>
  sql`update resource set folder_id = ${CARPETA_ID}, name = ${name}, description = ${description}, external_link = ${externalLink},
    checked_at = case when external_link is not distinct from ${externalLink}::text then checked_at end,
    failing_since = case when external_link is not distinct from ${externalLink}::text then failing_since end,
    written_by = ${userId}, written_at = now(), revision = revision + 1 where id = ${id}`.execute(db)

export const remove = (db: Db, id: number) => sql`update resource set removed_at = now() where id = ${id}`.execute(db)

export const bytes = (db: Db, caller: Caller, id: number) =>
  row(
    db,
    sql<{
      name: string | null
      kind: DocumentKind | null
      sha256: string | null
    }>`select file_name as name, kind, sha256 from resource where id = ${id} and removed_at is null
      and folder_id in ${seen(caller)}`,
  )
