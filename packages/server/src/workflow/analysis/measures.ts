import { type RawBuilder, sql } from 'kysely'
import { state } from '../../platform/database/codes.ts'
import type { Level } from './analysis.flow.ts'

/**
 * Conditions and measures over rows of `analysis` (alias `a`). Lists filter by them and dashboards sum them, so that a figure equals the
 * total of its list. Letters as in rules §1.0.
 */
type Fragment = RawBuilder<unknown>

const open = sql`(a.state_main = ${state.pendiente} and a.submitted_at is null)`
const atJefatura = sql`(a.state_main = ${state.pendiente} and a.submitted_at is not null)`
const atControl = sql`(a.state_main = ${state.revision})`
const rejected = sql`(a.state_main = ${state.rechazado})`
const approved = sql`(a.state_main = ${state.aprobado})`

/** Deadline of whoever acts next; null if the analysis is finished. */
export const dueNow = sql`(case when ${approved} then null when ${atControl} then a.due_control when ${atJefatura} then a.due_jefatura else a.due_analyst end)`

/** Everything that depends on the time; dashboards also ask for another moment. */
export function at(clock: Fragment) {
  const late = sql`coalesce(${dueNow} < ${clock}, false)`
  return {
    late,
    /** K6: each analysis is in exactly one. */
    completion: {
      completado: sql`(${approved} and a.control_at <= a.due_control)`,
      completado_tarde: sql`(${approved} and a.control_at > a.due_control)`,
      vencido: sql`(not ${approved} and ${late})`,
      pendiente: sql`(not ${approved} and not ${late})`,
    },
    /** K4a per role: signed by the deadline, or the deadline is still ahead. */
    inTime: {
      analista: sql`(case when ${open} or ${rejected} then ${clock} <= a.due_analyst else a.submitted_at <= a.due_analyst end)`,
      jefatura: sql`(case when ${atControl} or ${approved} then a.jefatura_at <= a.due_jefatura else ${clock} <= a.due_jefatura end)`,
      control: sql`(case when ${approved} then a.control_at <= a.due_control else ${clock} <= a.due_control end)`,
    },
  }
}
export const { late, completion, inTime } = at(sql`now()`)

/** The role whose list is shown; null for lists of no particular role. */
export type ListRole = Level | 'analista' | null
export const inbox = (asking: ListRole): Record<string, Fragment> => ({
  por_preparar: sql`(${open} or ${rejected})`,
  sin_enviar: open,
  por_decidir: asking === 'jefatura' ? atJefatura : asking === 'control' ? atControl : sql`(${atJefatura} or ${atControl})`,
  decididos:
    asking === 'jefatura'
      ? sql`(a.state_jefatura in (${state.rechazado}, ${state.aprobado}))`
      : asking === 'control'
        ? sql`(coalesce(a.state_control, ${state.pendiente}) in (${state.rechazado}, ${state.aprobado}))`
        : sql`(a.state_main in (${state.rechazado}, ${state.aprobado}))`,
  rechazados: rejected,
  aprobados: approved,
  atrasados: late,
})
export const states = { open, atJefatura, atControl, rejected, approved }

/** K2: sign-offs made, of three. A rejected analysis starts again at 0. */
export const signed = sql`(case when ${approved} then 3 when ${atControl} then 2 when ${atJefatura} then 1 else 0 end)`
/** K4a: roles, of three, that signed by their deadline or still can. */
export const onTimeOf = ({ analista, jefatura, control }: typeof inTime) => sql`(${analista}::int + ${jefatura}::int + ${control}::int)`
/** K4b: a role's sign-off was made by its deadline. */
export const signedInTime = {
  analista: sql`(not (${open} or ${rejected}) and a.submitted_at <= a.due_analyst)`,
  jefatura: sql`((${atControl} or ${approved}) and a.jefatura_at <= a.due_jefatura)`,
  control: sql`(${approved} and a.control_at <= a.due_control)`,
}
/** There is a difference only of what was submitted (decisions §13): before that the whole balance is unsupported. */
export const submitted = sql`(a.submitted_at is not null)`
export const difference = sql`(case when ${submitted} then abs(a.difference) else 0 end)`
/** As lists sort them: what was not sent has none, and stands at the end. The index `analysis_difference` is of this expression, of items too. */
export const sent = {
  value: sql`(case when ${submitted} then a.value end)`,
  difference: sql`(case when ${submitted} then a.difference::numeric end)`,
}
/** K18: by more than a cent. */
export const differing = sql`(${submitted} and abs(a.difference) > 0.01)`
/** K16: the difference that has no explanation, or none that is approved yet. */
export const unexplained = sql`(case when ${approved} and coalesce(a.comment, '') <> '' then 0 else ${difference} end)`
/** The balance that nobody has supported yet. */
export const unsupported = sql`(case when ${submitted} then 0 else abs(a.balance) end)`

const riskRank = sql`case a.materiality when 'critica' then 0 when 'material' then 1 else 2 end`
/** critica first, then material, then by the size of the difference. */
export const byRisk = sql`${riskRank}, abs(a.difference) desc`
/** The same within a period: as it is no expression of the index over all periods (`analysis_by_risk`), none of the others is read in its order. */
export const byRiskInPeriod = sql`${riskRank} + 0, abs(a.difference) desc`
