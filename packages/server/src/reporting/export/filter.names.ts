import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { accountScope, analysisScope, businessScope, seesWholeBusinesses } from '../../platform/access/scope.ts'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'

/** What an id in a filter may stand for. */
export type Named =
  | 'country'
  | 'business'
  | 'subManagement'
  | 'department'
  | 'heading'
  | 'period'
  | 'account'
  | 'analysis'
  | 'group'
  | 'person'
  | 'role'
  | 'folder'
  | 'substate'
export type Ids = Partial<Record<Named, readonly number[]>>
/** As `kind id`. */
export type Names = ReadonlyMap<string, string>

/** The names of what was asked for by id, as far as the caller may see it; a person also by role and work they have in common. One statement. */
export async function namesOf(db: Db, caller: Caller, ids: Ids): Promise<Names> {
  const one = (kind: Named) => sql`any(${ids[kind] ?? []}::int[])`
  const everybody = seesWholeBusinesses(caller) && caller.roleId !== ROLE.auditor
  const found = await rows(
    db,
    sql<{ kind: Named; id: number; name: string }>`
      select 'country' as kind, k.id, k.name from country k where k.id = ${one('country')}
        and (${caller.roleId === ROLE.administrador} or exists (select from business b where b.country_id = k.id and ${businessScope(caller, sql`b.id`)}))
      union all select 'business', b.id, b.name from business b where b.id = ${one('business')} and ${businessScope(caller, sql`b.id`)}
      union all select 'subManagement', s.id, s.name from sub_management s where s.id = ${one('subManagement')} and ${businessScope(caller, sql`s.business_id`)}
      union all select 'department', d.id, d.name from department d where d.id = ${one('department')} and ${businessScope(caller, sql`d.business_id`)}
      union all select 'heading', h.id, h.name from heading h where h.id = ${one('heading')}
      union all select 'period', p.id, p.name from period p where p.id = ${one('period')}
      union all select 'account', c.id, c.code || ' ' || c.name from account c where c.id = ${one('account')}
        and (${accountScope(caller)} or exists (select from analysis a where a.account_id = c.id and ${analysisScope(caller)}))
      union all select 'analysis', a.id, p.name || ' ' || c.code || ' ' || c.name from analysis a join period p on p.id = a.period_id join account c on c.id = a.account_id
        where a.id = ${one('analysis')} and ${analysisScope(caller)}
      union all select 'group', g.id, g.name from analysis_group g where g.id = ${one('group')}
        and exists (select from analysis a where a.group_id = g.id and ${analysisScope(caller)})
      union all select 'person', u.id, u.name from app_user u where u.id = ${one('person')}
        and (${everybody} or u.id = ${caller.userId} or exists (select from analysis a where a.analyst_id = u.id and ${analysisScope(caller)}))
      union all select 'role', r.id, r.name from role r where r.id = ${one('role')}
      union all select 'folder', f.id, f.name from folder f where f.id = ${one('folder')}
        and (not exists (select from folder_role o where o.folder_id = f.id) or exists (select from folder_role o where o.folder_id = f.id and o.role_id = ${caller.roleId}))
      union all select 'substate', s.id, case ${caller.locale}::text when 'en' then s.name_en else s.name_es end from analysis_status s where s.id = ${one('substate')}`,
  )
  return new Map(found.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
}
