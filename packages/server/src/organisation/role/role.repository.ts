import type { Parsed } from '@cuadre/api/endpoint'
import type { Permission } from '@cuadre/api/permissions'
import { PERMISSION_KEYS } from '@cuadre/api/permissions'
import type {
  Change,
  changeHistory,
  createRole,
  KeyException,
  KeyHolder,
  listKeyHolders,
  listRoles,
  PersonAccess,
  Role,
} from '@cuadre/api/role'
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

/** Exceptions that the clock has not ended. */
const live = sql`(p.ends_at is null or p.ends_at > now())`

export type Overrides = { id: number; name: string; revision: number; types: number[]; overrides: Partial<Record<Permission, boolean>> }
/** A person's own grants (true) and denials (false), and the types of their roles. */
export const overridesOf = (db: Db, userId: number) =>
  row(
    db,
    sql<Overrides>`select u.id, u.name, u.permissions_revision as revision, coalesce((select array_agg(r.role_id) from user_role r where r.user_id = u.id), '{}') as types,
        coalesce((select json_object_agg(p.key, p.granted) from user_permission p where p.user_id = u.id and ${live}), '{}') as overrides
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

export type NewException = { granted: boolean; reason: string; until: string | null; by: number }
/** `zone`: in which the last day ends. null takes the exception away. */
export async function saveException(tx: Db, zone: string, userId: number, key: Permission, exception: NewException | null) {
  await sql`delete from user_permission where user_id = ${userId} and key = ${key}`.execute(tx)
  if (exception) {
    const { granted, reason, until, by } = exception
    await sql`insert into user_permission (user_id, key, granted, reason, until, ends_at, granted_by, granted_at)
      values (${userId}, ${key}, ${granted}, ${reason}, ${until}::date, (${until}::date + 1)::timestamp at time zone ${zone}, ${by}, now())`.execute(
      tx,
    )
  }
  await sql`update app_user set permissions_revision = permissions_revision + 1 where id = ${userId}`.execute(tx)
}

/** Of a role that was removed the history itself keeps the name. */
const subjectName = sql`case when c.subject in ('rol', 'permisos_rol')
  then coalesce((select o.name from role o where o.id = c.subject_id), c.before ->> 'nombre', c.after ->> 'nombre')
  else (select o.name from app_user o where o.id = c.subject_id) end`

export const history = (db: Db, query: Parsed<typeof changeHistory>['query']) =>
  page<z.output<typeof Change>>(db, query, {
    select: sql`c.id as "ID", c.at as "FECHA", u.name as "PERSONA", r.name as "ROL", c.subject as "OBJETO", c.subject_id as "OBJETO_ID", ${subjectName} as "NOMBRE",
      c.before as "ANTES", c.after as "DESPUES"`,
    from: sql`administration_change c left join app_user u on u.id = c.actor_id left join role r on r.id = c.role_id`,
    where: all(
      query.objeto && sql`c.subject = any(${query.objeto}::text[])`,
      query.objetoId !== undefined && sql`c.subject_id = ${query.objetoId}`,
      query.search ? sql`(${contains(sql`u.search`, query.search)} or ${contains(sql`plain(${subjectName})`, query.search)})` : undefined,
    ),
    sortable: { FECHA: sql`c.at`, PERSONA: sql`u.name`, OBJETO: sql`c.subject` },
    by: sql`c.id desc`,
    id: sql`c.id`,
  })

/** An exception as JSON, or null; `p` is its row. */
const exceptionJson = sql`case when p.user_id is not null then json_build_object('concedido', p.granted, 'MOTIVO', p.reason, 'HASTA', p.until,
  'POR', (select g.name from app_user g where g.id = p.granted_by), 'EN', p.granted_at) end`

/**
 * Who can and who cannot, for one key. The rule is that of `keys_of` and of `outcomeOf`: whoever is not active cannot; an exception comes before
 * the roles; a key of another role of theirs counts when they change to it.
 */
export async function holders(db: Db, query: Parsed<typeof listKeyHolders>['query']) {
  const { key, page: number, limit, resultado, search, rolId } = query
  const people = sql`(
    select u.id, u.name as "NOMBRE", u.username as "USUARIO", u.search, a.name as "ROL", g.roles as "ROLES_CON_CLAVE", ${exceptionJson} as "EXCEPCION",
      case when not u.active then 'inactivo' when p.user_id is not null then 'excepcion' else 'rol' end as "CAUSA",
      case when not u.active then 'no_puede' when p.user_id is not null then case when p.granted then 'puede' else 'no_puede' end
        when g.active then 'puede' when json_array_length(g.roles) > 0 then 'con_otro_rol' else 'no_puede' end as "RESULTADO"
    from app_user u left join user_role h on h.user_id = u.id and h.role_id = u.active_role_id
      join role a on a.id = coalesce(h.custom_role_id, u.active_role_id)
      left join user_permission p on p.user_id = u.id and p.key = ${key} and ${live}
      cross join lateral (select coalesce(json_agg(json_build_object('rolId', o.id, 'nombre', o.name) order by o.base_role_id), '[]') as roles,
          coalesce(bool_or(ur.role_id = u.active_role_id), false) as active
        from user_role ur join role o on o.id = coalesce(ur.custom_role_id, ur.role_id)
        where ur.user_id = u.id and exists (select from role_permission k where k.role_id = o.id and k.key = ${key})) g
    where ${
      rolId === undefined
        ? sql`true`
        : sql`exists (select from user_role ur where ur.user_id = u.id and coalesce(ur.custom_role_id, ur.role_id) = ${rolId})`
    }) w`
  const found = contains(sql`w.search`, search)
  const totals = (await row(
    db,
    sql<{ puede: number; con_otro_rol: number; no_puede: number }>`select count(*) filter (where w."RESULTADO" = 'puede')::int as puede,
        count(*) filter (where w."RESULTADO" = 'con_otro_rol')::int as con_otro_rol, count(*) filter (where w."RESULTADO" = 'no_puede')::int as no_puede
      from ${people} where ${found}`,
  ))!
  const data = await rows(
    db,
    sql<KeyHolder>`select w.id, w."NOMBRE", w."USUARIO", w."RESULTADO", w."CAUSA", w."ROL", w."ROLES_CON_CLAVE", w."EXCEPCION" from ${people}
      where ${all(found, resultado && sql`w."RESULTADO" = any(${resultado}::text[])`)}
      order by array_position(array['puede', 'con_otro_rol', 'no_puede'], w."RESULTADO"), w."NOMBRE", w.id limit ${limit} offset ${(number - 1) * limit}::bigint`,
  )
  const total = (resultado ?? (['puede', 'con_otro_rol', 'no_puede'] as const)).reduce((sum, each) => sum + totals[each], 0)
  return { data, total, page: number, limit, totales: totals }
}

export type PersonRow = Pick<PersonAccess, 'id' | 'NOMBRE' | 'ACTIVO' | 'activeRoleId' | 'revision'> & {
  roles: { rolId: number; nombre: string; COD_TIPO_USUARIO: number; keys: string[] }[]
  exceptions: Record<string, KeyExceptionRow>
}
type KeyExceptionRow = z.output<typeof KeyException>
export const personWithRoles = (db: Db, id: number) =>
  row(
    db,
    sql<PersonRow>`select u.id, u.name as "NOMBRE", u.active as "ACTIVO", coalesce(h.custom_role_id, u.active_role_id) as "activeRoleId", u.permissions_revision as revision,
        (select coalesce(json_agg(json_build_object('rolId', o.id, 'nombre', o.name, 'COD_TIPO_USUARIO', o.base_role_id, 'keys', ${keys(sql`o.id`)}) order by o.base_role_id), '[]')
          from user_role ur join role o on o.id = coalesce(ur.custom_role_id, ur.role_id) where ur.user_id = u.id) as roles,
        (select coalesce(json_object_agg(p.key, ${exceptionJson}), '{}') from user_permission p where p.user_id = u.id and ${live}) as exceptions
      from app_user u left join user_role h on h.user_id = u.id and h.role_id = u.active_role_id where u.id = ${id}`,
  )

export type Member = { NOMBRE: string; active: boolean; exceptions: string[] }
/** Active people who have the role; `active`: they act in it now. With the keys for which they have an exception. */
export const members = (db: Db, roleId: number) =>
  rows(
    db,
    sql<Member>`select u.name as "NOMBRE", ur.role_id = u.active_role_id as active,
        array(select p.key from user_permission p where p.user_id = u.id and ${live}) as exceptions
      from user_role ur join app_user u on u.id = ur.user_id
      where coalesce(ur.custom_role_id, ur.role_id) = ${roleId} and u.active order by u.name, u.id`,
  )

/** Takes away what has ended. */
export const removeEnded = (tx: Db, at: Date) =>
  rows(
    tx,
    sql<{ userId: number; key: string; granted: boolean }>`with ended as (
        delete from user_permission where ends_at <= ${at} returning user_id, key, granted),
      counted as (update app_user set permissions_revision = permissions_revision + 1 where id in (select user_id from ended))
      select user_id as "userId", key, granted from ended order by user_id, key`,
  )
