import { PERIOD_STATUS } from '@cuadre/api/period'
import { sql } from 'kysely'
import { state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'

type Ids = readonly number[]
export type Responsible = { ID_ANALISTA: number | null; COD_DEPARTAMENTO: number | null }

/** Periods that are not closed, and those in which analyses may still be opened. */
export const openPeriods = (db: Db) =>
  rows(db, sql<{ id: number; status_id: number }>`select id, status_id from period where status_id <> ${PERIOD_STATUS.cerrado} order by id`)

/** Accounts of another business than the department's. */
export const ofOtherBusiness = (db: Db, ids: Ids, business: number | undefined) =>
  rows(
    db,
    sql<{
      code: string
    }>`select code from account where id = any(${ids}::int[]) and business_id is distinct from ${business ?? null}::int order by code limit 50`,
  )

/** The department, where this person is its head. */
export const ledBy = (db: Db, department: number, person: number) =>
  row(
    db,
    sql<{ name: string; department: string }>`select u.name, d.name as department from department d join app_user u on u.id = d.chief_id
      where d.id = ${department} and d.chief_id = ${person}`,
  )
/** Analyses that wait for a decision, of accounts that would change their analyst. */
export const inProgress = (db: Db, ids: Ids, analyst: number | null) =>
  rows(
    db,
    sql<{
      code: string
      period: string
    }>`select c.code, p.name as period from analysis a join account c on c.id = a.account_id join period p on p.id = a.period_id
      where a.account_id = any(${ids}::int[]) and p.status_id <> ${PERIOD_STATUS.cerrado} and c.analyst_id is distinct from ${analyst}::int
        and (a.state_main = ${state.revision} or (a.state_main = ${state.pendiente} and a.submitted_at is not null)) order by c.code, p.name limit 50`,
  )
/** Analyses that would have no analyst any more. */
export const leftWithoutAnalyst = (db: Db, ids: Ids) =>
  rows(
    db,
    sql<{
      code: string
      period: string
    }>`select c.code, p.name as period from analysis a join account c on c.id = a.account_id join period p on p.id = a.period_id
      where a.account_id = any(${ids}::int[]) and p.status_id <> ${PERIOD_STATUS.cerrado} and a.state_main <> ${state.aprobado} order by c.code, p.name limit 50`,
  )

/** Every change adds a row of history. @returns the accounts whose analyst changed, and their business */
export const save = async (tx: Db, ids: Ids, { ID_ANALISTA, COD_DEPARTAMENTO }: Responsible, userId: number) =>
  (await row(
    tx,
    sql<{
      changed: number[]
      place: { id: number; name: string } | null
      analyst: string | null
    }>`with before as (select id, analyst_id, department_id from account where id = any(${ids}::int[])),
      saved as (update account set analyst_id = ${ID_ANALISTA}::int, department_id = ${COD_DEPARTAMENTO}::int,
          analyst_since = case when analyst_id is not distinct from ${ID_ANALISTA}::int then analyst_since end,
          analyst_before = case when analyst_id is not distinct from ${ID_ANALISTA}::int then analyst_before end
        where id = any(${ids}::int[]) returning id, business_id),
      kept as (insert into assignment_change (account_id, role, old_user_id, new_user_id, old_department_id, new_department_id, changed_by)
        select o.id, 'ANALISTA', o.analyst_id, ${ID_ANALISTA}::int, o.department_id, ${COD_DEPARTAMENTO}::int, ${userId} from before o
        where o.analyst_id is distinct from ${ID_ANALISTA}::int or o.department_id is distinct from ${COD_DEPARTAMENTO}::int order by o.id)
      select coalesce(array_agg(s.id) filter (where o.analyst_id is distinct from ${ID_ANALISTA}::int), '{}') as changed,
        (array_agg(json_build_object('id', b.id, 'name', b.name)))[1] as place, (select name from app_user where id = ${ID_ANALISTA}::int) as analyst
      from saved s join before o on o.id = s.id join business b on b.id = s.business_id`,
  ))!

export const saveBackup = (tx: Db, id: number, before: number | null, backup: number | null, userId: number) =>
  sql`with saved as (update account set backup_id = ${backup}::int where id = ${id} returning id)
    insert into assignment_change (account_id, role, old_user_id, new_user_id, changed_by)
    select id, 'RESPALDO', ${before}::int, ${backup}::int, ${userId} from saved`.execute(tx)

/**
 * Moves what waits for its analyst to the new one if the account's analyst has `changed`, and all of it to the department of its account.
 * Submitted or decided analyses keep whoever signed; what is approved goes to the new one if it is reopened. Those that a transfer left with
 * somebody stay there. One event each.
 */
export async function moveOpenAnalyses(tx: Db, ids: Ids, changed: Ids, { userId, roleId }: Pick<Caller, 'userId' | 'roleId'>) {
  await sql`with held as (select a.id, a.group_id, a.analyst_id, c.analyst_id as next from analysis a join account c on c.id = a.account_id join period p on p.id = a.period_id
        where a.account_id = any(${changed}::int[]) and p.status_id <> ${PERIOD_STATUS.cerrado} and a.state_main = ${state.aprobado} and c.analyst_id is not null
          and (a.group_id is null or not exists (select from analysis m where m.group_id = a.group_id and m.account_id <> all(${changed}::int[]))) order by a.id for no key update of a)
      update analysis a set next_analyst_id = nullif(h.next, h.analyst_id) from held h where a.id = h.id`.execute(tx)
  const moved = await rows(
    tx,
    sql<{
      id: number
      period_id: number
      state: number
      before: number
      after: number | null
      from: number | null
      to: number | null
      /** The group that it left, and its account there. */
      left: number | null
      code: string
    }>`with open as (
        select a.id, a.period_id, a.group_id, c.code, a.state_main, a.analyst_id as before, a.department_id as left_department, n.analyst_id, c.department_id from analysis a
        join account c on c.id = a.account_id join period p on p.id = a.period_id
        cross join lateral (select case when c.id = any(${changed}::int[]) then c.analyst_id else a.analyst_id end as analyst_id) n
        where a.account_id = any(${ids}::int[]) and p.status_id <> ${PERIOD_STATUS.cerrado} and c.analyst_id is not null
          and (a.state_main = ${state.rechazado} or (a.state_main = ${state.pendiente} and a.submitted_at is null))
          and (a.analyst_id <> n.analyst_id or a.department_id is distinct from c.department_id) order by a.id for no key update of a)
      update analysis a set analyst_id = o.analyst_id, department_id = o.department_id, revision = a.revision + 1 from open o where a.id = o.id
      returning a.id, o.period_id, o.state_main as state, o.before, o.analyst_id as after, o.left_department as "from", o.department_id as "to",
        case when a.group_id is null then o.group_id end as "left", o.code`,
  )
  await sql`select append_event(r.period_id, 'reasignado', r.id, null, ${userId}::int, ${roleId}::int, r.state, r.state, null,
      case when r.before <> r.after then jsonb_build_object('de', (select name from app_user where id = r.before), 'a', (select name from app_user where id = r.after)) else '{}' end
      || case when r."from" is distinct from r."to" then jsonb_build_object('departamento', jsonb_build_object(
        'de', (select name from department where id = r."from"), 'a', (select name from department where id = r."to"))) else '{}' end
      -- It goes by itself, and its group's history says so: each account is a step of its own there.
      || case when g.id is not null then jsonb_build_object('cuentas', jsonb_build_array(r.code),
        'grupo', jsonb_build_object('id', g.id, 'nombre', g.name, 'revision', (select x.revision from analysis x where x.id = r.id), 'paso', r.code)) else '{}' end)
    from (select * from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as r(id int, period_id int, state int, before int, after int, "from" int, "to" int, "left" int, code text)
      order by period_id, id) r left join analysis_group g on g.id = r."left"`.execute(tx)
}
