import type { OrganisationNode } from '@cuadre/api/organisation'
import { sql } from 'kysely'
import { businessScope, departmentScope, subManagementScope, wholeCountryScope } from '../../platform/access/scope.ts'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'

type Node = Omit<OrganisationNode, 'CUENTAS'> & { own: number }
const person = sql`case when u.id is not null then json_build_object('id', u.id, 'NOMBRE', u.name) end as "RESPONSABLE"`

/** Also countries without businesses, where the caller has them as a whole. `own`: active accounts of the row itself. */
export const countries = (db: Db, caller: Caller) =>
  rows(
    db,
    sql<Node>`select 'pais' as "NIVEL", c.id as "ID", c.name as "NOMBRE", c.iso as "CODIGO", null as "PADRE", ${person}, 0 as own, c.active as "ACTIVO"
      from country c left join app_user u on u.id = c.manager_id
      where ${wholeCountryScope(caller, sql`c.id`)} or c.id in (select b.country_id from business b where ${businessScope(caller, sql`b.id`)}) order by c.name`,
  )

export const businesses = (db: Db, caller: Caller) =>
  rows(
    db,
    sql<Node>`select 'negocio' as "NIVEL", b.id as "ID", b.name as "NOMBRE", b.code as "CODIGO", 'pais/' || b.country_id as "PADRE", null::json as "RESPONSABLE",
      (select count(*)::int from account a where a.business_id = b.id and a.department_id is null and a.active) as own, b.active as "ACTIVO"
      from business b where ${businessScope(caller, sql`b.id`)} order by b.name, b.id`,
  )

export const subManagements = (db: Db, caller: Caller) =>
  rows(
    db,
    sql<Node>`select 'subgerencia' as "NIVEL", s.id as "ID", s.name as "NOMBRE", null as "CODIGO", 'negocio/' || s.business_id as "PADRE", ${person},
      0 as own, s.active as "ACTIVO" from sub_management s left join app_user u on u.id = s.manager_id where ${subManagementScope(caller)} order by s.name, s.id`,
  )

export const departments = (db: Db, caller: Caller) =>
  rows(
    db,
    sql<Node>`select 'departamento' as "NIVEL", d.id as "ID", d.name as "NOMBRE", null as "CODIGO",
      coalesce('subgerencia/' || d.sub_management_id, 'negocio/' || d.business_id) as "PADRE", ${person},
      (select count(*)::int from account a where a.department_id = d.id and a.active) as own, d.active as "ACTIVO"
      from department d left join app_user u on u.id = d.chief_id where ${departmentScope(caller)} order by d.name, d.id`,
  )
