import { permissionsOf } from '@cuadre/api/permissions'
import { TICKET_STATE } from '@cuadre/api/ticket'
import { sql } from 'kysely'
import * as faqs from '../../desk/faq/faq.service.ts'
import * as answers from '../../desk/ticket/ticket.answers.ts'
import * as tickets from '../../desk/ticket/ticket.service.ts'
import { workCalendars } from '../../ledger/calendar/work-calendars.ts'
import { type Db, row } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { addWorkingMinutes, type WorkCalendar } from '../../platform/jobs/working-time.ts'
import { savedAnswers } from './helpdesk/answers.ts'
import { misses, questions } from './helpdesk/questions.ts'
import { tickets as told } from './helpdesk/tickets.ts'
import type { Step, Told } from './helpdesk/told.ts'
import { createResources } from './helpdesk.resources.ts'
import { png, withFile, workbook } from './papers.ts'
import { type DemoOptions, personNamed } from './people.ts'
import { workingSince } from './times.ts'

/** Forty tickets in every state and clock, twenty questions, and resources with real documents, through the services that people use. */
export async function createHelpdesk(options: DemoOptions, now: Date): Promise<void> {
  const { db, zone } = options
  const as = callers(db)
  const control = await as('bmontoya', 3)
  for (const [titulo, texto] of savedAnswers) await answers.create(db, control, { titulo, texto })
  const calendar = (await workCalendars(db, zone)).of(null)
  const made = new Map<string, number>()
  for (const one of told) made.set(one.subject, await createTicket(options, as, one, { now, calendar }))
  for (const { subject, into } of told) {
    const [id, destinoId] = [made.get(subject), into && made.get(into)]
    if (id && destinoId) await tickets.merge({ ...options, now }, control, id, { revision: 1, destinoId })
  }
  await createQuestions(db, control, now)
  await createResources(options, control)
  // Nobody is told of a history that was made within a minute.
  await sql`delete from outbox where template like 'ticket%'`.execute(db)
  await sql`delete from notification where template like 'ticket%'`.execute(db)
}

type As = (username: string, role: Caller['roleId']) => Promise<Caller>
function callers(db: Db): As {
  const known = new Map<string, Caller>()
  return async (username, role) => {
    const key = `${username}/${role}`
    const found = known.get(key) ?? { ...(await personNamed(db, username, role)), permissions: new Set(permissionsOf(role)) }
    known.set(key, found)
    return found
  }
}

const businessNamed = async (db: Db, name: string) =>
  (await row(db, sql<{ id: number }>`select id from business where name = ${name}`))?.id ?? null

const DAY = 86_400_000

async function createTicket(options: DemoOptions, as: As, ticket: Told, { now, calendar }: { now: Date; calendar: WorkCalendar }) {
  const { db } = options
  const opened = workingSince(ticket.ago, now, calendar)
  const author = await as(ticket.by, ticket.role)
  const { page: pagina, reference: referencia } = ticket
  const { id } = await tickets.create({ ...options, now: opened }, author, {
    asunto: ticket.subject,
    descripcion: ticket.text,
    categoriaId: ticket.category,
    tipoId: ticket.type,
    negocioId: ticket.business ? await businessNamed(db, ticket.business) : null,
    paisId: null,
    contexto: pagina ? { pagina, ...(referencia && { referencia }) } : null,
  })
  if (ticket.file) await attach({ ...options, now: opened }, author, id, ticket.file)
  for (const step of ticket.steps ?? []) {
    const at = addWorkingMinutes(opened, step.after, calendar)
    const who = step.by === ticket.by ? author : await as(step.by, 3)
    if (at <= now) await act({ ...options, now: at }, who, id, step)
  }
  return id
}

type Timed = DemoOptions & { now: Date }
async function act(options: Timed, who: Caller, id: number, { say, note, state, take, type, file }: Step) {
  const seen = await tickets.get(options, who, id)
  if (take || type) {
    const changes = { ...(take && { asignadoId: who.userId }), ...(type && { tipoId: type }), ...(!say && state && { estadoId: state }) }
    await tickets.update(options, who, id, { revision: seen.revision, ...changes })
  }
  if (note) await tickets.comment(options, who, id, { texto: note, interno: true })
  if (!say) return
  // The author's answer sets a waiting ticket going by itself.
  const solved = seen.estadoId === TICKET_STATE.resuelto
  const moves = state !== undefined && state !== seen.estadoId && (state !== TICKET_STATE.enProceso || take || solved)
  const after = await tickets.comment(options, who, id, { texto: say, interno: false, ...(moves && { estadoId: state }) })
  if (file) await attach(options, who, id, file, after.hilo.at(-1)?.id)
}

const attach = (options: Timed, who: Caller, id: number, kind: 'png' | 'xlsx', comment?: number) =>
  withFile(
    kind === 'png' ? 'captura.png' : 'balancete.xlsx',
    kind === 'png'
      ? png(360, 200, [180, 35, 24])
      : workbook('Balancete', [
          ['Cuenta', 'Nombre', 'MDA', 'Saldo'],
          ['1.1.1', 'Caixa', 'R$', 184445.38],
          ['1.1.2', 'Bancos', 'BRL', 912004.1],
        ]),
    (file) => tickets.addFile(options, who, id, file, comment),
  )

async function createQuestions(db: Db, control: Caller, now: Date) {
  const day = (days: number) => new Date(now.getTime() + days * DAY).toISOString().slice(0, 10)
  for (const [i, { palabras = [], draft, review, ...texts }] of questions.entries()) {
    const { id } = await faqs.create(db, control, {
      ...texts,
      palabras,
      publicada: !draft,
      responsableId: review === undefined ? null : control.userId,
      revisarEn: review === undefined ? null : day(review),
      ticketId: null,
    })
    // Most found it helpful; some say what is missing.
    await sql`insert into faq_vote (faq_id, user_id, helpful, comment, avoided, at)
      select ${id}, u.id, (u.id + ${i}) % 5 <> 0, case when (u.id + ${i}) % 5 = 0 then 'No dice dónde está la opción' end, (u.id + ${i}) % 4 = 0,
        ${now.toISOString()}::timestamptz - u.id * interval '1 day' from app_user u where u.active and (u.id + ${i}) % 3 <> 0`.execute(db)
  }
  // The Spanish text was changed after the English one.
  await sql`update faq set en_at = es_at - interval '90 days' where question_es = ${questions[0]!.preguntaEs}`.execute(db)
  for (const [text, times, days] of misses)
    await sql`insert into faq_miss (text, day, times) values (plain(${text}), ${day(-days)}::date, ${times})`.execute(db)
}
