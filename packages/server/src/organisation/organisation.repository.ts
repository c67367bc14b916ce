import type { Parsed } from '@cuadre/api/endpoint'
import type {
  Business,
  createBusiness,
  createDepartment,
  Department,
  Heading,
  listBusinesses,
  listDepartments,
  listHeadings,
  listSubManagements,
  SubManagement,
} from '@cuadre/api/organisation'
import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import type { z } from 'zod'
import { businessScope } from '../access/scope.ts'
import { type Db, row } from '../database/index.ts'
import { all, contains, page } from '../database/list.ts'
import type { Caller } from '../http/context.ts'

export type NewBusiness = Parsed<typeof createBusiness>['body']
export type NewDepartment = Parsed<typeof createDepartment>['body']

const businessColumns = sql`b.id as "ID_NEGOCIO", b.name as "NEGOCIO", b.code as "CODIGO", c.id as "ID_PAIS", c.name as "PAIS", b.currency as "MONEDA"`
const businessFrom = sql`business b join country c on c.id = b.country_id`

export const businesses = (db: Db, caller: Caller, query: Parsed<typeof listBusinesses>['query']) =>
  page<Business>(db, query, {
    select: businessColumns,
    from: businessFrom,
    where: all(
      sql`b.active`,
      businessScope(caller, sql`b.id`),
      contains(sql`b.search`, query.search),
      query.countryId !== undefined && sql`b.country_id = ${query.countryId}`,
    ),
    sortable: { NEGOCIO: sql`b.name`, CODIGO: sql`b.code`, PAIS: sql`c.name`, MONEDA: sql`b.currency` },
    by: sql`b.name`,
    id: sql`b.id`,
  })

export const business = (db: Db, id: number) => row(db, sql<Business>`select ${businessColumns} from ${businessFrom} where b.id = ${id}`)

/** An active country that the caller is given whole; the administrator is given all. */
export const givenCountry = (db: Db, { roleId, userId }: Caller, countryId: number) =>
  row(
    db,
    sql<{ currency: string }>`select c.currency from country c where c.id = ${countryId} and c.active
      and (${roleId === ROLE.administrador} or exists (select from user_scope s where s.user_id = ${userId} and s.country_id = c.id and s.business_id is null))`,
  )

/** undefined where the country has the name, whatever its case and accents, or the code. */
export async function insertBusiness(db: Db, { NEGOCIO, CODIGO, ID_PAIS, MONEDA }: NewBusiness) {
  const made = await row(
    db,
    sql<{ id: number }>`insert into business (country_id, name, code, currency) select ${ID_PAIS}, ${NEGOCIO}, ${CODIGO}::text, ${MONEDA}
      where not exists (select from business where country_id = ${ID_PAIS} and plain(name) = plain(${NEGOCIO}))
      on conflict do nothing returning id`,
  )
  return made?.id
}

export const businessInScope = (db: Db, caller: Caller, id: number) =>
  row(db, sql`select from business b where b.id = ${id} and b.active and ${businessScope(caller, sql`b.id`)}`)

export const subManagements = (db: Db, caller: Caller, query: Parsed<typeof listSubManagements>['query']) =>
  page<z.output<typeof SubManagement>>(db, query, {
    select: sql`s.id as "COD_SUB_GERENCIA", s.name as "NOMBRE_SUB_GERENCIA", b.id as "ID_NEGOCIO", b.name as "NEGOCIO"`,
    from: sql`sub_management s join business b on b.id = s.business_id`,
    where: all(
      businessScope(caller, sql`s.business_id`),
      contains(sql`plain(s.name)`, query.search),
      query.businessId !== undefined && sql`s.business_id = ${query.businessId}`,
    ),
    sortable: { NOMBRE_SUB_GERENCIA: sql`s.name`, NEGOCIO: sql`b.name` },
    by: sql`s.name`,
    id: sql`s.id`,
  })

const departmentColumns = sql`d.id as "COD_DEPARTAMENTO", d.name as "DEPARTAMENTO", c.id as "ID_PAIS", b.id as "ID_NEGOCIO",
  d.chief_id as "ID_USUARIO_JEFE", u.name as "JEFE", s.id as "COD_SUB_GERENCIA",
  json_build_object('ID_PAIS', c.id, 'PAIS', c.name, 'RUTA_IMAGEN', null) as "PAIS",
  json_build_object('ID_NEGOCIO', b.id, 'NEGOCIO', b.name) as "NEGOCIO",
  case when s.id is not null then json_build_object('COD_SUB_GERENCIA', s.id, 'NOMBRE_SUB_GERENCIA', s.name) end as "SUB_GERENCIA"`
const departmentFrom = sql`department d join business b on b.id = d.business_id join country c on c.id = b.country_id
  left join sub_management s on s.id = d.sub_management_id left join app_user u on u.id = d.chief_id`

/** A head of area sees the departments it leads, not all of their business (decisions §5). */
const departmentScope = (caller: Caller) =>
  all(businessScope(caller, sql`d.business_id`), caller.roleId === ROLE.jefatura && sql`d.chief_id = ${caller.userId}`)

export const departments = (db: Db, caller: Caller, query: Parsed<typeof listDepartments>['query']) =>
  page<Department>(db, query, {
    select: departmentColumns,
    from: departmentFrom,
    where: all(
      sql`d.active`,
      departmentScope(caller),
      contains(sql`d.search`, query.search),
      query.businessId !== undefined && sql`d.business_id = ${query.businessId}`,
    ),
    sortable: { DEPARTAMENTO: sql`d.name`, JEFE: sql`u.name`, PAIS: sql`c.name`, NEGOCIO: sql`b.name`, SUB_GERENCIA: sql`s.name` },
    by: sql`d.name`,
    id: sql`d.id`,
  })

export const department = (db: Db, caller: Caller, id: number) =>
  row(db, sql<Department>`select ${departmentColumns} from ${departmentFrom} where d.id = ${id} and ${departmentScope(caller)}`)

export const isSubManagementOf = (db: Db, id: number, businessId: number) =>
  row(db, sql`select from sub_management where id = ${id} and business_id = ${businessId}`)

export const isActiveChief = (db: Db, id: number) =>
  row(db, sql`select from app_user u join user_role r on r.user_id = u.id where u.id = ${id} and u.active and r.role_id = ${ROLE.jefatura}`)

/** undefined where the business has the name already, whatever its case and accents. */
export async function insertDepartment(db: Db, { DEPARTAMENTO, ID_NEGOCIO, COD_SUB_GERENCIA, ID_USUARIO_JEFE }: NewDepartment) {
  const made = await row(
    db,
    sql<{ id: number }>`insert into department (business_id, name, sub_management_id, chief_id)
      select ${ID_NEGOCIO}, ${DEPARTAMENTO}, ${COD_SUB_GERENCIA}::int, ${ID_USUARIO_JEFE}::int
      where not exists (select from department where business_id = ${ID_NEGOCIO} and plain(name) = plain(${DEPARTAMENTO}))
      on conflict do nothing returning id`,
  )
  return made?.id
}

export const headings = (db: Db, query: Parsed<typeof listHeadings>['query']) =>
  page<z.output<typeof Heading>>(db, query, {
    select: sql`h.id as "COD_RUBRO", h.name as "NOMBRE", h.code as "CODIGO", h.parent_id as "parentId"`,
    from: sql`heading h`,
    where: contains(sql`h.search`, query.search),
    sortable: { NOMBRE: sql`h.name`, CODIGO: sql`h.code` },
    by: sql`h.code nulls last, h.name`,
    id: sql`h.id`,
  })
