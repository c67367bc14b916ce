import type { Output, Parsed, SortKey } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import type { UserType } from '@cuadre/api/session'
import type { besideUser, listUsers, User, UserDetail, UserEvent, userActivity } from '@cuadre/api/user'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { analysisScope } from '../../platform/access/scope.ts'
import { startOfDay, zoneOfCountry } from '../../platform/access/shown-zone.ts'
import { periodStatus, state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page, type Sortable, sortedBy } from '../../platform/database/list.ts'
import { inLanguage } from '../../platform/event/own-words.ts'
import type { Caller } from '../../platform/http/context.ts'
import { avatarOf, scopeJson } from './person.ts'

type Type = z.output<typeof UserType>
/** A role that can be assigned: id, type (one of the six) and name. */
export type AssignableRole = { id: number; type: number; name: string }

const accounts = sql`(select count(*)::int from account a where a.analyst_id = u.id and a.active)`
const newAddress = sql`c.user_id = u.id and c.confirmed_at is null and c.expires_at > now()`
const resetAsked = sql`f.user_id = u.id and f.expires_at > now()`
const stopped = sql`u.stopped_until > now()`
const NOTICES = {
  correo: sql`exists (select from email_change c where ${newAddress})`,
  segundo_factor: sql`exists (select from second_factor_reset f where ${resetAsked})`,
  detenida: stopped,
}
const columns = sql`u.id, u.name as "NOMBRE", u.username as "USUARIO", u.email, u.active_role_id as "roleId", r.name as rol,
  (select coalesce(json_agg(json_build_object('COD_TIPO_USUARIO', o.base_role_id, 'TIPO_USUARIO', o.name, 'rolId', o.id) order by o.base_role_id), '[]')
    from user_role ur join role o on o.id = coalesce(ur.custom_role_id, ur.role_id) where ur.user_id = u.id) as roles,
  case when u.active then 'activo' else 'inactivo' end as status, d.id as "COD_DEPARTAMENTO", d.name as "DEPARTAMENTO", ${accounts} as "CUENTAS", u.last_seen_at as "ULTIMO_ACCESO", u.second_factor as "SEGUNDO_FACTOR",
  (select c.new_email from email_change c where ${newAddress}) as "CORREO_PENDIENTE",
  (select a.name from second_factor_reset f join app_user a on a.id = f.asked_by where ${resetAsked}) as "PIDE_QUITAR_2FA",
  case when ${stopped} then u.stopped_until end as "DETENIDA_HASTA"`
const from = sql`app_user u left join user_role h on h.user_id = u.id and h.role_id = u.active_role_id
  join role r on r.id = coalesce(h.custom_role_id, u.active_role_id) left join department d on d.id = u.department_id`
/** Whoever has a role besides AUDITOR: auditors are a separate kind of user with their own list. */
export const staff = sql`exists (select from user_role ur where ur.user_id = u.id and ur.role_id <> ${ROLE.auditor})`

/**
 * Who belongs to a country or business by their department, sees it, heads a department of it, or has accounts in it. `business` is a condition on
 * a business `b`. Accounts are looked for by the ids of the businesses, which an index alone answers.
 */
const worksIn = (business: RawBuilder<unknown>) => sql`(
  u.department_id in (select o.id from department o join business b on b.id = o.business_id where ${business})
  or u.id in (select o.chief_id from department o join business b on b.id = o.business_id where o.chief_id is not null and ${business}
    union all select s.user_id from user_scope s join business b on b.country_id = s.country_id and (s.business_id is null or s.business_id = b.id) where ${business})
  or exists (select from account a where a.analyst_id = u.id and a.active and a.business_id = any(array(select b.id from business b where ${business}))))`

/** With everybody's accounts counted at once, for their order; where nothing is ordered by them the planner leaves the join out. */
const listed = sql`${from} left join (select a.analyst_id, count(*)::int as n from account a where a.active group by a.analyst_id) n on n.analyst_id = u.id`

type Filters = Parsed<typeof besideUser>['query']
/** `roleId`: one of the six types, or one of the corporation's own roles. */
const matching = (query: Filters) =>
  all(
    staff,
    contains(sql`u.search`, query.search),
    query.roleId !== undefined &&
      sql`exists (select from user_role ur where ur.user_id = u.id and ${query.roleId} in (ur.role_id, ur.custom_role_id))`,
    query.activo !== undefined && sql`u.active = ${query.activo}`,
    query.aviso !== undefined && NOTICES[query.aviso],
    query.departmentId !== undefined && sql`u.department_id = ${query.departmentId}`,
    query.countryId !== undefined && worksIn(sql`b.country_id = ${query.countryId}`),
    query.businessId !== undefined && worksIn(sql`b.id = ${query.businessId}`),
  )
const order = {
  sortable: {
    NOMBRE: sql`u.name`,
    USUARIO: sql`u.username`,
    EMAIL: sql`u.email`,
    ROL: sql`r.name`,
    STATUS: sql`u.active`,
    DEPARTAMENTO: sql`d.name`,
    CUENTAS: sql`coalesce(n.n, 0)`,
    ULTIMO_ACCESO: sql`u.last_seen_at`,
  } satisfies Sortable<SortKey<typeof listUsers>>,
  by: sql`u.name`,
  id: sql`u.id`,
}

export const list = (db: Db, query: Parsed<typeof listUsers>['query']) =>
  page<User, typeof query>(db, query, {
    select: columns,
    from: listed,
    counts: from,
    where: matching(query),
    ...order,
    // Pages before this one are ordered, not read.
    byIds: (ids) =>
      rows(db, sql<User>`select ${columns} from ${from} where u.id = any(${ids}::int[]) order by array_position(${ids}::int[], u.id)`),
  })

/** Before and after a user in the list; undefined for somebody who is not in it. */
export const beside = (db: Db, id: number, query: Filters) =>
  row(
    db,
    sql<Output<typeof besideUser>>`select w."PUESTO", w."TOTAL",
        (select json_build_object('id', p.id, 'NOMBRE', p.name) from app_user p where p.id = w.before) as "ANTERIOR",
        (select json_build_object('id', p.id, 'NOMBRE', p.name) from app_user p where p.id = w.after) as "SIGUIENTE"
      from (select u.id, lag(u.id) over listed as before, lead(u.id) over listed as after, row_number() over listed::int as "PUESTO", count(*) over ()::int as "TOTAL"
        from ${listed} where ${matching(query)} window listed as (order by ${sortedBy(query.sort, order.sortable) ?? order.by}, ${order.id})) w
      where w.id = ${id}`,
  )

/** `zone`: the server's, for a country without one; today is that of the business of an analysis. */
export const find = (db: Db, zone: string, id: number) => {
  const there = zoneOfCountry(sql`a.country_id`, zone)
  return row(
    db,
    sql<UserDetail>`select ${columns}, u.locale, u.revision as "REVISION", ${avatarOf(sql`u.id`)} as avatar, ${scopeJson(sql`u.id`)} as alcance,
        open.n as "ANALISIS_ABIERTOS", open.due as "ANALISIS_VENCEN",
        (select coalesce(json_agg(json_build_object('COD_DEPARTAMENTO', o.id, 'DEPARTAMENTO', o.name, 'NEGOCIO', b.name) order by b.name, o.name), '[]')
          from department o join business b on b.id = o.business_id where o.chief_id = u.id and o.active) as "JEFATURAS",
        (select json_build_object('id', j.id, 'NOMBRE', j.name) from app_user j where j.id = d.chief_id and j.id <> u.id) as "JEFE",
        exists (select from identity_link l where l.user_id = u.id) as "CUENTA_DE_ACCESO",
        (select max(s.uploaded_at) from user_signature s where s.user_id = u.id) as "FIRMA_EN",
        reset.asked_by as "PIDE_QUITAR_2FA_ID", reset.asked_at as "PIDE_QUITAR_2FA_EN"
      from ${from} cross join lateral (select count(*)::int as n,
          count(*) filter (where a.submitted_at is null and (a.due_analyst at time zone ${there})::date <= (now() at time zone ${there})::date)::int as due
        from analysis a join period p on p.id = a.period_id
        where a.analyst_id = u.id and a.state_main <> ${state.aprobado} and p.status_id <> ${periodStatus.cerrado}) open
      left join second_factor_reset reset on reset.user_id = u.id and reset.expires_at > now()
      where u.id = ${id} and ${staff}`,
  )
}

/** Steps on analyses in the caller's scope; of a load or a period only that it was. `zone`: the server's. */
export async function activity(db: Db, caller: Caller, zone: string, id: number, query: Parsed<typeof userActivity>['query']) {
  const found = await page<UserEvent & { DETALLE: Record<string, unknown> | null }, typeof query>(db, query, {
    select: sql`e.id as "ID", e.at as "FECHA", e.kind as "TIPO", r.name as "ROL", p.name as "PERIODO", a.id as "COD_ANALISIS", c.code as "CUENTA",
      c.name as "NOMBRE_CUENTA", n.name as "NEGOCIO", case when a.id is not null then e.comment end as "COMENTARIO", case when a.id is not null then e.detail end as "DETALLE"`,
    from: sql`event e join period p on p.id = e.period_id left join role r on r.id = e.role_id left join analysis a on a.id = e.analysis_id
      left join account c on c.id = a.account_id left join business n on n.id = a.business_id`,
    where: all(
      sql`e.actor_id = ${id}`,
      sql`(e.analysis_id is null or ${analysisScope(caller)})`,
      query.search ? sql`(${contains(sql`c.search`, query.search)})` : undefined,
      query.dateStart !== undefined && sql`e.at >= ${startOfDay(caller, zone, query.dateStart)}`,
      query.dateEnd !== undefined && sql`e.at < ${startOfDay(caller, zone, query.dateEnd, 1)}`,
    ),
    sortable: { FECHA: sql`e.at`, CUENTA: sql`c.code`, PERIODO: sql`p.name` },
    by: sql`e.id desc`,
    id: sql`e.id`,
  })
  return { ...found, data: inLanguage(found.data, caller.locale) }
}

export const types = (db: Db) =>
  rows(db, sql<Type>`select id as "COD_TIPO_USUARIO", name as "TIPO_USUARIO" from role where id = base_role_id order by id`)

/** Ordered by type, because people switch roles by type. */
export const rolesOf = (db: Db, userId: number) =>
  rows(
    db,
    sql<Type>`select r.base_role_id as "COD_TIPO_USUARIO", r.name as "TIPO_USUARIO"
      from user_role ur join role r on r.id = coalesce(ur.custom_role_id, ur.role_id) where ur.user_id = ${userId} order by r.base_role_id`,
  )

/** Ordered by id; those that do not exist are left out. */
export const roles = (db: Db, ids: readonly number[]) =>
  rows(
    db,
    sql<AssignableRole>`select r.id, r.base_role_id as type, r.name from unnest(${ids}::int[]) with ordinality as w(id, place) join role r on r.id = w.id order by w.place`,
  )

/** With another active role the context is cleared, because it may be outside that role's scope. */
export async function saveRoles(tx: Db, id: number, given: readonly AssignableRole[], activeType: number) {
  const [types, customs] = [given.map(({ type }) => type), given.map(({ id, type }) => (id === type ? null : id))]
  await sql`delete from user_role where user_id = ${id} and role_id <> all(${types}::int[])`.execute(tx)
  await sql`insert into user_role (user_id, role_id, custom_role_id) select ${id}, * from unnest(${types}::int[], ${customs}::int[])
    on conflict (user_id, role_id) do update set custom_role_id = excluded.custom_role_id`.execute(tx)
  await sql`update app_user set active_role_id = ${activeType}, context_country_id = null, context_business_id = null
    where id = ${id} and active_role_id <> ${activeType}`.execute(tx)
}

export const saveDepartment = (tx: Db, id: number, departmentId: number | null) =>
  sql`update app_user set department_id = ${departmentId} where id = ${id}`.execute(tx)
export const isActiveDepartment = (db: Db, id: number) => row(db, sql`select from department where id = ${id} and active`)
