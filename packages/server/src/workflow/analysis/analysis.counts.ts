import type { AnalysisMetadata, listAnalyses } from '@cuadre/api/analysis'
import type { Parsed } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import { analysisScope } from '../../platform/access/scope.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { openVersionOf, rowsByPeriod, versionOf } from '../../platform/database/kept.ts'
import { all } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'
import { dueNow, inbox, type ListRole, late, states } from './measures.ts'
import type { OfAccounts } from './named-accounts.ts'

/** The filters of a list, whatever its page. */
export type Filters = Omit<Parsed<typeof listAnalyses>['query'], 'page' | 'limit' | 'format'> & OfAccounts

/** What a scope's counts are read from: there are stored counts, of open periods while they hold (`v_analysis_count`), but not per analyst. */
export const countedFrom = ({ roleId }: Caller) =>
  roleId === ROLE.analista
    ? { of: sql`analysis a`, n: sql`count(*)`, last: sql`a.submitted_at` }
    : { of: sql`v_analysis_count a`, n: sql`sum(a.n)`, last: sql`a.last_submitted_at` }

/** Whether a filter is about what analyses that are counted together may differ in. */
const asksSingle = (q: Filters) =>
  Boolean(q.search || q.accounts || q.departamentName) ||
  [q.accountId, q.subManagementId, q.analystId, q.dateStart, q.dateEnd, q.subestadoId, q.limiteVencido, q.movimiento].some(
    (each) => each !== undefined,
  )

/** What a filter needs beyond that: the analyses with the names it searches. Every further outer join would prevent an index-only scan. */
function counting(caller: Caller, q: Filters) {
  if (!asksSingle(q)) return countedFrom(caller)
  const account = q.search ? sql`join account c on c.id = a.account_id` : sql``
  const department = q.departamentName ? sql`join department d on d.id = a.department_id` : sql``
  return { of: sql`analysis a ${account} ${department}`, n: sql`count(*)` }
}

/** Periods, newest first, with the version of what is kept of them; `open`: only till its next deadline. */
type Kept = { id: number; version: string | null; open: boolean }
const keptPeriods = (db: Db, ids: readonly number[] | undefined) =>
  rows(
    db,
    sql<Kept>`select p.id, coalesce(k.closed, ${openVersionOf(sql`p.id`, sql`select id from business`)}) as version, k.closed is null as open
      from period p cross join lateral (select ${versionOf(sql`p.id`)} as closed offset 0) k where ${ids === undefined ? sql`true` : sql`p.id = any(${ids}::int[])`} order by p.name desc`,
  )
const only = (periodId: number | undefined) => (periodId === undefined ? undefined : [periodId])
const unkept = (periods: readonly Kept[]) => periods.map(({ id }) => ({ id, version: null }))
/** The caller's condition is in the statement itself and asks no table that may change. */
const isFixed = ({ roleId, businesses, departments, countryId, businessId }: Caller) =>
  (roleId === ROLE.administrador || roleId === ROLE.analista || (roleId !== ROLE.auditor && Boolean(businesses ?? departments))) &&
  (countryId === null || businessId !== null)
/** Nor does the filter, and what it says of an analysis, its account included, is settled when its period is closed. */
const isSettled = ({ accounts, ...q }: Filters) => !asksSingle(q) && q.bandeja !== 'atrasados' && q.completitud === undefined

export type Counts = {
  period: number
  n: number
  /** Those that are not approved; 0 unless they are asked for. */
  waiting: number
}
/**
 * How many analyses meet a list's condition, by period, newest first. A closed month is counted once.
 * @param waits whether those that are not approved are counted too
 */
export async function countsByPeriod(
  db: Db,
  caller: Caller,
  where: RawBuilder<unknown>,
  { query, waits }: { query: Filters; waits: boolean },
): Promise<Counts[]> {
  const { of, n } = counting(caller, query)
  const periods = await keptPeriods(db, only(query.periodId))
  return rowsByPeriod(db, isFixed(caller) && isSettled(query) ? periods : unkept(periods), {
    ask: (
      ids,
    ) => sql<Counts>`select a.period_id as period, ${n}::int as n, ${waits ? sql`(coalesce(${n} filter (where not ${states.approved}), 0))::int` : sql`0`} as waiting
      from ${of} where ${where} and a.period_id = any(${ids}::int[]) group by a.period_id`,
  })
}

/** How many of a period's analyses there are, have been sent, approved by the head, and finally; what was rejected, by control too, begins again at none of them. */
export type Progress = { period: number; total: number; sent: number; reviewed: number; approved: number }
/** Of the analyses that the caller may see; a period without any is left out. */
export async function progressByPeriod(db: Db, caller: Caller, ids: readonly number[]): Promise<Progress[]> {
  const { of, n } = countedFrom(caller)
  const periods = await keptPeriods(db, ids)
  return rowsByPeriod(db, isFixed(caller) ? periods : unkept(periods), {
    ask: (
      ids,
    ) => sql<Progress>`select a.period_id as period, ${n}::int as total, coalesce(${n} filter (where a.submitted_at is not null and not ${states.rejected}), 0)::int as sent,
        coalesce(${n} filter (where ${states.atControl} or ${states.approved}), 0)::int as reviewed, coalesce(${n} filter (where ${states.approved}), 0)::int as approved
      from ${of} where ${analysisScope(caller)} and a.period_id = any(${ids}::int[]) group by 1`,
  })
}

const FIGURES = [
  'porPreparar',
  'enviados',
  'porDecidir',
  'decididos',
  'sinEnviar',
  'rechazados',
  'revision',
  'aprobados',
  'atrasados',
  'total',
  'agrupados',
] as const
type Figures = Record<(typeof FIGURES)[number], number>
type PeriodFigures = Figures & {
  period: number
  desde: string | null
  hasta: string | null
  departments: number[] | null
  businesses: number[]
  /** No deadline is ahead of what is not approved: nothing becomes late any more. */
  settled: boolean
}
type Options = Pick<AnalysisMetadata, 'periodos' | 'departamentos' | 'negocios'>

/** The member that represents its group: all members have the same states. */
const standsForGroup = sql`(a.group_id is not null and a.id = (select min(b.id) from analysis b where b.group_id = a.group_id))`

/** `grouped`: counts groups, each once. */
export async function metadata(
  db: Db,
  caller: Caller,
  asking: ListRole,
  { periodId, type, grouped = false }: { periodId?: number | undefined; type?: Filters['type']; grouped?: boolean },
): Promise<AnalysisMetadata> {
  const scope = all(
    analysisScope(caller),
    grouped && standsForGroup,
    type && (type === 'agrupado' ? sql`a.group_id is not null` : sql`a.group_id is null`),
  )
  const box = inbox(asking)
  const { of, n, last } = grouped ? { of: sql`analysis a`, n: sql`count(*)`, last: sql`a.submitted_at` } : countedFrom(caller)
  const counted: Record<keyof Figures, RawBuilder<unknown>> = {
    porPreparar: box.por_preparar!,
    enviados: states.atJefatura,
    porDecidir: box.por_decidir!,
    decididos: box.decididos!,
    sinEnviar: states.open,
    rechazados: states.rejected,
    revision: states.atControl,
    aprobados: states.approved,
    atrasados: late,
    total: sql`true`,
    agrupados: sql`a.group_id is not null`,
  }
  const each = (of: (what: RawBuilder<unknown>, name: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql.join(FIGURES.map((name) => of(counted[name], sql.ref(name))))
  const periods = await keptPeriods(db, only(periodId))
  const open = new Set(periods.flatMap((each) => (each.open ? [each.id] : [])))
  const found = await rowsByPeriod(db, isFixed(caller) ? periods : unkept(periods), {
    ask: (
      ids,
    ) => sql<PeriodFigures>`select period, ${each((_, name) => sql`sum(${name})::int as ${name}`)}, min(desde) as desde, max(hasta) as hasta,
        array_agg(distinct department_id) filter (where department_id is not null) as departments, array_agg(distinct business_id) as businesses, bool_and(settled) as settled
      from (select a.period_id as period, a.department_id, a.business_id, min(a.submitted_at) as desde, max(${last}) as hasta, bool_and(coalesce(${dueNow} < now(), true)) as settled,
          ${each((what, name) => sql`coalesce(${n} filter (where ${what}), 0) as ${name}`)}
        from ${of} where ${scope} and a.period_id = any(${ids}::int[]) group by 1, 2, 3) held group by period`,
    holds: ({ period, settled }) => settled || open.has(period),
  })
  const option = (id: RawBuilder<unknown>, name: RawBuilder<unknown>, order = name) =>
    sql`coalesce(json_agg(json_build_object('id', ${id}, 'nombre', ${name}) order by ${order}), '[]')`
  const ids = (of: 'departments' | 'businesses') => [...new Set(found.flatMap((each) => each[of] ?? []))]
  const options = await row(
    db,
    sql<Options>`select
        (select ${option(sql`p.id`, sql`p.name`, sql`p.name desc`)} from period p where exists (select from analysis a where a.period_id = p.id and ${scope})) as periodos,
        (select ${option(sql`d.id`, sql`d.name`)} from department d where d.id = any(${ids('departments')}::int[])) as departamentos,
        (select ${option(sql`n.id`, sql`n.name`)} from business n where n.id = any(${ids('businesses')}::int[])) as negocios`,
  )
  const sums = Object.fromEntries(FIGURES.map((name) => [name, found.reduce((sum, each) => sum + each[name], 0)])) as Figures
  const moments = (of: 'desde' | 'hasta') => found.flatMap((each) => each[of] ?? []).sort()
  return { ...sums, desde: moments('desde')[0] ?? null, hasta: moments('hasta').at(-1) ?? null, ...options! }
}
