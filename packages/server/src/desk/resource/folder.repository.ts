import type { Parsed } from '@cuadre/api/endpoint'
import type { createFolder, Folder, FolderDetail, listFolders } from '@cuadre/api/resource'
import { sql } from 'kysely'
import { businessScope } from '../../platform/access/scope.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'

export type Write = Parsed<typeof createFolder>['body']
const WRITE = 'helpdesk.resource.write'
const keeps = (caller: Caller) => caller.permissions.has(WRITE)

/** Whether folder `f` by itself is for the caller: their role, and a business of theirs, where it names some. */
const isFor = (caller: Caller) => sql`(
  (not exists (select from folder_role x where x.folder_id = f.id) or exists (select from folder_role x where x.folder_id = f.id and x.role_id = ${caller.roleId}))
  and (not exists (select from folder_business x where x.folder_id = f.id)
    or exists (select from folder_business x where x.folder_id = f.id and ${businessScope(caller, sql`x.business_id`)})))`
/**
 * The folders that the caller sees: those for them in folders that they see. Who keeps them sees all, or nobody could mend a folder that
 * was closed to everybody.
 */
export const seen = (caller: Caller) =>
  keeps(caller)
    ? sql`(select f.id from folder f where f.removed_at is null)`
    : sql`(with recursive open as (select f.id from folder f where f.parent_id is null and f.removed_at is null and ${isFor(caller)}
        union all select f.id from folder f join open on f.parent_id = open.id where f.removed_at is null and ${isFor(caller)}) select id from open)`

const columns = (caller: Caller) => sql`f.id, f.name, f.description, f.parent_id as "parentFolderId",
  case when f.image_sha256 is not null then '/tools-and-services/image/' || f.id || '?v=' || left(f.image_sha256, 12) end as image,
  (select count(*)::int from folder c where c.parent_id = f.id and c.id in ${seen(caller)}) as carpetas,
  (select count(*)::int from resource r where r.folder_id = f.id and r.removed_at is null) as archivos,
  case when ${keeps(caller)}::boolean then (select coalesce(json_agg(x.role_id order by x.role_id), '[]') from folder_role x where x.folder_id = f.id)
    else '[]' end as roles,
  case when ${keeps(caller)}::boolean then (select coalesce(json_agg(json_build_object('id', b.id, 'nombre', b.name) order by b.name), '[]')
    from folder_business x join business b on b.id = x.business_id where x.folder_id = f.id) else '[]' end as negocios,
  f.written_at as "actualizadoEn", f.revision as "REVISION"`

export const list = (db: Db, caller: Caller, query: Parsed<typeof listFolders>['query']) =>
  page<Folder, typeof query>(db, query, {
    select: columns(caller),
    from: sql`folder f`,
    where: all(
      sql`f.id in ${seen(caller)}`,
      contains(sql`f.search`, query.search),
      query.parentFolderId !== undefined &&
        (query.parentFolderId === 'raiz' ? sql`f.parent_id is null` : sql`f.parent_id = ${query.parentFolderId}`),
    ),
    sortable: { NAME: sql`f.name`, FECHA: sql`f.written_at` },
    by: sql`f.name`,
    id: sql`f.id`,
  })

export const everything = (db: Db, caller: Caller) =>
  rows(db, sql<Folder>`select ${columns(caller)} from folder f where f.id in ${seen(caller)} order by f.name, f.id`)
export const find = (db: Db, caller: Caller, id: number) =>
  row(db, sql<Folder>`select ${columns(caller)} from folder f where f.id = ${id} and f.id in ${seen(caller)}`)
export const children = (db: Db, caller: Caller, id: number) =>
  rows(db, sql<Folder>`select ${columns(caller)} from folder f where f.parent_id = ${id} and f.id in ${seen(caller)} order by f.name, f.id`)
/** The folder and those in it that the caller sees, each with its path below it. */
export const below = (db: Db, caller: Caller, id: number) =>
  rows(
    db,
    sql<{
      id: number
      path: string[]
    }>`with recursive down as (select f.id, array[]::text[] as path from folder f where f.id = ${id} and f.id in ${seen(caller)}
      union all select f.id, down.path || (f.name::text collate "default") from folder f join down on f.parent_id = down.id where f.id in ${seen(caller)})
      select id, path from down order by path`,
  )

/** Who sees it, all at once. */
export async function saveAudience(db: Db, id: number, { roles, negocios }: Pick<Write, 'roles' | 'negocios'>) {
  await sql`delete from folder_role where folder_id = ${id}`.execute(db)
  await sql`delete from folder_business where folder_id = ${id}`.execute(db)
  await sql`insert into folder_role select distinct ${id}::int, r from unnest(${roles}::int[]) r`.execute(db)
  await sql`insert into folder_business select distinct ${id}::int, b from unnest(${negocios}::int[]) b`.execute(db)
}
export const unknownBusiness = (db: Db, ids: readonly number[]) =>
  row(db, sql`select from unnest(${[...ids]}::int[]) b where not exists (select from business x where x.id = b and x.active) limit 1`)

/** From the root to the folder itself. */
export const path = (db: Db, id: number) =>
  rows(
    db,
    sql<FolderDetail['ruta'][number]>`with recursive up as (select id, name, parent_id, 1 as step from folder where id = ${id}
      union all select f.id, f.name, f.parent_id, up.step + 1 from folder f join up on f.id = up.parent_id)
      select id, name from up order by step desc`,
  )

/** One change of the tree at a time: two concurrent moves could each put the other's folder into its own. */
export const lockTree = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('folder'))`.execute(db)

/** Levels above a folder, including itself; and levels below `moved`, including itself, with whether the folder is among them. */
export const depthOf = async (db: Db, parentId: number, moved: number | null) =>
  (await row(
    db,
    sql<{ above: number; below: number; within: boolean }>`with recursive
      up as (select id, parent_id, 1 as level from folder where id = ${parentId} and removed_at is null
        union all select f.id, f.parent_id, up.level + 1 from folder f join up on f.id = up.parent_id),
      down as (select id, 1 as level from folder where id = ${moved}::int
        union all select f.id, down.level + 1 from folder f join down on f.parent_id = down.id where f.removed_at is null)
      select coalesce((select max(level) from up), 0)::int as above, coalesce((select max(level) from down), 1)::int as below,
        exists (select from down where id = ${parentId}) as within`,
  ))!

/** Whether a sibling has this name, ignoring case and accents. */
export const isTaken = (db: Db, id: number | null, parentId: number | null, name: string) =>
  row(
    db,
    sql`select from folder where removed_at is null and id is distinct from ${id}::int and parent_id is not distinct from ${parentId}::int
      and plain(name) = plain(${name})`,
  )

export const insert = async (db: Db, { name, description, parentFolderId }: Omit<Write, 'roles' | 'negocios'>, userId: number) =>
  (await row(
    db,
    sql<{
      id: number
    }>`insert into folder (name, description, parent_id, written_by) values (${name}, ${description}, ${parentFolderId}, ${userId}) returning id`,
  ))!.id
export const save = (db: Db, id: number, { name, description, parentFolderId }: Omit<Write, 'roles' | 'negocios'>, userId: number) =>
  sql`update folder set name = ${name}, description = ${description}, parent_id = ${parentFolderId}, written_by = ${userId}, written_at = now(),
    revision = revision + 1 where id = ${id}`.execute(db)

/** Locks the folder and everything in it: a file being added comes before, or finds no folder. */
export const lockWithContent = (db: Db, id: number) =>
  sql`with recursive within as (select id from folder where id = ${id}
      union all select f.id from folder f join within on f.parent_id = within.id where f.removed_at is null)
    select from folder where id in (select id from within) order by id for no key update`.execute(db)

/** Hides the folder and everything in it. @returns the number of folders and files in it */
export async function remove(db: Db, id: number) {
  const within = sql`with recursive gone as (select id from folder where id = ${id}
    union all select f.id from folder f join gone on f.parent_id = gone.id where f.removed_at is null)`
  const files =
    await sql`${within} update resource set removed_at = now() where removed_at is null and folder_id in (select id from gone)`.execute(db)
  const folders =
    await sql`${within} update folder set removed_at = now() where removed_at is null and id in (select id from gone)`.execute(db)
  return { carpetas: Number(folders.numAffectedRows ?? 1n) - 1, archivos: Number(files.numAffectedRows ?? 0n) }
}

export const image = (db: Db, caller: Caller, id: number) =>
  row(
    db,
    sql<{ sha256: string; type: string }>`select image_sha256 as sha256, image_type as type from folder
      where id = ${id} and id in ${seen(caller)} and image_sha256 is not null and image_type is not null`,
  )
export const saveImage = (db: Db, id: number, sha256: string, type: string, userId: number) =>
  sql`update folder set image_sha256 = ${sha256}, image_type = ${type}, written_by = ${userId}, written_at = now(), revision = revision + 1 where id = ${id}`.execute(
    db,
  )
