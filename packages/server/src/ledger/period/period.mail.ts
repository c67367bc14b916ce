import type { Output, Parsed } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import { PERIOD_STATUS, type sendPeriodMail } from '@cuadre/api/period'
import { ROLE } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import { DateTime } from 'luxon'
import { analysisScope } from '../../platform/access/scope.ts'
import { shownZoneOf } from '../../platform/access/shown-zone.ts'
import { state } from '../../platform/database/codes.ts'
import { type Db, row, rows, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid, NamedError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { notify } from '../../platform/mail/notify.ts'
import { get } from './period.service.ts'

type Body = Parsed<typeof sendPeriodMail>['body']
const HOURS = 4

/**
 * Reminds an audience within the caller's businesses, each person once, of what waits for them.
 * @throws 404, 409 of a closed period, which nobody is reminded of any more, or if somebody else is concerned by now; 422, 429 within four hours
 */
export async function sendMail(
  db: Db,
  caller: Caller,
  zone: string,
  id: number,
  { audiencia, mensaje, simular, esperadas }: Body,
): Promise<Output<typeof sendPeriodMail>> {
  return transaction(db, async (tx) => {
    const period = await get(tx, caller, id)
    if (period.ESTADO.ID === PERIOD_STATUS.cerrado) throw Conflict('period_closed', {}, period.ESTADO)
    // One at a time per period, so that two senders do not both find the last mail old enough.
    await sql`select pg_advisory_xact_lock(83, ${id})`.execute(tx)
    const people = await audience(tx, caller, id, audiencia)
    const next = await nextMail(tx, id, audiencia)
    const destinatarios = people.map(({ id: ID_USUARIO, name: NOMBRE, n: pendientes }) => ({ ID_USUARIO, NOMBRE, pendientes }))
    if (simular) return { personas: people.length, destinatarios, proximoEnvio: next, enviado: false }
    if (people.length === 0) throw Invalid('audiencia', 'period_mail_nobody')
    if (esperadas !== undefined && esperadas !== people.length)
      throw Conflict('period_mail_moved', { n: people.length, expected: esperadas })
    if (next) throw await tooSoon(tx, caller, zone, next)
    for (const { id: person, n } of people)
      await notify(
        tx,
        [person],
        n > 0 ? 'recordatorio_periodo' : 'aviso_periodo',
        { who: caller.name, period: period.PERIODO, n, comment: mensaje || (n > 0 ? '' : `${period.PERIODO}: ${period.ESTADO.NOMBRE}`) },
        pageLink('/home', { periodo: id }),
      )
    await sql`insert into period_mail (period_id, audience, people, sent_by) values (${id}, ${audiencia}, ${people.length}, ${caller.userId})`.execute(
      tx,
    )
    return { personas: people.length, destinatarios, proximoEnvio: await nextMail(tx, id, audiencia), enviado: true }
  })
}

async function tooSoon(db: Db, caller: Caller, zone: string, next: string) {
  const at = DateTime.fromISO(next, { zone: await shownZoneOf(db, caller, zone) }).toFormat('HH:mm')
  return new NamedError(429, 'period_mail_soon', { params: { at }, current: { proximoEnvio: next } })
}

/** When the audience may be reminded again, or null if it may be now. */
const nextMail = async (db: Db, id: number, audience: Body['audiencia']): Promise<string | null> =>
  (
    await row(
      db,
      sql<{
        at: string
      }>`select to_char((sent_at + ${`${HOURS} hours`}::interval) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from period_mail
        where period_id = ${id} and audience = ${audience} and sent_at > now() - ${`${HOURS} hours`}::interval order by sent_at desc limit 1`,
    )
  )?.at ?? null

type Person = { id: number; name: string; n: number }
/** Active people with what waits for them; `todos` also includes people for whom nothing waits. */
function audience(db: Db, caller: Caller, periodId: number, which: Body['audiencia']) {
  const here = sql`a.period_id = ${periodId} and ${analysisScope(caller)}`
  const prepares = sql`(a.state_main = ${state.rechazado} or (a.state_main = ${state.pendiente} and a.submitted_at is null))`
  const part = (person: RawBuilder<unknown>, source: RawBuilder<unknown>, waits: RawBuilder<unknown>) =>
    sql`select ${person} as person, a.id, ${waits} as waits from ${source} where ${here}`
  const analysts = part(sql`a.analyst_id`, sql`analysis a`, prepares)
  const heads = part(
    sql`d.chief_id`,
    sql`analysis a join department d on d.id = a.department_id`,
    sql`(a.state_main = ${state.pendiente} and a.submitted_at is not null)`,
  )
  const control = part(
    sql`s.user_id`,
    sql`analysis a join user_scope s on s.country_id = a.country_id and (s.business_id is null or s.business_id = a.business_id)
      join user_role r on r.user_id = s.user_id and r.role_id = ${ROLE.control}`,
    sql`(a.state_main = ${state.revision})`,
  )
  const source = { responsables: analysts, jefaturas: heads, control, todos: sql`${analysts} union ${heads} union ${control}` }[which]
  return rows(
    db,
    sql<Person>`select u.id, u.name, count(distinct x.id) filter (where x.waits)::int as n from (${source}) x join app_user u on u.id = x.person and u.active
      group by u.id, u.name having ${which === 'todos'}::boolean or count(*) filter (where x.waits) > 0 order by u.name, u.id`,
  )
}
