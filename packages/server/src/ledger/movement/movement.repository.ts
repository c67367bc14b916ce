import type { Parsed } from '@cuadre/api/endpoint'
import type { AnalysisMovement, listMovementRuleChanges, MovementImpact, MovementRule } from '@cuadre/api/movement'
import { sql } from 'kysely'
import { analysisScope } from '../../platform/access/scope.ts'
import { periodStatus } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'
import { fromCents } from '../../platform/money.ts'
import { HISTORY, type Judged } from './movement.rules.ts'

const ruleColumns = sql`r.active as "ACTIVO", r.sensitivity as "SENSIBILIDAD", r.minimum::text as "MONTO_MINIMO", r.percent::text as "PORCENTAJE_MINIMO",
  r.reason as "MOTIVO", u.name as "POR", r.saved_at as "FECHA", r.revision as "REVISION"`
export const rule = async (db: Db): Promise<MovementRule> =>
  (await row(db, sql<MovementRule>`select ${ruleColumns} from movement_rule r left join app_user u on u.id = r.saved_by`))!
export const lockRule = (tx: Db) => sql`lock table movement_rule in share row exclusive mode`.execute(tx)

type Values = Pick<MovementRule, 'ACTIVO' | 'SENSIBILIDAD' | 'MONTO_MINIMO'> & { PORCENTAJE_MINIMO: string | number }
export const saveRule = (tx: Db, to: Values, reason: string, userId: number) =>
  sql`update movement_rule set active = ${to.ACTIVO}, sensitivity = ${to.SENSIBILIDAD}, minimum = ${to.MONTO_MINIMO}::numeric, percent = ${to.PORCENTAJE_MINIMO}::numeric,
    reason = ${reason}, revision = revision + 1, saved_by = ${userId}, saved_at = now()`.execute(tx)
const valuesOf = ({ ACTIVO, SENSIBILIDAD, MONTO_MINIMO, PORCENTAJE_MINIMO }: MovementRule) =>
  JSON.stringify({ ACTIVO, SENSIBILIDAD, MONTO_MINIMO, PORCENTAJE_MINIMO })
export const recordRuleChange = (tx: Db, before: MovementRule, after: MovementRule, reason: string, marks: number, userId: number) =>
  sql`insert into movement_rule_change (old_value, new_value, reason, marks, changed_by)
    values (${valuesOf(before)}::jsonb, ${valuesOf(after)}::jsonb, ${reason}, ${marks}, ${userId})`.execute(tx)

type Change = {
  ID: number
  FECHA: string
  POR: string
  MOTIVO: string
  ANTES: Record<'SENSIBILIDAD', MovementRule['SENSIBILIDAD']> & { ACTIVO: boolean; MONTO_MINIMO: string; PORCENTAJE_MINIMO: string }
  DESPUES: Change['ANTES']
  MARCAS: number
}
export const ruleChanges = (db: Db, query: Parsed<typeof listMovementRuleChanges>['query']) =>
  page<Change, typeof query>(db, query, {
    select: sql`h.id as "ID", h.changed_at as "FECHA", u.name as "POR", h.reason as "MOTIVO", h.old_value as "ANTES", h.new_value as "DESPUES", h.marks as "MARCAS"`,
    from: sql`movement_rule_change h join app_user u on u.id = h.changed_by`,
    where: sql`true`,
    sortable: {},
    by: sql`h.id desc`,
    id: sql`h.id`,
  })

type Period = { id: number; name: string }
export const openPeriods = (db: Db) =>
  rows(db, sql<Period>`select id, name from period where status_id <> ${periodStatus.cerrado} order by name`)
/** The period, those that its history needs, oldest first, and one more for the balance that the first of them moved from. */
export const window = async (db: Db, name: string) =>
  (await rows(db, sql<Period>`select id, name from period where name <= ${name} order by name desc limit ${HISTORY + 2}`)).reverse()

export const accountsIn = (db: Db, periodId: number, among: readonly number[] | undefined) =>
  rows(
    db,
    sql<{ id: number }>`select account_id as id from balance where period_id = ${periodId}
      and (${among ?? null}::int[] is null or account_id = any(${among ?? null}::int[])) order by account_id`,
  )
/** The balances of accounts, each as 'place:amount' where place is its period's among `periods`, from 1. */
export const balances = (db: Db, periods: readonly number[], accounts: readonly number[]) =>
  rows(
    db,
    sql<{ account: number; series: string }>`select b.account_id as account, string_agg(w.place || ':' || b.amount, ',') as series
      from unnest(${periods}::int[]) with ordinality as w(id, place) join balance b on b.period_id = w.id and b.account_id = any(${accounts}::int[])
      group by b.account_id`,
  )

/** Rows that say the same stay as they are, so that nothing is kept of them as past. */
export async function save(tx: Db, periodId: number, judged: readonly (Judged & { account: number })[]) {
  const text = (of: (one: Judged) => bigint | null | undefined) =>
    judged.map((one) => {
      const amount = of(one)
      return amount === null || amount === undefined ? null : fromCents(amount)
    })
  await sql`insert into movement_expected as m (period_id, account_id, movement, months, moved, verdict, basis, centre, spread, low, high)
    select ${periodId}::int, n.* from unnest(${judged.map(({ account }) => account)}::int[], ${text(({ movement }) => movement)}::numeric[],
      ${judged.map(({ months }) => months)}::int[], ${judged.map(({ moved }) => moved)}::int[], ${judged.map(({ verdict }) => verdict)}::text[],
      ${judged.map(({ likely }) => likely?.basis ?? null)}::text[], ${text(({ likely }) => likely?.centre)}::numeric[], ${text(({ likely }) => likely?.spread)}::numeric[],
      ${text(({ likely }) => likely?.low)}::numeric[], ${text(({ likely }) => likely?.high)}::numeric[]) as n
    on conflict (period_id, account_id) do update set movement = excluded.movement, months = excluded.months, moved = excluded.moved, verdict = excluded.verdict,
      basis = excluded.basis, centre = excluded.centre, spread = excluded.spread, low = excluded.low, high = excluded.high, since = clock_timestamp()
    where (m.movement, m.months, m.moved, m.verdict, m.basis, m.centre, m.spread, m.low, m.high)
      is distinct from (excluded.movement, excluded.months, excluded.moved, excluded.verdict, excluded.basis, excluded.centre, excluded.spread, excluded.low, excluded.high)`.execute(
    tx,
  )
}
/** Of accounts without a balance there; with `everything` of all of them. */
export const remove = (tx: Db, periodId: number, among: readonly number[] | undefined, everything: boolean) =>
  sql`delete from movement_expected m where m.period_id = ${periodId} and (${among ?? null}::int[] is null or m.account_id = any(${among ?? null}::int[]))
    and (${everything} or not exists (select from balance b where b.period_id = m.period_id and b.account_id = m.account_id))`.execute(tx)

type Counts = MovementImpact['antes']
export const counts = async (db: Db, periods: readonly number[]): Promise<Counts> =>
  (await row(
    db,
    sql<Counts>`select count(*) filter (where verdict <> 'poca_historia')::int as juzgados, count(*) filter (where verdict = 'alto')::int as alto,
      count(*) filter (where verdict = 'bajo')::int as bajo, count(*) filter (where verdict = 'silencio')::int as silencio
      from movement_expected where period_id = any(${periods}::int[])`,
  ))!

/** In scope, with the movements that it follows from. */
export const ofAnalysis = (db: Db, caller: Caller, id: number) =>
  row(
    db,
    sql<AnalysisMovement>`select a.id as "COD_ANALISIS", p.name as "PERIODO", a.currency as "MONEDA", a.balance - a.previous as "MOVIMIENTO", m.verdict as "VEREDICTO",
      coalesce(m.months, 0) as "MESES", case when m.basis is not null then json_build_object('BAJO', m.low::text, 'ALTO', m.high::text, 'CENTRO', m.centre::text, 'BASE', m.basis,
        'MESES', m.months, 'MOVIDOS', m.moved, 'DISPERSION', m.spread::text) end as "PROBABLE",
      (select coalesce(json_agg(json_build_object('PERIODO', s.name, 'MOVIMIENTO', s.movement::text) order by s.name), '[]') from (
        select w.name, b.amount - lag(b.amount) over (order by w.name) as movement, row_number() over (order by w.name) as place, count(*) over () as n
        from (select x.id, x.name from period x where x.name <= p.name order by x.name desc limit ${HISTORY + 2}) w
        left join balance b on b.period_id = w.id and b.account_id = a.account_id) s where s.place > 1 or s.n < ${HISTORY + 2}) as "SERIE"
      from analysis a join period p on p.id = a.period_id left join movement_expected m on m.period_id = a.period_id and m.account_id = a.account_id
      where a.id = ${id} and ${analysisScope(caller)}`,
  )
