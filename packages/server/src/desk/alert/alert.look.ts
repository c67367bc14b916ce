import type { alertTimeline, createAlert } from '@cuadre/api/alert'
import type { Output, Parsed } from '@cuadre/api/endpoint'
import { ROLE_NAME, type RoleId } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { workCalendars } from '../../ledger/calendar/work-calendars.ts'
import { analysisScope } from '../../platform/access/scope.ts'
import { periodStatus, state } from '../../platform/database/codes.ts'
import { type Db, row, rows, transaction } from '../../platform/database/index.ts'
import { Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { addWorkingMinutes } from '../../platform/jobs/working-time.ts'
import { alertTypeById } from '../../platform/mail/alert-types.ts'
import { deliver } from '../../platform/mail/deliver.ts'
import { stateLimits } from '../../workflow/status/state-limit.ts'
import { get, preview, ruleOf, validated } from './alert.service.ts'
import { type Step, stepsOf, TIMED } from './alert.timeline.ts'

type Clock = { zone: string; now: Date }
type Write = Parsed<typeof createAlert>['body']

/** One analysis of the rule's place, the next due first, and what the rule would do with it. */
export async function timeline(
  db: Db,
  caller: Caller,
  { alerta, otro }: Parsed<typeof alertTimeline>['body'],
  { zone }: Clock,
): Promise<Output<typeof alertTimeline>> {
  const alert = await validated(db, caller, alerta, alerta.destinatarios.usuarios)
  const rule = ruleOf(alert)
  const scheduled = alertTypeById(alert.tipoId)!.programada
  // Others look at something else than an analysis and its time.
  if (scheduled && !TIMED.includes(alert.tipoId)) return { ejemplo: null, pasos: [] }
  const example = await exampleOf(db, caller, alert, otro)
  if (!example && scheduled) return { ejemplo: null, pasos: [] }
  const calendar = (await workCalendars(db, zone)).of(example?.country_id ?? null)
  const due = example ? new Date(alert.tipoId === 19 ? example.due_close : example.due) : new Date()
  const limit = example?.limit ? { ...example.limit, since: new Date(example.limit.since) } : null
  const steps = stepsOf(
    { ...rule, frequency: alert.frecuencia, window_from: alert.ventana.desde, window_to: alert.ventana.hasta, scheduled },
    // A queue is shown as if the analysis had been submitted when it was due.
    { due, since: example?.submitted_at ? new Date(example.submitted_at) : due, limit },
    calendar,
  )
  const users = await rows(
    db,
    sql<{ name: string }>`select name from app_user where id = any(${alert.destinatarios.usuarios}::int[]) order by name`,
  )
  const { responsable, superior, roles } = alert.destinatarios
  const head = example?.head ? [example.head] : []
  const named = [...roles.map((role) => ROLE_NAME[role as RoleId]), ...users.map(({ name }) => name)]
  const begin = [...(responsable && example ? [example.analyst] : []), ...(superior ? head : []), ...named]
  const later = [head, [ROLE_NAME[3]], [ROLE_NAME[4]]]
  // A state has its own person, whoever the deadline's is; over an analyst's stands the head.
  const ofState = limit && { ANALISTA: [example!.analyst], JEFATURA: head, CONTROL: [ROLE_NAME[3]] }[limit.level]
  const aboveState = limit?.level === 'ANALISTA' ? head : []
  const beginOfState = [...((responsable && ofState) || []), ...(superior ? aboveState : []), ...named]
  const laterOfState = [aboveState, ...later.slice(1)]
  const people = ({ clase, nivel }: Step) => {
    const [first, then] = clase === 'limite' || clase === 'escala_limite' ? [beginOfState, laterOfState] : [begin, later]
    return nivel === 0 ? first : (then[nivel - 1] ?? [])
  }
  return {
    ejemplo: example
      ? {
          cuenta: example.code,
          nombre: example.name,
          vence: due.toISOString(),
          zona: calendar.zone,
          limite: limit && {
            estado: caller.locale === 'es' ? limit.es : limit.en,
            horas: limit.hours,
            vence: addWorkingMinutes(limit.since, limit.hours * 60, calendar).toISOString(),
          },
        }
      : null,
    pasos: steps
      .map((step) => ({ ...step, momento: step.momento?.toISOString() ?? null, personas: people(step) }))
      // Where nobody stands above, nobody is told.
      .filter(({ nivel, personas }) => nivel === 0 || personas.length > 0),
  }
}

type Example = {
  code: string
  name: string
  due: string
  due_close: string
  submitted_at: string | null
  country_id: number
  analyst: string
  head: string | null
  limit: { since: string; hours: number; level: 'ANALISTA' | 'JEFATURA' | 'CONTROL'; es: string; en: string } | null
}
const OVERDUE = 8
/** For what is overdue, those first whose state has working hours: they show both. */
const exampleOf = (db: Db, caller: Caller, { tipoId, alcance }: Write, other: number) =>
  row(
    db,
    sql<Example>`select c.code, c.name, a.due_analyst as due, p.due_close, a.submitted_at, a.country_id, u.name as analyst, j.name as head,
        case when l.id is not null then json_build_object('since', l.since, 'hours', l.hours, 'level', s.level, 'es', s.name_es, 'en', s.name_en) end as limit
      from analysis a join period p on p.id = a.period_id and p.status_id <> ${periodStatus.cerrado} join account c on c.id = a.account_id
      join app_user u on u.id = a.analyst_id left join department d on d.id = a.department_id left join app_user j on j.id = d.chief_id
        left join ${stateLimits} l on ${tipoId === OVERDUE} and l.id = a.id left join analysis_status s on s.id = l.status_id
      where ${analysisScope(caller)} and a.state_main <> ${state.aprobado}
        and (${alcance.paisId}::int is null or a.country_id = ${alcance.paisId}::int)
        and (${alcance.negocioId}::int is null or a.business_id = ${alcance.negocioId}::int)
        and (${alcance.departamentoId}::int is null or a.department_id = ${alcance.departamentoId}::int)
      order by l.id is null, a.due_analyst, abs(a.balance) desc, a.id limit 1 offset ${other}`,
  )

const DAYS = 30
export async function noise(db: Db, caller: Caller, id: number, { zone, now }: Clock) {
  await get(db, caller, id)
  const today = sql`${DateTime.fromJSDate(now, { zone }).toISODate()}::date`
  const dias = await rows(
    db,
    sql<{ dia: string; avisos: number }>`select to_char(d.day, 'YYYY-MM-DD') as dia, count(g.id)::int as avisos
      from generate_series(${today} - ${DAYS - 1}::int, ${today}, interval '1 day') d(day)
      left join alert_log g on g.alert_id = ${id} and g.day = d.day::date group by d.day order by d.day`,
  )
  const sums = await row(
    db,
    sql<{ avisos: number; personas: number; enAplicacion: number; leidosMismoDia: number; correosFallidos: number }>`
      select count(*)::int as avisos, count(distinct g.user_id)::int as personas, count(n.id)::int as "enAplicacion",
        count(*) filter (where n.read_at < n.created_at + interval '1 day')::int as "leidosMismoDia",
        count(*) filter (where coalesce(e.sent_at, m.sent_at) is null and coalesce(e.attempts, m.attempts) >= 8)::int as "correosFallidos"
      from alert_log g left join notification n on n.id = g.notification_id left join outbox m on m.id = g.outbox_id left join outbox e on e.id = m.digest_id
      where g.alert_id = ${id} and g.day > ${today} - ${DAYS}::int`,
  )
  return { ...sums!, dias }
}

/** What the first who would be reached gets, else the rule's name, to the caller alone. */
export async function test(db: Db, caller: Caller, body: Write, clock: Clock) {
  const { personas } = await preview(db, caller, body, clock)
  const first = personas.find(({ id }) => id === caller.userId) ?? personas[0]
  const title = { es: 'Prueba', en: 'Test' }[caller.locale]
  const params = { title: `${title}: ${first?.titulo ?? body.nombre}`, message: first?.texto || body.mensaje || body.nombre }
  const [sent] = await transaction(db, (tx) =>
    // Asked for by the person: it comes whatever they have silenced.
    deliver(
      tx,
      [caller.userId],
      { template: 'anuncio', params, route: null },
      { typeId: null, priority: 'A', app: body.canales.app, mail: body.canales.correo },
    ),
  )
  return { app: sent?.notification_id != null, correo: sent?.outbox_id != null }
}

export async function mute(db: Db, caller: Caller, { tipoId, hasta }: { tipoId: number; hasta: string | null }) {
  if (!alertTypeById(tipoId)) throw Invalid('tipoId', 'alert_type_unknown')
  await sql`insert into notification_preference (user_id, type_id, muted_until) values (${caller.userId}, ${tipoId}, ${hasta}::timestamptz)
    on conflict (user_id, type_id) do update set muted_until = excluded.muted_until`.execute(db)
  return { ok: true as const }
}
export const mutes = (db: Db, caller: Caller) =>
  rows(
    db,
    sql<{ tipoId: number; hasta: string }>`select type_id as "tipoId", muted_until as hasta from notification_preference
      where user_id = ${caller.userId} and muted_until > now() order by type_id`,
  )
