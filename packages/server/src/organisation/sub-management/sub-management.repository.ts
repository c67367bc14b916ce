import type { Parsed } from '@cuadre/api/endpoint'
import type { createSubManagement, listSubManagements, SubManagement } from '@cuadre/api/sub-management'
import { sql } from 'kysely'
import { subManagementScope } from '../../platform/access/scope.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, isActive, page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'

type Query = Parsed<typeof listSubManagements>['query']
export type New = Parsed<typeof createSubManagement>['body']

const columns = sql`s.id as "COD_SUB_GERENCIA", s.name as "NOMBRE_SUB_GERENCIA", c.id as "ID_PAIS", c.name as "PAIS",
  b.id as "ID_NEGOCIO", b.name as "NEGOCIO", s.manager_id as "ID_USUARIO_ENCARGADO",
  case when u.id is not null then json_build_object('id', u.id, 'NOMBRE', u.name) end as "ENCARGADO",
  (select count(*)::int from department d where d.sub_management_id = s.id and d.active) as "DEPARTAMENTOS",
  s.active as "ACTIVO", s.revision as "REVISION"`
const from = sql`sub_management s join business b on b.id = s.business_id join country c on c.id = b.country_id left join app_user u on u.id = s.manager_id`

export const list = (db: Db, caller: Caller, query: Query) =>
  page<SubManagement, typeof query>(db, query, {
    select: columns,
    from,
    where: all(
      isActive(sql`(s.active and b.active)`, query.activo),
      subManagementScope(caller),
      contains(sql`s.search`, query.search),
      query.countryId !== undefined && sql`b.country_id = ${query.countryId}`,
      query.businessId !== undefined && sql`s.business_id = ${query.businessId}`,
      query.managerId !== undefined && sql`s.manager_id = ${query.managerId}`,
    ),
    sortable: {
      NOMBRE_SUB_GERENCIA: sql`s.name`,
      PAIS: sql`c.name`,
      NEGOCIO: sql`b.name`,
      ENCARGADO: sql`u.name`,
      ACTIVO: sql`s.active`,
    },
    by: sql`s.name`,
    id: sql`s.id`,
  })

export const find = (db: Db, caller: Caller, id: number) =>
  row(db, sql<SubManagement>`select ${columns} from ${from} where s.id = ${id} and ${subManagementScope(caller)}`)
/** Whoever asks may see them. */
export const withIds = (db: Db, ids: readonly number[]) =>
  rows(db, sql<SubManagement>`select ${columns} from ${from} where s.id = any(${ids}::int[]) order by s.id`)
export const lock = (db: Db, caller: Caller, id: number) =>
  row(db, sql<SubManagement>`select ${columns} from ${from} where s.id = ${id} and ${subManagementScope(caller)} for no key update of s`)

/** Whether another sub-management of the business has this name, ignoring case and accents. */
export const isTaken = (db: Db, id: number | null, businessId: number, name: string) =>
  row(
    db,
    sql`select from sub_management where business_id = ${businessId} and id is distinct from ${id}::int and plain(name) = plain(${name})`,
  )

export const insert = async (db: Db, { NOMBRE_SUB_GERENCIA, ID_NEGOCIO, ID_USUARIO_ENCARGADO }: New) =>
  (await row(
    db,
    sql<{
      id: number
    }>`insert into sub_management (business_id, name, manager_id) values (${ID_NEGOCIO}, ${NOMBRE_SUB_GERENCIA}, ${ID_USUARIO_ENCARGADO}) returning id`,
  ))!.id

/** Counted after the lock, so that none is missed. */
export const activeDepartments = async (db: Db, id: number) =>
  (await row(db, sql<{ n: number }>`select count(*)::int as n from department where sub_management_id = ${id} and active`))!.n

export const save = (db: Db, { COD_SUB_GERENCIA, NOMBRE_SUB_GERENCIA, ID_USUARIO_ENCARGADO, ACTIVO }: SubManagement) =>
  sql`update sub_management set name = ${NOMBRE_SUB_GERENCIA}, manager_id = ${ID_USUARIO_ENCARGADO}, active = ${ACTIVO}, revision = revision + 1
    where id = ${COD_SUB_GERENCIA}`.execute(db)
