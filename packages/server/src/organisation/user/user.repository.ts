import type { Parsed } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import type { UserType } from '@cuadre/api/session'
import type { listUsers, User, UserDetail } from '@cuadre/api/user'
import { sql } from 'kysely'
import type { z } from 'zod'
import { periodStatus, state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import { scopeJson } from './person.ts'

type Type = z.output<typeof UserType>
/** A role that can be assigned: id, type (one of the six) and name. */
export type AssignableRole = { id: number; type: number; name: string }

const accounts = sql`(select count(*)::int from account a where a.analyst_id = u.id and a.active)`
const columns = sql`u.id, u.name as "NOMBRE", u.username as "USUARIO", u.email, u.active_role_id as "roleId", r.name as rol,
  (select coalesce(json_agg(json_build_object('COD_TIPO_USUARIO', o.base_role_id, 'TIPO_USUARIO', o.name, 'rolId', o.id) order by o.base_role_id), '[]')
    from user_role ur join role o on o.id = coalesce(ur.custom_role_id, ur.role_id) where ur.user_id = u.id) as roles,
  case when u.active then 'activo' else 'inactivo' end as status, d.id as "COD_DEPARTAMENTO", d.name as "DEPARTAMENTO", ${accounts} as "CUENTAS", u.last_seen_at as "ULTIMO_ACCESO"`
const from = sql`app_user u left join user_role h on h.user_id = u.id and h.role_id = u.active_role_id
  join role r on r.id = coalesce(h.custom_role_id, u.active_role_id) left join department d on d.id = u.department_id`
/** Whoever has a role besides AUDITOR: auditors are a separate kind of user with their own list. */
const staff = sql`exists (select from user_role ur where ur.user_id = u.id and ur.role_id <> ${ROLE.auditor})`

/** `roleId`: one of the six types, or one of the corporation's own roles. */
export const list = (db: Db, query: Parsed<typeof listUsers>['query']) =>
  page<User>(db, query, {
    select: columns,
    from,
    where: all(
      staff,
      contains(sql`u.search`, query.search),
      query.roleId !== undefined &&
        sql`exists (select from user_role ur where ur.user_id = u.id and ${query.roleId} in (ur.role_id, ur.custom_role_id))`,
      query.activo !== undefined && sql`u.active = ${query.activo}`,
      query.departmentId !== undefined && sql`u.department_id = ${query.departmentId}`,
    ),
    sortable: {
      NOMBRE: sql`u.name`,
      USUARIO: sql`u.username`,
      EMAIL: sql`u.email`,
      ROL: sql`r.name`,
      STATUS: sql`u.active`,
      DEPARTAMENTO: sql`d.name`,
      CUENTAS: accounts,
      ULTIMO_ACCESO: sql`u.last_seen_at`,
    },
    by: sql`u.name`,
    id: sql`u.id`,
  })

export const find = (db: Db, id: number) =>
  row(
    db,
    sql<UserDetail>`select ${columns}, u.locale, ${scopeJson(sql`u.id`)} as alcance,
        (select count(*)::int from analysis a join period p on p.id = a.period_id where a.analyst_id = u.id and a.state_main <> ${state.aprobado} and p.status_id <> ${periodStatus.cerrado}) as "ANALISIS_ABIERTOS",
        (select max(s.uploaded_at) from user_signature s where s.user_id = u.id) as "FIRMA_EN"
      from ${from} where u.id = ${id} and ${staff}`,
  )

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
