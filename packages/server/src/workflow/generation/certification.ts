import { type RawBuilder, sql } from 'kysely'
import { state } from '../../platform/database/codes.ts'
import { type Db, rows } from '../../platform/database/index.ts'

/**
 * One in twenty of the automatically approved goes to control (rules §2.1); which one follows from account and period, so that nobody can
 * influence it.
 */
const sampled = sql`(abs(hashtext(a.account_id || '/' || a.period_id)) % 20 = 0)`

/** Methods by which an account certifies itself because it has not moved. */
const WITHOUT_MOVEMENT = sql`('CERO_SIN_MOV', 'SIN_MOV', 'EN_RANGO_SIN_MOV')`
/** Whether an analysis (alias `a`) that only a rule certified for not having moved has moved after all, from this balance. */
export const movedAfterAll = (previous: RawBuilder<unknown>) =>
  sql`(a.auto and a.jefatura_by is null and a.control_by is null and a.balance <> coalesce(${previous}, 0)
    and coalesce((select e.detail ->> 'metodo' from event e where e.analysis_id = a.id and e.kind = 'autocertificado' order by e.seq desc limit 1) in ${WITHOUT_MOVEMENT}, false))`

/**
 * Certifies analyses of accounts with an automatic method, right after they are opened or updated: PREPARAR submits for approval by a
 * person, APROBAR approves all three levels, except for the sample. Never at high risk, at the end of a quarter, or if the previous period
 * left a difference. A changed balance undoes it (`analysis_comes_back`), and it is certified again. One event each.
 * @returns how many
 */
export async function certifyAutomatically(tx: Db, periodId: number, accountIds?: readonly number[] | undefined): Promise<number> {
  const limit = sql`(t.amount * case a.risk when 'B' then t.factor_b else t.factor_m end)`
  const still = sql`(a.balance = coalesce(a.previous, 0))`
  const done = await rows(
    tx,
    sql<{ id: number; event: unknown }>`with fit as (
        select a.id, c.auto_method as method, c.auto_result as result, ${sampled} as sampled
        from account c join analysis a on a.account_id = c.id and a.period_id = ${periodId} join period p on p.id = a.period_id
        left join analysis o on o.account_id = a.account_id and o.period_id = (select x.id from period x where x.name < p.name order by x.name desc limit 1)
        left join lateral threshold_of(a.account_id, a.business_id, a.country_id, a.heading_id, p.name) t on true
        where c.auto_method is not null and (${accountIds ?? null}::int[] is null or c.id = any(${accountIds ?? null}::int[]))
          and a.state_main = ${state.pendiente} and a.submitted_at is null and a.version = 0 and a.group_id is null
          and a.risk <> 'A' and right(p.name, 2) not in ('03', '06', '09', '12') and coalesce(abs(o.difference), 0) <= 0.01
          and case c.auto_method when 'SALDO_CERO' then a.balance = 0 when 'CERO_SIN_MOV' then a.balance = 0 and ${still}
            when 'SIN_MOV' then a.balance = a.previous and o.state_main = ${state.aprobado}
            when 'EN_RANGO' then abs(a.balance) <= ${limit} when 'EN_RANGO_SIN_MOV' then abs(a.balance) <= ${limit} and ${still} end
        order by a.id for no key update of a),
      done as (update analysis a set auto = true, value = a.balance, submitted_at = now(), first_submitted_at = coalesce(a.first_submitted_at, now()),
          state_main = case when f.result = 'PREPARAR' then 1 when f.sampled then 2 else 4 end, state_jefatura = case when f.result = 'PREPARAR' then 1 else 4 end,
          state_control = case when f.result = 'PREPARAR' then null when f.sampled then 1 else 4 end,
          jefatura_at = case when f.result = 'APROBAR' then now() end, control_at = case when f.result = 'APROBAR' and not f.sampled then now() end,
          revision = a.revision + 1
        from fit f where a.id = f.id returning a.id, a.state_main, f.method, f.result, f.sampled)
      select d.id, append_event(${periodId}::int, 'autocertificado', d.id, null, null, null, 1, d.state_main, null,
        jsonb_build_object('metodo', d.method, 'resultado', d.result, 'muestra', d.sampled and d.result = 'APROBAR')) as event from (select * from done order by id) d`,
  )
  return done.length
}
