import type { Parsed } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import { type createTicket, type listTickets, TICKET_STATE, type Ticket, type TicketRow } from '@cuadre/api/ticket'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { hasKey } from '../../platform/access/has-key.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { Clock } from './ticket.flow.ts'

const RECEIVE = 'helpdesk.ticket.receive'
const enEspera = sql.lit(TICKET_STATE.enEspera)
/** Neither solved nor closed. */
export const isOpen = sql`t.state <= ${enEspera}`
export const receives = (caller: Caller) => caller.permissions.has(RECEIVE)

/** Condition on tickets (alias `t`) that the caller receives: of the places granted to them, without a place, or assigned to them. */
export function received(caller: Caller): RawBuilder<unknown> {
  if (!receives(caller)) return sql`false`
  const { userId, roleId, countryId, businessId } = caller
  const given =
    roleId === ROLE.administrador
      ? sql`true`
      : sql`(t.country_id is null or t.assignee_id = ${userId} or exists (select from user_scope s where s.user_id = ${userId} and s.country_id = t.country_id
          and (s.business_id is null or t.business_id is null or s.business_id = t.business_id)))`
  return all(
    given,
    businessId !== null && sql`(t.business_id is null or t.business_id = ${businessId})`,
    countryId !== null && sql`(t.country_id is null or t.country_id = ${countryId})`,
  )
}
const follows = (caller: Caller) => sql`exists (select from ticket_follower w where w.ticket_id = t.id and w.user_id = ${caller.userId})`
const own = (caller: Caller) => sql`(t.author_id = ${caller.userId} or ${follows(caller)})`
export const visible = (caller: Caller) => sql`(${own(caller)} or ${received(caller)})`
/** Condition on comments (alias `k`) of a ticket (`t`) that the caller may read: who follows one that they do not receive reads what its author reads. */
export const readable = (caller: Caller) => sql`(not k.internal or ${received(caller)})`

export type Found = Omit<z.output<typeof TicketRow>, 'estado' | 'sla' | 'primeraRespuesta'> & Clock & { answer_minutes: number | null }
const columns = (
  caller: Caller,
) => sql`t.id, t.subject as asunto, t.state as "estadoId", t.category_id as "categoriaId", t.type_id as "tipoId",
  t.business_id as "negocioId", b.name as negocio, t.country_id as "paisId", c.name as pais,
  json_build_object('id', u.id, 'nombre', u.name) as autor, case when s.id is not null then json_build_object('id', s.id, 'nombre', s.name) end as asignado,
  t.created_at as "creadoEn", t.updated_at as "actualizadoEn", t.spent_minutes, t.running_since, t.due_at, t.answer_minutes,
  coalesce((select k.author_id = t.author_id or exists (select from ticket_follower w where w.ticket_id = t.id and w.user_id = k.author_id)
    from ticket_comment k where k.ticket_id = t.id and not k.internal order by k.id desc limit 1), true) as "porResponder",
  (select count(*)::int from ticket_comment k where k.ticket_id = t.id and ${readable(caller)}) as comentarios`
const from = sql`ticket t join app_user u on u.id = t.author_id left join app_user s on s.id = t.assignee_id
  left join business b on b.id = t.business_id left join country c on c.id = t.country_id`

export const list = (db: Db, caller: Caller, query: Parsed<typeof listTickets>['query'], now: Date) =>
  page<Found, typeof query>(db, query, {
    select: columns(caller),
    from,
    where: all(
      query.vista === 'mias' ? own(caller) : query.vista === 'todas' ? visible(caller) : received(caller),
      contains(sql`t.search`, query.search),
      query.estadoId !== undefined && sql`t.state = any(${query.estadoId}::int[])`,
      query.categoriaId !== undefined && sql`t.category_id = ${query.categoriaId}`,
      query.tipoId !== undefined && sql`t.type_id = ${query.tipoId}`,
      query.negocioId !== undefined && sql`t.business_id = ${query.negocioId}`,
      query.paisId !== undefined && sql`t.country_id = ${query.paisId}`,
      query.asignadoId !== undefined && sql`t.assignee_id = ${query.asignadoId}`,
      query.sinAsignar !== undefined && (query.sinAsignar ? sql`t.assignee_id is null` : sql`t.assignee_id is not null`),
      query.abiertas !== undefined && (query.abiertas ? isOpen : sql`not (${isOpen})`),
      query.vencidas === true && overdue(now),
    ),
    sortable: {
      ID: sql`t.id`,
      ASUNTO: sql`t.subject`,
      ESTADO: sql`t.state`,
      CATEGORIA: sql`t.category_id`,
      TIPO: sql`t.type_id`,
      AUTOR: sql`u.name`,
      ASIGNADO: sql`s.name`,
      CREADO: sql`t.created_at`,
      ACTUALIZADO: sql`t.updated_at`,
      VENCE: sql`t.due_at`,
    },
    by: sql`not (${isOpen}), t.due_at nulls last`,
    id: sql`t.id desc`,
  })
export const overdue = (now: Date) => sql`t.due_at < ${now.toISOString()}::timestamptz`

export type Whole = Found &
  Pick<Ticket, 'descripcion' | 'revision' | 'contexto' | 'unidaA'> & { receives: boolean; closed_at: string | null; followers: number[] }
/** With `lock` the row is locked until the transaction ends. */
export async function find(db: Db, caller: Caller, id: number, lock = false): Promise<Whole | undefined> {
  if (lock) await sql`select from ticket where id = ${id} for update`.execute(db)
  return row(
    db,
    sql<Whole>`select ${columns(caller)}, t.description as descripcion, t.revision, t.context as contexto, t.closed_at,
      (select json_build_object('id', m.id, 'asunto', m.subject) from ticket m where m.id = t.merged_into) as "unidaA",
      (select coalesce(json_agg(w.user_id), '[]') from ticket_follower w where w.ticket_id = t.id) as followers, coalesce(${received(caller)}, false) as receives from ${from} where t.id = ${id} and ${visible(caller)}`,
  )
}

export async function insert(
  tx: Db,
  ticket: Parsed<typeof createTicket>['body'],
  clock: Clock,
  userId: number,
  now: Date,
): Promise<number> {
  const made = await row(
    tx,
    sql<{
      id: number
    }>`insert into ticket (subject, description, category_id, type_id, country_id, business_id, context, author_id, created_at, updated_at, spent_minutes, running_since, due_at)
      values (${ticket.asunto}, ${ticket.descripcion}, ${ticket.categoriaId}, ${ticket.tipoId}, ${ticket.paisId}, ${ticket.negocioId},
        ${ticket.contexto && JSON.stringify(ticket.contexto)}::jsonb, ${userId}, ${now.toISOString()}, ${now.toISOString()}, ${clock.spent_minutes}, ${clock.running_since}, ${clock.due_at}) returning id`,
  )
  return made!.id
}

type Fields = { state: number; assignee: number | null; category: number; type: number }
export const save = (tx: Db, id: number, { state, assignee, category, type }: Fields, clock: Clock, now: Date) =>
  sql`update ticket set state = ${state}, assignee_id = ${assignee}, category_id = ${category}, type_id = ${type}, spent_minutes = ${clock.spent_minutes},
    running_since = ${clock.running_since}, due_at = ${clock.due_at}, updated_at = ${now.toISOString()}, revision = revision + 1,
    solved_at = case when ${state} in (${sql.lit(TICKET_STATE.resuelto)}, ${sql.lit(TICKET_STATE.cerrado)}) then
      case when ${state} = ${sql.lit(TICKET_STATE.resuelto)} then ${now.toISOString()}::timestamptz else solved_at end end,
    closed_at = case when ${state} = ${sql.lit(TICKET_STATE.cerrado)} then ${now.toISOString()}::timestamptz end
    where id = ${id}`.execute(tx)

/** Keeps when the first answer came; a later one changes nothing. */
export const keepAnswer = (tx: Db, id: number, minutes: number, now: Date) =>
  sql`update ticket set answered_at = ${now.toISOString()}, answer_minutes = ${minutes} where id = ${id} and answered_at is null`.execute(
    tx,
  )

export const touch = (tx: Db, id: number, now: Date) =>
  sql`update ticket set updated_at = ${now.toISOString()} where id = ${id}`.execute(tx)

/** Active people with the permission to receive tickets and the place in scope; without a place, all of them. */
export const receivers = (db: Db, countryId: number | null, businessId: number | null) =>
  rows(
    db,
    sql<{ id: number; nombre: string }>`select u.id, u.name as nombre from app_user u where u.active and exists (
        select from user_role r where r.user_id = u.id and ${hasKey(RECEIVE)}
          and (r.role_id = ${ROLE.administrador} or ${countryId}::int is null or exists (select from user_scope s where s.user_id = u.id and s.country_id = ${countryId}::int
            and (s.business_id is null or ${businessId}::int is null or s.business_id = ${businessId}::int))))
      order by u.name, u.id`,
  )

/** Tickets that were merged into this one. */
export const twins = (db: Db, id: number) =>
  rows(
    db,
    sql<Ticket['unidas'][number]>`select t.id, t.subject as asunto, u.name as autor from ticket t join app_user u on u.id = t.author_id
      where t.merged_into = ${id} order by t.id`,
  )
export const merge = (tx: Db, id: number, into: number) => sql`update ticket set merged_into = ${into} where id = ${id}`.execute(tx)
export const follow = (tx: Db, id: number, userId: number) =>
  sql`insert into ticket_follower values (${id}, ${userId}) on conflict do nothing`.execute(tx)
/** Who followed a twin follows the one that it was merged into; its author needs no row. */
export const handOverFollowers = (tx: Db, from: number, to: number) =>
  sql`insert into ticket_follower select ${to}::int, w.user_id from ticket_follower w where w.ticket_id = ${from}
    and w.user_id <> (select t.author_id from ticket t where t.id = ${to}) on conflict do nothing`.execute(tx)
/** Tickets of the same author since then. */
export const countOfAuthor = async (db: Db, authorId: number, since: Date) =>
  (await row(
    db,
    sql<{
      count: number
    }>`select count(*)::int as count from ticket where author_id = ${authorId} and created_at >= ${since.toISOString()}`,
  ))!.count

/** The country of the given active country or business; undefined if there is none. */
export const placeOf = (db: Db, countryId: number | null, businessId: number | null, inScope: RawBuilder<unknown>) =>
  row(
    db,
    businessId === null
      ? sql<{ country: number }>`select id as country from country where id = ${countryId} and active`
      : sql<{ country: number }>`select b.country_id as country from business b where b.id = ${businessId} and b.active and ${inScope}`,
  )

export const counts = async (db: Db, caller: Caller, now: Date) =>
  (await row(
    db,
    sql<{ mias: number; miasAbiertas: number; recibidas: number; recibidasAbiertas: number; sinAsignar: number; vencidas: number }>`
      select count(*) filter (where ${own(caller)})::int as mias, count(*) filter (where ${own(caller)} and ${isOpen})::int as "miasAbiertas",
        count(*) filter (where ${received(caller)})::int as recibidas, count(*) filter (where ${received(caller)} and ${isOpen})::int as "recibidasAbiertas",
        count(*) filter (where ${received(caller)} and ${isOpen} and t.assignee_id is null)::int as "sinAsignar",
        count(*) filter (where ${received(caller)} and ${overdue(now)})::int as vencidas
      from ticket t where ${visible(caller)}`,
  ))!
