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
  PersonView,
  Role,
} from '@cuadre/api/role'
import { ROLE, type RoleId } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { accountScope, analysisScope, businessScope } from '../../platform/access/scope.ts'
import { periodStatus, state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'

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
  page<Role, typeof query>(db, query, {
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

type NewException = { granted: boolean; reason: string; until: string | null; by: number }
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
  page<z.output<typeof Change>, typeof query>(db, query, {
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
  const holding = sql`(select k.role_id from role_permission k where k.key = ${key})`
  // Of everybody only what counts and orders; names of roles and exceptions are read for the page.
  const people = sql`(
    select u.id, u.name as "NOMBRE", u.username as "USUARIO", u.search,
      case when not u.active then 'inactivo' when p.user_id is not null then 'excepcion' else 'rol' end as "CAUSA",
      case when not u.active then 'no_puede' when p.user_id is not null then case when p.granted then 'puede' else 'no_puede' end
        when g.active then 'puede' when g.user_id is not null then 'con_otro_rol' else 'no_puede' end as "RESULTADO"
    from app_user u left join user_permission p on p.user_id = u.id and p.key = ${key} and ${live}
      left join (select ur.user_id, bool_or(ur.role_id = x.active_role_id) as active from user_role ur join app_user x on x.id = ur.user_id
        where coalesce(ur.custom_role_id, ur.role_id) in ${holding} group by ur.user_id) g on g.user_id = u.id
    where not exists (select from service_account v where v.user_id = u.id) and ${
      rolId === undefined
        ? sql`true`
        : sql`u.id in (select ur.user_id from user_role ur where coalesce(ur.custom_role_id, ur.role_id) = ${rolId})`
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
    sql<KeyHolder>`with page as (select w.*, row_number() over () as at from (select w.id, w."NOMBRE", w."USUARIO", w."RESULTADO", w."CAUSA" from ${people}
        where ${all(found, resultado && sql`w."RESULTADO" = any(${resultado}::text[])`)}
        order by array_position(array['puede', 'con_otro_rol', 'no_puede'], w."RESULTADO"), w."NOMBRE", w.id limit ${limit} offset ${(number - 1) * limit}::bigint) w)
      select page.id, page."NOMBRE", page."USUARIO", page."RESULTADO", page."CAUSA", a.name as "ROL", ${exceptionJson} as "EXCEPCION",
        (select coalesce(json_agg(json_build_object('rolId', o.id, 'nombre', o.name) order by o.base_role_id), '[]')
          from user_role ur join role o on o.id = coalesce(ur.custom_role_id, ur.role_id) where ur.user_id = page.id and o.id in ${holding}) as "ROLES_CON_CLAVE"
      from page join app_user u on u.id = page.id left join user_role h on h.user_id = u.id and h.role_id = u.active_role_id
        join role a on a.id = coalesce(h.custom_role_id, u.active_role_id)
        left join user_permission p on p.user_id = u.id and p.key = ${key} and ${live}
      order by page.at`,
  )
  const total = (resultado ?? (['puede', 'con_otro_rol', 'no_puede'] as const)).reduce((sum, each) => sum + totals[each], 0)
  return { data, total, page: number, limit, totales: totals }
}

type PersonRow = Pick<PersonAccess, 'id' | 'NOMBRE' | 'ACTIVO' | 'activeRoleId' | 'revision'> & {
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

/** What `findCaller` gives them in a role of this type. */
export const keysOf = async (db: Db, id: number, type: RoleId) =>
  (await row(db, sql<{ keys: Permission[] }>`select keys_of(${id}, ${type}) as keys`))!.keys

/** Of each business that both see how many accounts and open analyses `they` see. */
export const rowsSeen = (db: Db, caller: Caller, they: Caller) =>
  rows(
    db,
    sql<
      PersonView['filas'][number]
    >`select b.id as "ID_NEGOCIO", b.name as "NEGOCIO", k.name as "PAIS", coalesce(c.n, 0) as "CUENTAS", coalesce(a.n, 0) as "ANALISIS_ABIERTOS"
      from business b join country k on k.id = b.country_id
        left join (select c.business_id, count(*)::int as n from account c where c.active and ${accountScope(they)} group by 1) c on c.business_id = b.id
        left join (select a.business_id, count(*)::int as n from analysis a join period p on p.id = a.period_id
          where a.state_main <> ${state.aprobado} and p.status_id <> ${periodStatus.cerrado} and ${analysisScope(they)} group by 1) a on a.business_id = b.id
      where b.active and ${businessScope(caller, sql`b.id`)} and (${businessScope(they, sql`b.id`)} or a.n > 0) order by k.name, b.name, b.id`,
  )

type Member = { id: number; NOMBRE: string }
export type RoleMembers = {
  /** How many active people have the role and act in it now, and how many act in another. */
  acting: number
  others: number
  /** The first of each by name; more than those named by as many as have an exception, so that enough are left without them. */
  first: (Member & { active: boolean })[]
  exceptions: (Member & { active: boolean; key: string })[]
}
/** Of the active people with the role only what is told of them: with thousands of people most have no exception and need not be read. */
export async function members(db: Db, roleId: number, keys: readonly Permission[], named: number): Promise<RoleMembers> {
  const member = sql`user_role ur join app_user u on u.id = ur.user_id and u.active`
  const ofRole = sql`coalesce(ur.custom_role_id, ur.role_id) = ${roleId}`
  const acting = sql`ur.role_id = u.active_role_id`
  const counts = (await row(
    db,
    sql<{
      acting: number
      others: number
    }>`select count(*) filter (where ${acting})::int as acting, count(*) filter (where not ${acting})::int as others
      from ${member} where ${ofRole}`,
  ))!
  const exceptions = await rows(
    db,
    sql<RoleMembers['exceptions'][number]>`select u.id, u.name as "NOMBRE", ${acting} as active, p.key
      from user_permission p join ${member} on p.user_id = u.id where p.key = any(${keys}::text[]) and ${live} and ${ofRole} order by u.name, u.id`,
  )
  const enough = named + new Set(exceptions.map(({ id }) => id)).size
  const firstOf = (active: boolean) =>
    rows(
      db,
      sql<RoleMembers['first'][number]>`select u.id, u.name as "NOMBRE", ${active}::boolean as active from ${member}
        where ${ofRole} and ${active ? acting : sql`not ${acting}`} order by u.name, u.id limit ${enough}`,
    )
  return { ...counts, first: [...(await firstOf(true)), ...(await firstOf(false))], exceptions }
}

/** Takes away what has ended. */
export const removeEnded = (tx: Db, at: Date) =>
  rows(
    tx,
    sql<{ userId: number; key: string; granted: boolean }>`with ended as (
        delete from user_permission where ends_at <= ${at} returning user_id, key, granted),
      counted as (update app_user set permissions_revision = permissions_revision + 1 where id in (select user_id from ended))
      select user_id as "userId", key, granted from ended order by user_id, key`,
  )
