import type { createDepartment, Department, listDepartments } from '@cuadre/api/department'
import type { Parsed } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { departmentScope } from '../../platform/access/scope.ts'
import { periodStatus, state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, isActive, page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'

type Query = Parsed<typeof listDepartments>['query']
export type New = Parsed<typeof createDepartment>['body']

/** Of the head (alias `u`) of a department: active, and with the role; null where there is none. */
export const chiefDecides = sql`case when u.id is not null then u.active and exists (select from user_role h where h.user_id = u.id and h.role_id = ${ROLE.jefatura}) end`
const columns = sql`d.id as "COD_DEPARTAMENTO", d.name as "DEPARTAMENTO", c.id as "ID_PAIS", b.id as "ID_NEGOCIO",
  d.chief_id as "ID_USUARIO_JEFE", u.name as "JEFE", ${chiefDecides} as "JEFE_ACTIVO", s.id as "COD_SUB_GERENCIA",
  json_build_object('ID_PAIS', c.id, 'PAIS', c.name, 'RUTA_IMAGEN', c.image) as "PAIS",
  json_build_object('ID_NEGOCIO', b.id, 'NEGOCIO', b.name) as "NEGOCIO",
  case when s.id is not null then json_build_object('COD_SUB_GERENCIA', s.id, 'NOMBRE_SUB_GERENCIA', s.name) end as "SUB_GERENCIA",
  case when u.id is not null then json_build_object('id', u.id, 'NOMBRE', u.name) end as "USUARIO_JEFE",
  (select count(*)::int from account a where a.department_id = d.id and a.active) as "CUENTAS",
  d.active as "ACTIVO", d.revision as "REVISION"`
const from = sql`department d join business b on b.id = d.business_id join country c on c.id = b.country_id
  left join sub_management s on s.id = d.sub_management_id left join app_user u on u.id = d.chief_id`

export const list = (db: Db, caller: Caller, query: Query) =>
  page<Department, typeof query>(db, query, {
    select: columns,
    from,
    where: all(
      isActive(sql`(d.active and b.active)`, query.activo),
      departmentScope(caller),
      contains(sql`d.search`, query.search),
      query.countryId !== undefined && sql`b.country_id = ${query.countryId}`,
      query.businessId !== undefined && sql`d.business_id = ${query.businessId}`,
      query.subManagementId !== undefined && sql`d.sub_management_id = ${query.subManagementId}`,
      query.chiefId !== undefined && sql`d.chief_id = ${query.chiefId}`,
    ),
    sortable: {
      DEPARTAMENTO: sql`d.name`,
      JEFE: sql`u.name`,
      PAIS: sql`c.name`,
      NEGOCIO: sql`b.name`,
      SUB_GERENCIA: sql`s.name`,
      ACTIVO: sql`d.active`,
    },
    by: sql`d.name`,
    id: sql`d.id`,
  })

export const find = (db: Db, caller: Caller, id: number) =>
  row(db, sql<Department>`select ${columns} from ${from} where d.id = ${id} and ${departmentScope(caller)}`)
/** Whoever asks may see them. */
export const withIds = (db: Db, ids: readonly number[]) =>
  rows(db, sql<Department>`select ${columns} from ${from} where d.id = any(${ids}::int[]) order by d.id`)
export const lock = (db: Db, caller: Caller, id: number) =>
  row(db, sql<Department>`select ${columns} from ${from} where d.id = ${id} and ${departmentScope(caller)} for no key update of d`)

export const isSubManagementOf = (db: Db, id: number, businessId: number) =>
  row(db, sql`select from sub_management where id = ${id} and business_id = ${businessId} and active for share`)

/** An active user with the role of a head, active or not; locked until the commit. */
export const isActiveChief = (db: Db, id: number) =>
  row(
    db,
    sql`select from app_user u join user_role r on r.user_id = u.id where u.id = ${id} and u.active and r.role_id = ${ROLE.jefatura} for share of u, r`,
  )

/** Whether another department of the business has this name, ignoring case and accents. */
export const isTaken = (db: Db, id: number | null, businessId: number, name: string) =>
  row(db, sql`select from department where business_id = ${businessId} and id is distinct from ${id}::int and plain(name) = plain(${name})`)

export const insert = async (db: Db, { DEPARTAMENTO, ID_NEGOCIO, COD_SUB_GERENCIA, ID_USUARIO_JEFE }: New) =>
  (await row(
    db,
    sql<{ id: number }>`insert into department (business_id, name, sub_management_id, chief_id)
      values (${ID_NEGOCIO}, ${DEPARTAMENTO}, ${COD_SUB_GERENCIA}, ${ID_USUARIO_JEFE}) returning id`,
  ))!.id

export const save = (db: Db, { COD_DEPARTAMENTO, DEPARTAMENTO, COD_SUB_GERENCIA, ID_USUARIO_JEFE, ACTIVO }: Department) =>
  sql`update department set name = ${DEPARTAMENTO}, sub_management_id = ${COD_SUB_GERENCIA}, chief_id = ${ID_USUARIO_JEFE}, active = ${ACTIVO},
    revision = revision + 1 where id = ${COD_DEPARTAMENTO}`.execute(db)

/** Active accounts, and unfinished analyses in periods that are not closed; counted after the lock, so that none is missed. */
export const usage = async (db: Db, id: number) =>
  (await row(
    db,
    sql<{ cuentas: number; analisis: number }>`select (select count(*)::int from account where department_id = ${id} and active) as cuentas,
      (select count(*)::int from analysis a join period p on p.id = a.period_id
        where a.department_id = ${id} and a.state_main <> ${state.aprobado} and p.status_id <> ${periodStatus.cerrado}) as analisis`,
  ))!
