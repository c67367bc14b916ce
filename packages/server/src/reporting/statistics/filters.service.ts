import type { Output } from '@cuadre/api/endpoint'
import type { statisticsFilters } from '@cuadre/api/statistics'
import { sql } from 'kysely'
import { businessScope } from '../../platform/access/scope.ts'
import { row } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { Deps } from '../dashboard/dashboard.service.ts'
import * as item from '../dashboard/item.ts'

/** One statement. */
export async function filters({ db, zone }: Deps, caller: Caller): Promise<Output<typeof statisticsFilters>> {
  type Found = Omit<Output<typeof statisticsFilters>, 'zona'>
  const found = await row(
    db,
    sql<Found>`select
      (select coalesce(json_agg(json_build_object('COD_SUB_GERENCIA', s.id, 'SUB_GERENCIA', s.name, 'ID_NEGOCIO', s.business_id) order by s.name, s.id), '[]')
        from sub_management s where exists (select from department d where d.sub_management_id = s.id and ${item.departmentScope(caller)})) as subgerencias,
      (select coalesce(json_agg(json_build_object('COD_RUBRO', h.id, 'RUBRO', concat_ws(' ', h.code, h.name), 'nivel', cardinality(heading_line(h.id))) order by h.code, h.name, h.id), '[]')
        from heading h) as rubros,
      (select coalesce(json_agg(k.currency order by k.currency), '[]') from (select distinct c.currency from account c where ${item.accountScope(caller)}) k) as monedas,
      (select coalesce(json_agg(json_build_object('ID_PAIS', p.id, 'ZONA', coalesce(c.zone, ${zone})) order by p.id), '[]')
        from country p left join calendar c on c.country_id = p.id where exists (select from business b where b.country_id = p.id and b.active and ${businessScope(caller, sql`b.id`)})) as zonas`,
  )
  const zones = new Set(found!.zonas.map(({ ZONA }) => ZONA))
  return { ...found!, zona: zones.size === 1 ? [...zones][0]! : zone }
}
