import type { Output, Parsed } from '@cuadre/api/endpoint'
import type { dashboardAnalyst, dashboardByDepartment, dashboardManagement, ItemAnalysis } from '@cuadre/api/home'
import { sql } from 'kysely'
import { state } from '../../platform/database/codes.ts'
import type { Db } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { analystOrderAt } from '../../workflow/analysis/analysis.repository.ts'
import { inbox, states } from '../../workflow/analysis/measures.ts'
import * as aggregates from './aggregates/index.ts'
import * as repository from './dashboard.repository.ts'
import { balancesLoaded, ratio } from './figures.rules.ts'
import { firstPass, measures, viewOf } from './item.ts'
import { ownPeriod, withOwn } from './own-period.ts'
import { ref, requestedPeriod } from './period.ts'

type Query = Parsed<typeof dashboardManagement>['query']
export type Deps = { db: Db; zone: string }
const spanish = new Intl.Collator('es')
/** By a name, those without one last; by the next where that is the same: a department's name stands in several businesses. */
export const byName =
  <T>(...names: ((row: T) => string | null)[]) =>
  (a: T, b: T) =>
    names.map((of) => spanish.compare(of(a) ?? '￿', of(b) ?? '￿')).find((order) => order !== 0) ?? 0

/** Three statements. */
export async function byDepartment({ db, zone }: Deps, caller: Caller, query: Query): Promise<Output<typeof dashboardByDepartment>> {
  const view = viewOf(zone, query, caller)
  const period = requestedPeriod(await aggregates.periods(db, view), query)
  if (!period) return { period: null, data: [] }
  const { inTime, cycle } = measures(view)
  type Row = Output<typeof dashboardByDepartment>['data'][number]
  const data = await repository.grouped<Omit<Row, 'diasJefatura'> & { days: number; decided: number }>(db, caller, view, query, period.id, {
    names: sql`a.department_id as "COD_DEPARTAMENTO", d.name as "DEPARTAMENTO", n.name as "NEGOCIO", a.business_id as "ID_NEGOCIO", j.name as "JEFE"`,
    by: sql`n.name, d.name, a.business_id, a.department_id, j.name`,
    counts: {
      porPreparar: repository.count(inbox(null).por_preparar!),
      pendiente: repository.count(sql`a.state_main = ${state.pendiente}`),
      revision: repository.count(states.atControl),
      rechazado: repository.count(states.rejected),
      aprobado: repository.count(states.approved),
      vencidos: repository.count(measures(view).late),
      fueraDePlazo: repository.count(sql`not (${inTime.analista} and ${inTime.jefatura} and ${inTime.control})`),
      decided: sql`count(${cycle.jefatura})::int`,
      days: sql`coalesce(sum(${cycle.jefatura}), 0)::int`,
    },
  })
  return { period: ref(period), data: data.map(({ days, decided, ...row }) => ({ ...row, diasJefatura: ratio(days, decided) })) }
}

const MINE = 20
/** Six statements. */
export async function analyst({ db, zone }: Deps, caller: Caller, query: Query): Promise<Output<typeof dashboardAnalyst>> {
  const view = viewOf(zone, query, caller)
  const all = await aggregates.periods(db, view, withOwn(caller))
  const period = ownPeriod(all, query)
  const { completion, inTime, clock, dueToday } = measures(view)
  const toDo = inbox('analista').por_preparar!
  const overdue = sql`(${toDo} and ${completion.vencido})`
  const ahead = sql`(${toDo} and ${completion.pendiente})`
  const { count } = repository
  type Counts = Record<
    | 'total'
    | 'porPreparar'
    | 'enJefatura'
    | 'enControl'
    | 'rechazados'
    | 'aprobados'
    | 'venceHoy'
    | 'vence48h'
    | 'overdue'
    | 'ahead'
    | 'inTime'
    | 'first'
    | 'completado'
    | 'completadoTarde'
    | 'vencido'
    | 'pendiente',
    number
  >
  const [found] = period
    ? await repository.grouped<Counts & { one: number }>(db, caller, view, query, period.id, {
        names: sql`1 as one`,
        // A single group, so that nobody assigned means no row.
        by: sql`a.period_id`,
        counts: {
          porPreparar: count(toDo),
          enJefatura: count(states.atJefatura),
          enControl: count(states.atControl),
          rechazados: count(states.rejected),
          aprobados: count(states.approved),
          venceHoy: count(sql`${toDo} and ${dueToday(sql`a.due_analyst`)}`),
          vence48h: count(sql`${toDo} and a.due_analyst >= ${clock} and a.due_analyst <= ${clock} + interval '48 hours'`),
          overdue: count(overdue),
          ahead: count(ahead),
          inTime: count(inTime.analista),
          first: count(firstPass),
          completado: count(completion.completado),
          completadoTarde: count(completion.completado_tarde),
          vencido: count(completion.vencido),
          pendiente: count(completion.pendiente),
        },
      })
    : []
  const first = async (what: typeof toDo): Promise<ItemAnalysis[]> =>
    period ? repository.some(db, caller, view, query, period.id, { what, by: analystOrderAt(measures(view).late), limit: MINE }) : []
  const of = (name: keyof Counts) => found?.[name] ?? 0
  const pick = <K extends keyof Counts>(...names: K[]) => Object.fromEntries(names.map((name) => [name, of(name)])) as Record<K, number>
  return {
    period: period ? ref(period) : null,
    contadores: pick('total', 'porPreparar', 'enJefatura', 'enControl', 'rechazados', 'aprobados', 'venceHoy', 'vence48h'),
    saldos: balancesLoaded(await aggregates.loadedBalances(db, caller, query, period)),
    completitud: pick('completado', 'completadoTarde', 'vencido', 'pendiente'),
    aTiempo: ratio(of('inTime'), of('total')),
    primeraVez: ratio(of('first'), of('aprobados')),
    rechazados: await first(states.rejected),
    atrasados: { total: of('overdue'), data: await first(overdue) },
    proximos: { total: of('ahead'), data: await first(ahead) },
  }
}
