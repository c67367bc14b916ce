import { STATE } from '@cuadre/api/analysis'
import { type RawBuilder, sql } from 'kysely'
import { periodStatus, state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { recordAll } from '../../platform/event/index.ts'
import { ownWords } from '../../platform/event/own-words.ts'
import type { Caller } from '../../platform/http/context.ts'
import { notify } from '../../platform/mail/notify.ts'
import { announce } from '../../platform/webhook/webhook.announce.ts'
import { routeToPrepare } from '../analysis/analysis.links.ts'

/**
 * One in twenty of the automatically approved goes to control (rules §2.1); which one follows from account and period, so that nobody can
 * influence it.
 */
const sampled = sql`(abs(hashtext(a.account_id || '/' || a.period_id)) % 20 = 0)`

/** Methods by which an account certifies itself because it has not moved. */
const WITHOUT_MOVEMENT = sql`('CERO_SIN_MOV', 'SIN_MOV', 'EN_RANGO_SIN_MOV')`
/** A rule alone certified an analysis (alias `a`), and nobody has signed it. */
export const byRule = sql`(a.auto and a.jefatura_by is null and a.control_by is null)`
const byMethod = sql`(select e.detail ->> 'metodo' from event e where e.analysis_id = a.id and e.kind = 'autocertificado' order by e.seq desc limit 1)`
/** Whether an analysis (alias `a`) that only a rule certified for not having moved has moved after all, from this balance. */
export const movedAfterAll = (previous: RawBuilder<unknown>) =>
  sql`(${byRule} and a.balance <> coalesce(${previous}, 0) and coalesce(${byMethod} in ${WITHOUT_MOVEMENT}, false))`

/** A load that is being confirmed: what is certified because of it goes back with it. `later`: in other periods than its own. */
type Because = { loadId: number; later: boolean }

/** What somebody has decided, reopened or begun to write is theirs; a load that took a certification back is nobody. */
const nobodyHas = sql`(a.version = 0 and a.rejections_jefatura + a.rejections_control = 0 and a.value is null and a.comment is null and a.draft_value is null and a.draft_comment is null
  and not exists (select from event e where e.analysis_id = a.id and e.kind in ('reabierto', 'decision_retirada') and e.load_id is null and e.detail ->> 'regla' is null))`

/**
 * Certifies analyses of accounts with an automatic method, right after they are opened or updated: PREPARAR submits for approval by a
 * person, APROBAR approves all three levels, except for the sample. Never at high risk, at the end of a quarter, or if the previous period
 * left a difference. A changed balance undoes it (`analysis_comes_back`), and it is certified again. One event each.
 * @returns their accounts
 */
export async function certifyAutomatically(
  tx: Db,
  periodId: number,
  accountIds?: readonly number[] | undefined,
  because?: Because | undefined,
): Promise<readonly number[]> {
  const limit = sql`(t.amount * case a.risk when 'B' then t.factor_b else t.factor_m end)`
  // As large as the threshold is material; one of percentages alone says of no balance that it is small.
  const small = sql`(abs(a.balance) < ${limit} and t.base <> 'PORCENTAJE')`
  const still = sql`(a.balance = coalesce(a.previous, 0))`
  const done = await rows(
    tx,
    sql<{ account: number; id: number; to: number; event: unknown }>`with fit as (
        select a.id, to_jsonb(a) as whole, c.auto_method as method, c.auto_result as result, ${sampled} as sampled
        from account c join analysis a on a.account_id = c.id and a.period_id = ${periodId} join period p on p.id = a.period_id
        left join analysis o on o.account_id = a.account_id and o.period_id = (select x.id from period x where x.name < p.name order by x.name desc limit 1)
        left join lateral threshold_of(a.account_id, a.business_id, a.country_id, a.heading_id, p.name) t on true
        where c.auto_method is not null and (${accountIds ?? null}::int[] is null or c.id = any(${accountIds ?? null}::int[]))
          and a.state_main = ${state.pendiente} and a.submitted_at is null and ${nobodyHas} and a.group_id is null
          and a.risk <> 'A' and right(p.name, 2) not in ('03', '06', '09', '12') and coalesce(abs(o.difference), 0) <= 0.01
          and case c.auto_method when 'SALDO_CERO' then a.balance = 0 when 'CERO_SIN_MOV' then a.balance = 0 and ${still}
            when 'SIN_MOV' then a.balance = a.previous and o.state_main = ${state.aprobado}
            when 'EN_RANGO' then ${small} when 'EN_RANGO_SIN_MOV' then ${small} and ${still} end
        order by a.id for no key update of a),
      done as (update analysis a set auto = true, value = a.balance, submitted_at = now(), first_submitted_at = coalesce(a.first_submitted_at, now()),
          state_main = case when f.result = 'PREPARAR' then 1 when f.sampled then 2 else 4 end, state_jefatura = case when f.result = 'PREPARAR' then 1 else 4 end,
          state_control = case when f.result = 'PREPARAR' then null when f.sampled then 1 else 4 end,
          jefatura_at = case when f.result = 'APROBAR' then now() end, control_at = case when f.result = 'APROBAR' and not f.sampled then now() end,
          revision = a.revision + 1
        from fit f where a.id = f.id returning a.id, a.account_id, a.revision, a.state_main, f.whole, f.method, f.result, f.sampled),
      kept as (insert into load_analysis as l (load_id, analysis_id, before, revision)
        select ${because?.loadId ?? null}::int, d.id, d.whole, d.revision from done d where ${because?.later ?? false}
        on conflict (load_id, analysis_id) do update set revision = excluded.revision returning 1),
      kept_too as (update load_analysis l set revision = d.revision from done d
        where ${!because?.later} and l.load_id = ${because?.loadId ?? null}::int and l.analysis_id = d.id returning 1)
      select d.account_id as account, d.id, d.state_main as to, append_event(${periodId}::int, 'autocertificado', d.id, null, null, null, 1, d.state_main, null,
        jsonb_build_object('metodo', d.method, 'resultado', d.result, 'muestra', d.sampled and d.result = 'APROBAR')) as event from (select * from done order by id) d`,
  )
  await announce(
    tx,
    done.map(({ id, to }) => ({ periodId, kind: 'autocertificado', analysisId: id, from: STATE.pendiente, to })),
  )
  return done.map(({ account }) => account)
}

/**
 * What a rule of later open periods asks of the one before has changed: that it is approved, what it left, its balance. Of each period those accounts
 * that were certified in the one before are judged. Call it after the events of `periodId`: analyses and events are locked period by period.
 */
export async function certifyLater(tx: Db, periodId: number, accountIds: readonly number[], loadId?: number): Promise<void> {
  const later = await rows(
    tx,
    sql<{
      id: number
    }>`select id from period where name > (select name from period where id = ${periodId}) and status_id <> ${periodStatus.cerrado} order by name`,
  )
  let among = accountIds
  for (const { id } of later) {
    if (among.length === 0) return
    among = await certifyAutomatically(tx, id, among, loadId === undefined ? undefined : { loadId, later: true })
  }
}

/**
 * The other way: what SIN_MOV certified in later open periods because the one before was approved, and nobody has signed, is pending again once that one
 * is approved no longer. Its analyst is told. Called where `certifyLater` is.
 */
export async function uncertifyLater(tx: Db, periodId: number, accountIds: readonly number[], caller: Caller): Promise<void> {
  const before = (await row(tx, sql<{ name: string }>`select name from period where id = ${periodId}`))!
  const next = await row(
    tx,
    sql<{ id: number; name: string; closed: boolean }>`select id, name, status_id = ${periodStatus.cerrado} as closed from period
      where name > ${before.name} order by name limit 1`,
  )
  if (!next || next.closed) return
  const back = await rows(
    tx,
    sql<{ id: number; state: number; account_id: number; account: string; analyst: number }>`with lost as (
        select a.id, a.state_main as state, c.code from analysis a join account c on c.id = a.account_id
          join analysis o on o.account_id = a.account_id and o.period_id = ${periodId} and o.state_main <> ${state.aprobado}
        where a.period_id = ${next.id} and a.account_id = any(${accountIds}::int[]) and ${byRule} and ${byMethod} = 'SIN_MOV' order by a.id for no key update of a)
      update analysis a set state_main = ${state.pendiente}, state_jefatura = ${state.pendiente}, state_control = null, value = null, submitted_at = null, jefatura_at = null, control_at = null,
        reopenings = a.reopenings + 1, revision = a.revision + 1 from lost l where a.id = l.id
      returning a.id, l.state, a.account_id, l.code as account, a.analyst_id as analyst`,
  )
  if (back.length === 0) return
  const { comment, detail, params } = ownWords('certification_unfounded', before.name)
  for (const { id, account, analyst } of back)
    await notify(tx, [analyst], 'reabierto', { who: caller.name, account, period: next.name, ...params }, routeToPrepare(id), {
      analysisId: id,
    })
  await recordAll(
    tx,
    [...back]
      .sort((one, other) => one.id - other.id)
      .map(({ id, state: from }) => ({
        periodId: next.id,
        kind: 'reabierto' as const,
        analysisId: id,
        caller,
        from,
        to: 1,
        comment,
        detail: { regla: 'SIN_MOV', ...detail },
      })),
  )
  await uncertifyLater(
    tx,
    next.id,
    back.map(({ account_id }) => account_id),
    caller,
  )
}
