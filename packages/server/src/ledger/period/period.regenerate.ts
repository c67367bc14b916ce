import { PERIOD_STATUS } from '@cuadre/api/period'
import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { state } from '../../platform/database/codes.ts'
import { type Db, row, transaction } from '../../platform/database/index.ts'
import { Conflict, NotFound } from '../../platform/errors.ts'
import { record } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { openAnalyses } from '../../workflow/generation/generation.ts'
import { lockPeriods } from '../balance/balance.repository.ts'

/**
 * Updates every analysis of a period to the current organisation, analysts, frequency and thresholds, while nothing is submitted (rules
 * §2.6). An analysis with a history, or in which somebody has written, is not deleted but updated; one that should not exist is deleted if nothing refers to it.
 * @throws 404, 409 once something is submitted, or if the period takes no new ones
 */
export const regenerate = (db: Db, caller: Caller, id: number) =>
  transaction(db, async (tx) => {
    await lockPeriods(tx, [id])
    const period = await row(tx, sql<{ status: number }>`select status_id as status from period where id = ${id}`)
    if (!period) throw NotFound()
    if (period.status === PERIOD_STATUS.cerrado) throw Conflict('period_closed')
    if (period.status === PERIOD_STATUS.enCierre && caller.roleId !== ROLE.administrador) throw Conflict('period_not_open')
    await sql`select from analysis where period_id = ${id} order by id for update`.execute(tx)
    const sent = (await row(
      tx,
      sql<{
        n: number
      }>`select count(*)::int as n from analysis where period_id = ${id} and not auto and (version > 0 or submitted_at is not null or state_main <> ${state.pendiente} or group_id is not null)`,
    ))!.n
    if (sent > 0) throw Conflict('period_submitted', { n: sent })
    const gone = (await row(
      tx,
      sql<{
        n: number
      }>`with gone as (delete from analysis a where a.period_id = ${id} and not exists (select from event e where e.analysis_id = a.id)
        and not exists (select from annex_of o where o.analysis_id = a.id) and not exists (select from extension e where e.analysis_id = a.id) and not exists (select from transfer_analysis t where t.analysis_id = a.id)
        and not exists (select from observation o where o.analysis_id = a.id) and not exists (select from audit_sample_item i where i.analysis_id = a.id)
        and (a.auto or (a.value is null and a.comment is null and a.status_id is null)) returning a.id)
        select count(*)::int as n from gone`,
    ))!.n
    // What has a history stays and gets the account's current data.
    await sql`with now as (
        select a.id, c.department_id, c.heading_id, c.risk, c.frequency, coalesce(case when p.name < c.analyst_since then c.analyst_before end, c.analyst_id, a.analyst_id) as analyst_id,
          o.amount as previous, materiality(a.balance, reference_balance(c.id, p.name, t.compare, o.amount), t, c.risk) as materiality
        from analysis a join period p on p.id = a.period_id join account c on c.id = a.account_id
        left join balance o on o.account_id = c.id and o.period_id = (select x.id from period x where x.name < p.name order by x.name desc limit 1)
        left join lateral threshold_of(c.id, a.business_id, a.country_id, c.heading_id, p.name) t on true where a.period_id = ${id} and not a.auto)
      update analysis a set department_id = n.department_id, heading_id = n.heading_id, risk = n.risk, frequency = n.frequency, analyst_id = n.analyst_id, previous = n.previous,
        materiality = n.materiality, revision = a.revision + 1
      from now n where a.id = n.id and (a.department_id, a.heading_id, a.risk, a.frequency, a.analyst_id, a.previous, a.materiality)
        is distinct from (n.department_id, n.heading_id, n.risk, n.frequency, n.analyst_id, n.previous, n.materiality)`.execute(tx)
    const opened = await openAnalyses(tx, { periodId: id, loadId: null, caller })
    await record(tx, { periodId: id, kind: 'regenerado', caller, detail: { quitados: gone, generados: opened } })
    return { quitados: gone, generados: opened }
  })
