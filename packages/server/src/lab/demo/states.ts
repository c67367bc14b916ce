import { sql } from 'kysely'
import { workCalendars } from '../../ledger/calendar/work-calendars.ts'
import { state } from '../../platform/database/codes.ts'
import { type Db, row, rows, transaction } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { create, mark } from '../../workflow/status/analysis-status.service.ts'
import { draft } from '../../workflow/submission/submission.service.ts'
import { type DemoOptions, personNamed } from './people.ts'
import { workingSince } from './times.ts'

const usual = { icono: null, esFinal: false, requiereMotivo: false, requiereComentario: true, minCaracteres: 10, activo: true }
/** Sub-states with working hours, one of each state that somebody waits in. */
const STATES = {
  waits: {
    ...usual,
    codigo: 'ESPERA_DE_TERCERO',
    nombreEs: 'Espera de un tercero',
    nombreEn: 'Waiting for a third party',
    categoria: 'PENDIENTE',
    nivel: 'ANALISTA',
    color: '#8a4b00',
    orden: 10,
    slaHorasHabiles: 18,
  },
  asks: {
    ...usual,
    codigo: 'CONSULTA_AL_NEGOCIO',
    nombreEs: 'Consulta al negocio',
    nombreEn: 'Question to the business',
    categoria: 'REVISION',
    nivel: 'CONTROL',
    color: '#155e75',
    orden: 20,
    slaHorasHabiles: 9,
  },
  corrects: {
    ...usual,
    codigo: 'EN_CORRECCION',
    nombreEs: 'En corrección',
    nombreEn: 'Being corrected',
    categoria: 'RECHAZADO',
    nivel: 'ANALISTA',
    color: '#9d174d',
    orden: 30,
    slaHorasHabiles: 9,
  },
} as const

const SAID = {
  waits: [
    'El banco envía el extracto el lunes',
    'Falta la confirmación de la contraparte',
    'Tesorería debe aclarar dos partidas',
    'El sistema de cartera aún no cierra',
  ],
  asks: ['Pregunté al negocio por la garantía', 'Espero el acta del comité de crédito'],
  corrects: ['Corrijo el auxiliar y vuelvo a enviar', 'Pedí el asiento de ajuste a contabilidad'],
}
/** What its analyst has written since the rejection and has not sent yet. */
const DRAFT = 'Se agrega el auxiliar del movimiento del mes; la diferencia queda conciliada con el asiento de ajuste.'
/** Working minutes since they began to wait: half of them for longer than the eighteen hours. */
const AGO = [27, 2, 22, 5].map((hours) => hours * 60)

/** Sub-states with hours, and analyses in them: some in time, some over it. */
export async function createStates({ db, zone }: DemoOptions, administrator: Caller, periodId: number, now: Date): Promise<void> {
  const waits = await create(db, administrator, STATES.waits)
  const asks = await create(db, administrator, STATES.asks)
  const corrects = await create(db, administrator, STATES.corrects)
  const calendars = await workCalendars(db, zone)

  for (const [i, { id, analyst_id, country_id }] of (await waiting(db, periodId)).entries()) {
    const at = workingSince(AGO[i % AGO.length]!, now, calendars.of(country_id))
    await markedThen(db, { periodId, id, userId: analyst_id, status: waits, comment: SAID.waits[i % SAID.waits.length]!, at })
  }
  const control = { ...(await personNamed(db, 'bmontoya', 3)), permissions: new Set(['analysis.control.decide'] as const) }
  for (const [i, { id }] of (await inState(db, periodId, state.revision)).entries())
    await mark(db, control, asks.id, { COD_ANALISIS: id, motivoId: null, comentario: SAID.asks[i % SAID.asks.length]! })
  for (const [i, { id, username }] of (await inState(db, periodId, state.rechazado)).entries()) {
    const analyst = { ...(await personNamed(db, username, 1)), permissions: new Set(['analysis.item.submit'] as const) }
    await mark(db, analyst, corrects.id, { COD_ANALISIS: id, motivoId: null, comentario: SAID.corrects[i % SAID.corrects.length]! })
    await draft(db, analyst, id, { COMENTARIO_VARIACION: DRAFT })
  }
}

/** Not submitted yet, two of each analyst. */
const waiting = (db: Db, periodId: number) =>
  rows(
    db,
    sql<{ id: number; analyst_id: number; country_id: number }>`select id, analyst_id, country_id from (
        select a.id, a.analyst_id, a.country_id, row_number() over (partition by a.analyst_id order by md5(a.id::text)) as place from analysis a
        where a.period_id = ${periodId} and a.group_id is null and a.state_main = ${state.pendiente} and a.submitted_at is null and a.account_id % 10 in (7, 8, 9)) w
      where place <= 2 order by place, analyst_id limit 16`,
  )
const inState = (db: Db, periodId: number, which: (typeof state)['revision' | 'rechazado']) =>
  rows(
    db,
    sql<{
      id: number
      username: string
    }>`select a.id, u.username from analysis a join app_user u on u.id = a.analyst_id join country c on c.id = a.country_id and c.iso = 'BR'
      where a.period_id = ${periodId} and a.group_id is null and a.state_main = ${which} and a.submitted_at > now() - interval '1 hour' order by a.id limit 2`,
  )

type Then = {
  periodId: number
  id: number
  userId: number
  status: { id: number; codigo: string; nombreEs: string; nombreEn: string }
  comment: string
  at: Date
}
/** As `mark` does it, some days ago: the chain of events takes no moment but its own, so its next link is made here. */
const markedThen = (db: Db, { periodId, id, userId, status, comment, at }: Then) =>
  transaction(db, async (tx) => {
    const { codigo: estado, nombreEs, nombreEn } = status
    const detail = JSON.stringify({ estado, nombreEs, nombreEn, quitado: false, motivo: null })
    await sql`update analysis set status_id = ${status.id} where id = ${id}`.execute(tx)
    const made = await row(
      tx,
      sql<{ seq: number }>`with head as (select * from event_head where period_id = ${periodId} for update),
        next as (select row(nextval(pg_get_serial_sequence('event', 'id')), h.period_id, h.seq + 1, 'subestado', ${id}::int, null::int, ${at.toISOString()}::timestamptz, ${userId}::int, 1,
            ${state.pendiente}::int, ${state.pendiente}::int, ${comment}::text, ${detail}::jsonb, h.hash, '\\x'::bytea)::event as e from head h)
        insert into event select (e).id, (e).period_id, (e).seq, (e).kind, (e).analysis_id, (e).load_id, (e).at, (e).actor_id, (e).role_id, (e).from_state, (e).to_state, (e).comment,
          (e).detail, (e).previous_hash, event_hash(e) from next returning seq`,
    )
    await sql`update event_head h set seq = e.seq, hash = e.hash from event e where h.period_id = ${periodId} and e.period_id = h.period_id and e.seq = ${made!.seq}`.execute(
      tx,
    )
  })
