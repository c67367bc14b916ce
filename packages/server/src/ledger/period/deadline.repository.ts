import { sql } from 'kysely'
import { state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { calendarsOf } from '../calendar/work-calendars.ts'
import type { Rule, Setup } from './deadline.rules.ts'
import type { Deadlines } from './period.flow.ts'

export async function setup(db: Db, zone: string): Promise<Setup> {
  const rules = await rows(db, sql<Rule>`select business_id as business, role, working_day as day, hour from deadline`)
  // Businesses with deadlines or a calendar of their own.
  const businesses = await rows(
    db,
    sql<{ id: number; country: number }>`select id, country_id as country from business
      where country_id in (select country_id from calendar) or id in (select business_id from deadline) order by id`,
  )
  return {
    calendars: await calendarsOf(db, zone),
    rules,
    businesses,
    zone,
  }
}

export async function saveOthers(tx: Db, periodId: number, others: { business: number; dates: Deadlines }[]) {
  await sql`delete from period_due where period_id = ${periodId}`.execute(tx)
  const list = JSON.stringify(
    others.map(({ business, dates }) => ({ business, a: dates.VENCE_ANALISTA, j: dates.VENCE_JEFATURA, c: dates.VENCE_CONTROL })),
  )
  await sql`insert into period_due select ${periodId}, business, a, j, c
    from jsonb_to_recordset(${list}::jsonb) as r(business int, a timestamptz, j timestamptz, c timestamptz)`.execute(tx)
}

type Moved = { n: number; mark: string; analysts: number[] | null; ids: number[] | null }
/**
 * Applies the deadlines of a period to open analyses, for the levels that still have to act: a late step stays late, and an extension is
 * never made shorter, nor does it leave anybody less time than the period gives everybody.
 */
export const applyDue = async (tx: Db, periodId: number): Promise<Moved> =>
  (await row(
    tx,
    sql<Moved>`with held as (select a.id, coalesce(d.due_analyst, p.due_analyst) as da, coalesce(d.due_jefatura, p.due_jefatura) as dj, coalesce(d.due_control, p.due_control) as dc,
        (select max(e.new_due) from extension e where e.analysis_id = a.id and e.approved and e.role = 'ANALISTA') as ma,
        (select max(e.new_due) from extension e where e.analysis_id = a.id and e.approved and e.role <> 'CONTROL') as mj,
        (select max(e.new_due) from extension e where e.analysis_id = a.id and e.approved) as mc
        from analysis a join period p on p.id = a.period_id left join period_due d on d.period_id = p.id and d.business_id = a.business_id
        where a.period_id = ${periodId} and a.state_main <> ${state.aprobado} order by a.id for no key update of a),
      due as (select a.id,
        case when a.submitted_at is null or a.state_main = ${state.rechazado} then greatest(h.da, h.ma) else a.due_analyst end as da,
        case when a.state_jefatura <> ${state.aprobado} or a.state_main = ${state.rechazado} then greatest(h.dj, h.mj) else a.due_jefatura end as dj,
        greatest(h.dc, h.mc) as dc
        from held h join analysis a on a.id = h.id),
      done as (update analysis a set due_analyst = d.da, due_jefatura = d.dj, due_control = d.dc from due d
        where a.id = d.id and (a.due_analyst, a.due_jefatura, a.due_control) is distinct from (d.da, d.dj, d.dc) returning a.id, a.analyst_id, a.revision)
      select count(*)::int as n, md5(coalesce(string_agg(id || ':' || revision, ',' order by id), '')) as mark, array_agg(distinct analyst_id) as analysts, array_agg(id order by id) as ids from done`,
  ))!
