import { type RawBuilder, sql } from 'kysely'
import { periodStatus, state } from '../../platform/database/codes.ts'
import { moment } from '../../platform/database/moment.ts'

/**
 * How long an analysis may stay in the state it is in: the working hours of its sub-state, else those of its state, by the calendar of its
 * country. Nothing waits in what is approved, nor in a closed period.
 */

/** Steps after which somebody else, or the same person anew, has it before them. */
const BEGINS = sql`('enviado', 'aprobado_jefatura', 'rechazado_jefatura', 'rechazado_control', 'reabierto', 'saldo_cambiado', 'recuperado', 'decision_retirada')`
const last = (which: RawBuilder<unknown>) => sql`(select max(e.at) from event e where e.analysis_id = x.id and ${which})`

/** Under the alias `l`: id of the analysis, its state, the hours and since when it is in it. */
export const stateLimits = sql`(select x.id, x.analyst_id, x.department_id, x.business_id, x.country_id, q.name as period, coalesce(own.id, main.id) as status_id, coalesce(own.sla_hours, main.sla_hours) as hours,
    case when own.id is not null then ${last(sql`e.kind = 'subestado'`)}
      else coalesce(greatest(${last(sql`e.kind in ${BEGINS}`)}, x.submitted_at, x.jefatura_at, x.control_at), b.confirmed_at, b.loaded_at, q.opened_at) end as since
  from analysis x join period q on q.id = x.period_id and q.status_id <> ${periodStatus.cerrado} join analysis_status main on main.id = x.state_main
    left join analysis_status own on own.id = x.status_id and own.sla_hours is not null left join balance_load b on b.id = x.generated_by_load
  where x.state_main <> ${state.aprobado} and coalesce(own.sla_hours, main.sla_hours) is not null)`

const due = (zone: string) => sql`after_working_hours(l.since, l.hours, l.country_id, ${zone})`
/** Of the analysis, or of the group's representative, under the alias `a`; null where its state is not measured. */
export const stateLimit = (zone: string) =>
  sql`(select json_build_object('horas', l.hours, 'desde', ${moment(sql`l.since`)}, 'vence', ${moment(sql`l.due`)}, 'vencido', l.due < now())
    from (select l.*, ${due(zone)} as due from ${stateLimits} l where l.id = a.id offset 0) l)`
/** Has been in its state for longer than it may. */
export const overStateLimit = (zone: string) => sql`exists (select from ${stateLimits} l where l.id = a.id and ${due(zone)} < now())`
