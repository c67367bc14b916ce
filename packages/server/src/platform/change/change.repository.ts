import type { listMasterChanges, MasterChange } from '@cuadre/api/change'
import type { Parsed } from '@cuadre/api/endpoint'
import { sql } from 'kysely'
import { businessScope } from '../access/scope.ts'
import { startOfDay } from '../access/shown-zone.ts'
import type { Db } from '../database/index.ts'
import { all, contains, page } from '../database/list.ts'
import type { Caller } from '../http/context.ts'

type Query = Parsed<typeof listMasterChanges>['query']

/** `zone`: the server's. */
export const list = (db: Db, caller: Caller, zone: string, query: Query) =>
  page<MasterChange, typeof query>(db, query, {
    select: sql`m.id, m.entity as entidad, m.entity_id as "entidadId", m.name as nombre,
      case when m.before is null then 'creado' when m.after is null then 'eliminado' else 'cambiado' end as accion,
      m.before as antes, m.after as despues, json_build_object('id', u.id, 'NOMBRE', u.name) as usuario, r.name as rol, m.changed_at as fecha`,
    from: sql`master_change m join app_user u on u.id = m.changed_by join role r on r.id = m.role_id`,
    where: all(
      sql`(m.business_id is null or ${businessScope(caller, sql`m.business_id`)})`,
      contains(sql`m.search`, query.search),
      query.entidad && sql`m.entity = ${query.entidad}`,
      query.entidadId !== undefined && sql`m.entity_id = ${query.entidadId}`,
      query.userId !== undefined && sql`m.changed_by = ${query.userId}`,
      query.dateStart !== undefined && sql`m.changed_at >= ${startOfDay(caller, zone, query.dateStart)}`,
      query.dateEnd !== undefined && sql`m.changed_at < ${startOfDay(caller, zone, query.dateEnd, 1)}`,
    ),
    sortable: { ENTIDAD: sql`m.entity`, NOMBRE: sql`m.name`, USUARIO: sql`u.name`, FECHA: sql`m.id` },
    by: sql`m.id desc`,
    id: sql`m.id`,
  })
