import type { Parsed } from '@cuadre/api/endpoint'
import type { Permission } from '@cuadre/api/permissions'
import { PERMISSION_KEYS } from '@cuadre/api/permissions'
import type { Change, changeHistory, createRole, listRoles, Role } from '@cuadre/api/role'
import { ROLE } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'

type New = Parsed<typeof createRole>['body']

/** Permissions of an older release are kept but not shown. */
const keys = (role: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(p.key order by p.key), '[]') from role_permission p where p.role_id = ${role} and p.key = any(${PERMISSION_KEYS}::text[]))`
const users = sql`(select count(*)::int from user_role ur where ur.role_id = r.base_role_id and coalesce(ur.custom_role_id, ur.role_id) = r.id)`
const columns = sql`r.id, r.name as nombre, r.base_role_id as "COD_TIPO_USUARIO", b.name as "TIPO_USUARIO", r.description as descripcion, r.id = r.base_role_id as sistema,
  ${users} as "USUARIOS", ${keys(sql`r.id`)} as "enabledKeys", r.revision`
const from = sql`role r join role b on b.id = r.base_role_id`

export const options = (db: Db) =>
  rows(
    db,
    sql<
      Pick<Role, 'id' | 'nombre' | 'COD_TIPO_USUARIO' | 'sistema'>
    >`select id, name as nombre, base_role_id as "COD_TIPO_USUARIO", id = base_role_id as sistema from role
      where base_role_id <> ${ROLE.auditor} order by id = base_role_id desc, name collate es, id`,
  )

export const list = (db: Db, query: Parsed<typeof listRoles>['query']) =>
  page<Role>(db, query, {
    select: columns,
    from,
    where: all(
      contains(sql`plain(r.name || ' ' || coalesce(r.description, ''))`, query.search),
      query.tipoUsuarioId !== undefined && sql`r.base_role_id = ${query.tipoUsuarioId}`,
    ),
    sortable: { NOMBRE: sql`r.name collate es`, TIPO_USUARIO: sql`b.name`, USUARIOS: users },
    by: sql`r.id`,
    id: sql`r.id`,
  })

export const find = (db: Db, id: number) => row(db, sql<Role>`select ${columns} from ${from} where r.id = ${id}`)

/** undefined if another role has the name. */
export const insert = async (tx: Db, { nombre, COD_TIPO_USUARIO, descripcion }: New) =>
  (
    await row(
      tx,
      sql<{ id: number }>`insert into role (name, base_role_id, description) values (${nombre}, ${COD_TIPO_USUARIO}, ${descripcion})
        on conflict (name) do nothing returning id`,
    )
  )?.id
export const named = (tx: Db, name: string, otherThan: number) => row(tx, sql`select from role where name = ${name} and id <> ${otherThan}`)
export const save = (tx: Db, { id, nombre, descripcion }: Pick<Role, 'id' | 'nombre' | 'descripcion'>) =>
  sql`update role set name = ${nombre}, description = ${descripcion}, revision = revision + 1 where id = ${id}`.execute(tx)

export async function remove(tx: Db, id: number) {
  await sql`delete from role_permission where role_id = ${id}`.execute(tx)
  await sql`delete from role where id = ${id}`.execute(tx)
}

/** Permissions of an older release are kept. */
export async function saveKeys(tx: Db, id: number, enabled: readonly Permission[]) {
  await sql`delete from role_permission where role_id = ${id} and key = any(${PERMISSION_KEYS}::text[]) and key <> all(${enabled}::text[])`.execute(
    tx,
  )
  await sql`insert into role_permission (role_id, key) select ${id}, unnest(${enabled}::text[]) on conflict do nothing`.execute(tx)
  await sql`update role set revision = revision + 1 where id = ${id}`.execute(tx)
}

export type Overrides = { id: number; name: string; revision: number; types: number[]; overrides: Partial<Record<Permission, boolean>> }
/** A person's own grants (true) and denials (false), and the types of their roles. */
export const overridesOf = (db: Db, userId: number) =>
  row(
    db,
    sql<Overrides>`select u.id, u.name, u.permissions_revision as revision, coalesce((select array_agg(r.role_id) from user_role r where r.user_id = u.id), '{}') as types,
        coalesce((select json_object_agg(p.key, p.granted) from user_permission p where p.user_id = u.id), '{}') as overrides
      from app_user u where u.id = ${userId}`,
  )
export const hasRole = (db: Db, userId: number, roleId: number) =>
  row(db, sql`select from user_role where user_id = ${userId} and coalesce(custom_role_id, role_id) = ${roleId}`)
/** The active role, whose permissions apply to the person. */
export const activeRoleOf = async (db: Db, userId: number) =>
  (await row(
    db,
    sql<{ id: number }>`select coalesce(r.custom_role_id, u.active_role_id) as id from app_user u
      left join user_role r on r.user_id = u.id and r.role_id = u.active_role_id where u.id = ${userId}`,
  ))!.id

export async function saveOverride(tx: Db, userId: number, key: Permission, granted: boolean | null) {
  if (granted === null) await sql`delete from user_permission where user_id = ${userId} and key = ${key}`.execute(tx)
  else
    await sql`insert into user_permission values (${userId}, ${key}, ${granted}) on conflict (user_id, key) do update set granted = excluded.granted`.execute(
      tx,
    )
  await sql`update app_user set permissions_revision = permissions_revision + 1 where id = ${userId}`.execute(tx)
}

export const history = (db: Db, query: Parsed<typeof changeHistory>['query']) =>
  page<z.output<typeof Change>>(db, query, {
    select: sql`c.id as "ID", c.at as "FECHA", u.name as "PERSONA", r.name as "ROL", c.subject as "OBJETO", c.subject_id as "OBJETO_ID", c.before as "ANTES", c.after as "DESPUES"`,
    from: sql`administration_change c join app_user u on u.id = c.actor_id join role r on r.id = c.role_id`,
    where: all(
      query.objeto && sql`c.subject = ${query.objeto}`,
      query.objetoId !== undefined && sql`c.subject_id = ${query.objetoId}`,
      contains(sql`u.search`, query.search),
    ),
    sortable: { FECHA: sql`c.at`, PERSONA: sql`u.name`, OBJETO: sql`c.subject` },
    by: sql`c.id desc`,
    id: sql`c.id`,
  })
