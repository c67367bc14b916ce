import { type RawBuilder, sql } from 'kysely'
import { state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { recordAll } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { byRule } from './certification.ts'

/** What a load changes and taking it back restores; not its number of changes, which only grows. */
const RESTORED = [
  'balance',
  'previous',
  'value',
  'comment',
  'draft_value',
  'draft_comment',
  'materiality',
  'analyst_id',
  'next_analyst_id',
  'department_id',
  'state_main',
  'state_jefatura',
  'state_control',
  'status_id',
  'reject_reason_id',
  'rejection',
  'submitted_at',
  'first_submitted_at',
  'auto',
  'jefatura_at',
  'jefatura_by',
  'control_at',
  'control_by',
  'reopenings',
]

type Undo = { loadId: number; periodId: number; caller: Pick<Caller, 'userId' | 'roleId'> }
type Done = { analisisQuitados: number; analisisRepuestos: number } | { worked: number }

/**
 * Takes back what a load did to analyses: those of accounts without a balance any more (`gone`, a list in parentheses) go, those that it
 * changed are as they were. In later periods the comparison with this one is restored, and what a rule had certified by it.
 * @returns how many, or how many somebody has worked on meanwhile, and then nothing is changed
 */
export async function restoreAnalyses(tx: Db, { loadId, periodId, caller }: Undo, gone: RawBuilder<unknown>): Promise<Done> {
  await sql`select a.id from analysis a where (a.period_id = ${periodId} and a.account_id in ${gone}) or a.id in (select analysis_id from load_analysis where load_id = ${loadId})
    order by a.id for no key update`.execute(tx)
  const worked = await row(
    tx,
    sql<{ n: number }>`select ((select count(*) from analysis a where a.period_id = ${periodId} and a.account_id in ${gone}
          and (a.version > 0 or a.group_id is not null or a.comment is not null or a.draft_value is not null or a.draft_comment is not null
            or (not ${byRule} and (a.submitted_at is not null or a.state_main <> ${state.pendiente} or a.value is not null))
            or exists (select from event e where e.analysis_id = a.id and e.kind <> 'autocertificado' and e.detail ->> 'regla' is null) or exists (select from analysis_file f where f.analysis_id = a.id)
            or exists (select from annex_of x where x.analysis_id = a.id)))
        + (select count(*) from load_analysis l join analysis a on a.id = l.analysis_id where l.load_id = ${loadId} and a.period_id = ${periodId} and a.revision <> l.revision))::int as n`,
  )
  if (worked!.n > 0) return { worked: worked!.n }
  const removed = await row(
    tx,
    sql<{
      n: number
      certified: { id: number; from: number }[]
    }>`with removed as (delete from analysis a where a.period_id = ${periodId} and a.account_id in ${gone} returning a.id, a.auto, a.state_main),
      unkept as (delete from load_analysis l using removed r where l.analysis_id = r.id returning 1)
      select count(*)::int as n, coalesce(json_agg(json_build_object('id', id, 'from', state_main) order by id) filter (where auto), '[]') as certified from removed`,
  )
  const restored = await rows(
    tx,
    sql<{ id: number; from: number; to: number; antes: string; ahora: string }>`with kept as (
        select a.id, a.state_main as state, a.balance as amount, l.before from load_analysis l join analysis a on a.id = l.analysis_id
        where l.load_id = ${loadId} and a.period_id = ${periodId}),
      restored as (update analysis a set ${sql.raw(RESTORED.map((name) => `${name} = b.${name}`).join(', '))}, revision = a.revision + 1
        from kept k, jsonb_populate_record(null::analysis, k.before) b where a.id = k.id returning a.id, a.group_id, a.analyst_id, k.state, a.state_main, k.amount, a.balance),
      regrouped as (update analysis_group g set analyst_id = r.analyst_id from restored r where g.id = r.group_id and g.analyst_id <> r.analyst_id returning 1)
      select id, state as from, state_main as to, amount::text as antes, balance::text as ahora from restored order by id`,
  )
  // What a rule had certified there is certified again, and what it certified since is not, unless somebody has worked on it meanwhile.
  const whole = RESTORED.filter((name) => name !== 'previous' && name !== 'materiality')
  const again = await rows(
    tx,
    sql<{ id: number; period: number; from: number; to: number; certified: boolean }>`with kept as (
        select a.id, a.revision = l.revision as untouched, a.revision = l.revision and a.auto <> (l.before ->> 'auto')::boolean as certified, a.state_main as state, l.before
        from load_analysis l join analysis a on a.id = l.analysis_id where l.load_id = ${loadId} and a.period_id <> ${periodId})
      update analysis a set previous = b.previous, revision = a.revision + 1, materiality = case when k.untouched then b.materiality else a.materiality end,
        ${sql.raw(whole.map((name) => `${name} = case when k.certified then b.${name} else a.${name} end`).join(', '))}
      from kept k, jsonb_populate_record(null::analysis, k.before) b where a.id = k.id
      returning a.id, a.period_id as period, k.state as from, a.state_main as to, k.certified`,
  )
  const taken = { kind: 'carga_deshecha' as const, loadId, caller }
  await recordAll(tx, [
    ...removed!.certified.map(({ id, from }) => ({ ...taken, periodId, analysisId: id, from, detail: { quitado: true } })),
    ...restored.map(({ id, from, to, antes, ahora }) => ({ ...taken, periodId, analysisId: id, from, to, detail: { antes, ahora } })),
    ...again
      .filter(({ certified }) => certified)
      .sort((one, other) => one.id - other.id)
      .map(({ id, period, from, to }) => ({ ...taken, periodId: period, analysisId: id, from, to, detail: {} })),
  ])
  return { analisisQuitados: removed!.n, analisisRepuestos: restored.length }
}
