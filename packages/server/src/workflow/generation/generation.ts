import { pageLink } from '@cuadre/api/pages'
import { sql } from 'kysely'
import { periodStatus, state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { record, recordAll } from '../../platform/event/index.ts'
import { ownWords } from '../../platform/event/own-words.ts'
import type { Caller } from '../../platform/http/context.ts'
import { notify } from '../../platform/mail/notify.ts'
import { routeToPrepare } from '../analysis/analysis.links.ts'
import { byRule, certifyAutomatically, movedAfterAll } from './certification.ts'
import { handBack } from './hand-back.ts'

/**
 * Creates and updates analyses from balances, in bulk. Both functions lock analyses and then write events, as every decision does: call
 * `applyBalances` first, then `openAnalyses`, and write further events after them, or two transactions may deadlock.
 */
type Opening = {
  periodId: number
  /** The load that brought the balances; null if an assignment opens waiting ones. */
  loadId: number | null
  /** By default every account of the period. */
  accountIds?: readonly number[] | undefined
  caller?: Pick<Caller, 'userId' | 'roleId'> | undefined
}

/** A sub-query evaluated once per statement, so that balances are found by the period's index. */
const previous = (periodId: number) =>
  sql`(select o.id from period o where o.name < (select name from period where id = ${periodId}) order by o.name desc limit 1)`

/**
 * Opens an analysis for every active account that has an analyst and a balance and no analysis yet, with the organisation as it is now.
 * Existing ones are skipped by the conflict clause: with outdated statistics an anti-join would scan the growing table for each row.
 * @returns how many
 */
export async function openAnalyses(tx: Db, { periodId, loadId, accountIds, caller }: Opening): Promise<number> {
  const opened = await row(
    tx,
    sql<{ n: number; ids: number[] | null }>`
      with opened as (
        insert into analysis (period_id, account_id, country_id, business_id, department_id, sub_management_id, heading_id, analyst_id, risk, frequency, currency,
          balance, previous, materiality, due_analyst, due_jefatura, due_control, generated_by_load)
        select p.id, c.id, n.country_id, c.business_id, c.department_id, d.sub_management_id, c.heading_id,
          case when p.name < c.analyst_since then coalesce(c.analyst_before, c.analyst_id) else c.analyst_id end, c.risk, c.frequency, c.currency,
          b.amount, o.amount, materiality(b.amount, reference_balance(c.id, p.name, t.compare, o.amount), t, c.risk), coalesce(v.due_analyst, p.due_analyst), coalesce(v.due_jefatura, p.due_jefatura),
          coalesce(v.due_control, p.due_control), ${loadId}::int
        from period p join balance b on b.period_id = p.id join account c on c.id = b.account_id join business n on n.id = c.business_id
        left join balance o on o.account_id = c.id and o.period_id = ${previous(periodId)}
        left join department d on d.id = c.department_id
        left join period_due v on v.period_id = p.id and v.business_id = c.business_id
        left join lateral threshold_of(c.id, c.business_id, n.country_id, c.heading_id, p.name) t on true
        where p.id = ${periodId} and c.active and c.analyst_id is not null and falls_due(c.frequency, p.name)
          and (${accountIds ?? null}::int[] is null or c.id = any(${accountIds ?? null}::int[]))
        on conflict (period_id, account_id) do nothing returning id)
      select count(*)::int as n, case when ${loadId}::int is null then array_agg(id order by id) end as ids from opened`,
  )
  const { n, ids } = opened!
  // One event for all of them; without a load it lists their ids.
  if (n > 0)
    await record(tx, {
      periodId,
      kind: 'generado',
      loadId: loadId ?? undefined,
      caller: caller ?? null,
      detail: ids ? { cantidad: n, analisis: ids } : { cantidad: n },
    })
  await certifyAutomatically(tx, periodId, accountIds, loadId === null ? undefined : { loadId, later: false })
  return n
}

type Reopened = {
  id: number
  analyst: number
  account: string
  period: string
  state: number
  before: string
  after: string
  group: { id: number; nombre: string; revision: number } | null
}

/**
 * Updates analyses whose balance differs from the table. A submitted or decided one is pending again (decisions §4), with its whole group:
 * value, file and history stay (not the value that only a rule gave), an event records the change, and its analyst is notified.
 */
export async function applyBalances(
  tx: Db,
  { periodId, loadId, caller }: { periodId: number; loadId: number; caller: Pick<Caller, 'userId' | 'roleId'> },
): Promise<{ actualizados: number; reabiertos: number }> {
  const changed = await row(
    tx,
    sql<{ total: number; reopened: Reopened[] }>`
      with touched as (
        select a.group_id from analysis a join balance b on b.period_id = a.period_id and b.account_id = a.account_id and b.amount <> a.balance
        where a.period_id = ${periodId} and a.group_id is not null and (a.submitted_at is not null or a.state_main <> ${state.pendiente})),
      moved as (
        select a.id, a.balance as before, to_jsonb(a) as whole, a.state_main as state, a.submitted_at is not null or a.state_main <> ${state.pendiente} as again,
          b.amount, o.amount as previous, materiality(b.amount, reference_balance(a.account_id, p.name, t.compare, o.amount), t, a.risk) as materiality, p.name as period
        from analysis a join period p on p.id = a.period_id
        join balance b on b.period_id = a.period_id and b.account_id = a.account_id
        left join balance o on o.account_id = a.account_id and o.period_id = ${previous(periodId)}
        left join lateral threshold_of(a.account_id, a.business_id, a.country_id, a.heading_id, p.name) t on true
        where a.period_id = ${periodId} and (b.amount <> a.balance or a.group_id in (select group_id from touched)) order by a.id for no key update of a),
      changed as (
        update analysis a set balance = m.amount, previous = m.previous, materiality = m.materiality, revision = a.revision + 1,
          value = case when not (m.again and ${byRule} and a.version = 0) then a.value end,
          state_main = case when m.again then 1 else a.state_main end, state_jefatura = case when m.again then 1 else a.state_jefatura end,
          state_control = case when not m.again then a.state_control end, submitted_at = case when not m.again then a.submitted_at end,
          jefatura_at = case when not m.again then a.jefatura_at end, jefatura_by = case when not m.again then a.jefatura_by end,
          control_at = case when not m.again then a.control_at end, control_by = case when not m.again then a.control_by end,
          reopenings = a.reopenings + m.again::int
        from moved m where a.id = m.id
        returning a.id, a.analyst_id as analyst, a.account_id, m.period, m.state, m.before, m.amount as after, m.again, a.group_id, a.revision),
      -- So that the load can be taken back.
      kept as (insert into load_analysis (load_id, analysis_id, before, revision)
        select ${loadId}::int, m.id, m.whole, c.revision from moved m join changed c on c.id = m.id on conflict do nothing)
      select count(*) filter (where c.before <> c.after)::int as total, coalesce(json_agg(json_build_object('id', c.id, 'analyst', c.analyst, 'account', n.code, 'period', c.period,
        'state', c.state, 'before', c.before::text, 'after', c.after::text,
        'group', case when g.id is not null then json_build_object('id', g.id, 'nombre', g.name, 'revision', c.revision) end) order by c.id) filter (where c.again), '[]') as reopened
      from changed c join account n on n.id = c.account_id left join analysis_group g on g.id = c.group_id`,
  )
  const { total, reopened } = changed!
  const holders = await handBack(
    tx,
    reopened.map(({ id }) => id),
  )
  await recordAll(
    tx,
    reopened.map(({ id, state, before, after, group }) => ({
      periodId,
      // The other members of the group keep their own balance.
      kind: before === after ? 'reabierto' : 'saldo_cambiado',
      analysisId: id,
      loadId,
      caller,
      from: state,
      to: 1,
      detail: { ...(before !== after && { antes: before, ahora: after }), ...(group && { grupo: group }) },
    })),
  )
  const told = new Set<number>()
  for (const { id, analyst, account, period, group } of reopened) {
    if (group && told.has(group.id)) continue
    if (group) told.add(group.id)
    await notify(
      tx,
      [holders.get(id) ?? analyst],
      'saldo_cambiado',
      { account: group?.nombre ?? account, period },
      group ? pageLink('/home', { grupo: group.id }) : routeToPrepare(id),
      { analysisId: id },
    )
  }
  return { actualizados: total, reabiertos: reopened.length }
}

type Moved = {
  period_id: number
  period: string
  reclassified: number[]
  lost: { id: number; analyst: number; account: string; state: number; before: string | null; after: string }[]
}

/**
 * Later periods that are not closed measure movement against the balances just loaded. All their analyses get the account's new previous
 * balance; unsigned ones are classified again, signed ones keep their classification. What a person signed is not reopened; what only a rule
 * certified, because nothing had moved, is pending again where something has.
 */
export async function carryForward(
  tx: Db,
  { periodId, loadId, caller }: { periodId: number; loadId: number; caller: Pick<Caller, 'userId' | 'roleId' | 'name' | 'locale'> },
): Promise<void> {
  const moved = await rows(
    tx,
    sql<Moved>`
      with this as (select name from period where id = ${periodId}),
      later as (select p.id, p.name, p.name = (select min(n.name) from period n, this where n.name > this.name) as follows from period p, this
        where p.name > this.name and p.status_id <> ${periodStatus.cerrado}),
      moved as (
        select a.id, to_jsonb(a) as whole, f.previous, m.materiality, a.materiality as before, a.previous as was, a.state_main as state, g.lost, c.code, l.name as period,
          (select max(g.revision) from analysis g where g.group_id = a.group_id) as of_group
        from later l join analysis a on a.period_id = l.id join account c on c.id = a.account_id
        join balance b on b.period_id = ${periodId} and b.load_id = ${loadId} and b.account_id = a.account_id
        left join lateral threshold_of(a.account_id, a.business_id, a.country_id, a.heading_id, l.name) t on true
        cross join lateral (select case when l.follows then b.amount else a.previous end as previous) f
        cross join lateral (select l.follows and ${movedAfterAll(sql`f.previous`)} as lost) g
        cross join lateral (select case when g.lost or a.state_main in (${state.pendiente}, ${state.rechazado}) then materiality(a.balance, reference_balance(a.account_id, l.name, t.compare, f.previous), t, a.risk)
          else a.materiality end as materiality) m
        where (f.previous, m.materiality) is distinct from (a.previous, a.materiality) order by a.id for no key update of a),
      changed as (
        update analysis a set previous = m.previous, materiality = m.materiality, revision = coalesce(m.of_group, a.revision) + 1,
          value = case when not m.lost then a.value end,
          state_main = case when m.lost then 1 else a.state_main end, state_jefatura = case when m.lost then 1 else a.state_jefatura end,
          state_control = case when not m.lost then a.state_control end, submitted_at = case when not m.lost then a.submitted_at end,
          jefatura_at = case when not m.lost then a.jefatura_at end, control_at = case when not m.lost then a.control_at end, reopenings = a.reopenings + m.lost::int
        from moved m where a.id = m.id returning a.id, a.period_id, a.analyst_id as analyst, a.revision, m.before <> m.materiality as again, m.lost, m.code, m.state, m.was, m.previous, m.period),
      kept as (insert into load_analysis (load_id, analysis_id, before, revision)
        select ${loadId}::int, m.id, m.whole, c.revision from moved m join changed c on c.id = m.id on conflict do nothing)
      select period_id, period, coalesce(array_agg(id order by id) filter (where again), '{}') as reclassified,
        coalesce(json_agg(json_build_object('id', id, 'analyst', analyst, 'account', code, 'state', state, 'before', was::text, 'after', previous::text) order by id) filter (where lost), '[]') as lost
      from changed where again or lost group by period_id, period order by period_id`,
  )
  const corrected = (await row(tx, sql<{ name: string }>`select name from period where id = ${periodId}`))!.name
  const { comment, detail, params } = ownWords('certification_moved', corrected)
  await recordAll(
    tx,
    moved.flatMap(({ period_id, reclassified, lost }) => [
      ...lost.map(({ id, state, before, after }) => ({
        periodId: period_id,
        kind: 'reabierto' as const,
        analysisId: id,
        loadId,
        caller,
        from: state,
        to: 1,
        comment,
        detail: { anteriorAntes: before, anteriorAhora: after, ...detail },
      })),
      ...(reclassified.length > 0
        ? [
            {
              periodId: period_id,
              kind: 'materialidad_cambiada' as const,
              loadId,
              caller,
              detail: { cantidad: reclassified.length, analisis: reclassified },
            },
          ]
        : []),
    ]),
  )
  for (const { period, lost } of moved)
    for (const { id, analyst, account } of lost)
      await notify(tx, [analyst], 'reabierto', { who: caller.name, account, period, ...params }, routeToPrepare(id), { analysisId: id })
}
