import type { Parsed } from '@cuadre/api/endpoint'
import type { listObservations, ObservationDetail } from '@cuadre/api/observation'
import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { analysisScope, auditedScope, grantedBusinesses } from '../../platform/access/scope.ts'
import { zoneOfCountry } from '../../platform/access/shown-zone.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'

export type Row = Omit<ObservationDetail, 'PUEDE' | 'HISTORIA'> & { in_scope: boolean; is_theirs: boolean }
export type Query = Parsed<typeof listObservations>['query']

/** The access of whoever raised it (aliases `w`, `x`) has ended, by the day of the server's zone, as at the door. */
const hasEnded = (zone: string) => sql`(not w.active or coalesce(x.valid_until < (now() at time zone ${zone})::date, false))`
const sameFirm = sql`plain(other.firm) = plain(x.firm) and other.external = x.external`
/** Raised by the caller, or by a colleague of their firm whose access has ended: somebody has to take the next step. */
const theirs = ({ roleId, userId }: Caller, zone: string) =>
  roleId === ROLE.auditor
    ? sql`(o.auditor_id = ${userId} or (${hasEnded(zone)} and exists (select from auditor other where other.user_id = ${userId} and ${sameFirm})))`
    : sql`o.auditor_id = ${userId}`
/** Auditors see their own observations; others those on analyses in scope. */
const visible = (caller: Caller, zone: string) => all(auditedScope(caller), caller.roleId === ROLE.auditor && theirs(caller, zone))

const last = (kind: 'pregunta' | 'respuesta') =>
  sql`(select e.text from observation_entry e where e.observation_id = o.id and e.kind = ${kind} order by e.id desc limit 1)`
/** The day of now where the business of an analysis (alias `a`) is; `zone`: the server's, for a country without one. */
const today = (zone: string) => sql`(now() at time zone ${zoneOfCountry(sql`a.country_id`, zone)})::date`
const overdue = (zone: string) => sql`(o.state = 'abierta' and o.due_on < ${today(zone)})`
/** The newest entry of a kind and who wrote it; nothing when there is none. */
const entry = (
  kind: 'respuesta' | 'cierre',
) => sql`lateral (select e.at, w.name from observation_entry e join app_user w on w.id = e.person_id
  where e.observation_id = o.id and e.kind = ${kind} order by e.id desc limit 1)`
const columns = (
  caller: Caller,
  zone: string,
) => sql`o.id as "ID", o.analysis_id as "COD_ANALISIS", p.name as "PERIODO", n.name as "NEGOCIO", c.code as "CUENTA",
  c.name as "NOMBRE_CUENTA", u.name as "ANALISTA", o.subject as "ASUNTO", o.state as "ESTADO", w.name as "AUDITOR", x.firm as "FIRMA_AUDITORA",
  coalesce(${last('pregunta')}, '') as "PREGUNTA", ${last('respuesta')} as "RESPUESTA", o.created_at as "CREADA_EN", o.updated_at as "ACTUALIZADA_EN",
  o.due_on as "VENCE", ${overdue(zone)} as "VENCIDA", answered.at as "RESPONDIDA_EN", answered.name as "RESPONDIDA_POR",
  case when o.state = 'cerrada' then closed.at end as "CERRADA_EN", case when o.state = 'cerrada' then closed.name end as "CERRADA_POR",
  o.revision as "REVISION", ${analysisScope(caller)} as in_scope, ${theirs(caller, zone)} as is_theirs`
const from = sql`observation o join analysis a on a.id = o.analysis_id join period p on p.id = a.period_id join account c on c.id = a.account_id
  join business n on n.id = a.business_id join app_user u on u.id = a.analyst_id join app_user w on w.id = o.auditor_id left join auditor x on x.user_id = o.auditor_id
  left join ${entry('respuesta')} answered on true left join ${entry('cierre')} closed on true`

export const list = (db: Db, caller: Caller, zone: string, query: Query) =>
  page<Row, typeof query>(db, query, {
    select: columns(caller, zone),
    from,
    where: all(
      visible(caller, zone),
      query.search ? sql`(${contains(sql`o.search`, query.search)} or ${contains(sql`c.search`, query.search)})` : undefined,
      query.estado && sql`o.state = any(${query.estado}::text[])`,
      query.analysisId !== undefined && sql`o.analysis_id = ${query.analysisId}`,
      query.groupId !== undefined && sql`a.group_id = ${query.groupId}`,
      query.periodId !== undefined && sql`a.period_id = ${query.periodId}`,
      query.businessId !== undefined && sql`a.business_id = ${query.businessId}`,
      query.departmentId !== undefined && sql`a.department_id = ${query.departmentId}`,
      query.vencida !== undefined && sql`${overdue(zone)} = ${query.vencida}`,
      query.auditorId !== undefined && sql`o.auditor_id = ${query.auditorId}`,
    ),
    sortable: {
      CREADA_EN: sql`o.created_at`,
      ACTUALIZADA_EN: sql`o.updated_at`,
      ESTADO: sql`array_position(array['abierta', 'respondida', 'cerrada'], o.state)`,
      ASUNTO: sql`o.subject`,
      CUENTA: sql`c.code`,
      PERIODO: sql`p.name`,
      AUDITOR: sql`w.name`,
      VENCE: sql`o.due_on`,
      NEGOCIO: sql`n.name`,
      ANALISTA: sql`u.name`,
    },
    by: sql`o.state = 'cerrada', o.updated_at desc`,
    id: sql`o.id`,
  })

export const find = (db: Db, caller: Caller, zone: string, id: number) =>
  row(db, sql<Row>`select ${columns(caller, zone)} from ${from} where o.id = ${id} and ${visible(caller, zone)}`)
export const history = (db: Db, id: number) =>
  rows(
    db,
    sql<
      ObservationDetail['HISTORIA'][number]
    >`select e.id as "ID", e.kind as "TIPO", e.text as "TEXTO", u.name as "PERSONA", r.name as "ROL", e.at as "EN"
      from observation_entry e join app_user u on u.id = e.person_id join role r on r.id = e.role_id where e.observation_id = ${id} order by e.id`,
  )

export const lock = (tx: Db, id: number) => sql`select from observation where id = ${id} for update`.execute(tx)

/** A week from today; never at a weekend. */
const inAWeek = (zone: string) =>
  sql`${today(zone)} + 7 + case extract(isodow from ${today(zone)})::int when 6 then 2 when 7 then 1 else 0 end`
/** Whether a day is over where the business of an analysis is. */
export const isOver = async (tx: Db, analysisId: number, zone: string, day: string) =>
  (await row(tx, sql<{ over: boolean }>`select ${day}::date < ${today(zone)} as over from analysis a where a.id = ${analysisId}`))!.over

/** undefined if the analysis is not in scope. */
export const insert = (tx: Db, caller: Caller, zone: string, analysisId: number, subject: string, due: string | undefined) =>
  row(
    tx,
    sql<{ id: number }>`insert into observation (analysis_id, auditor_id, subject, due_on)
      select a.id, ${caller.userId}::int, ${subject}, coalesce(${due ?? null}::date, ${inAWeek(zone)}) from analysis a where a.id = ${analysisId} and ${analysisScope(caller)} returning id`,
  )

type Entry = { kind: 'pregunta' | 'respuesta' | 'cierre'; text: string | null }
export const say = (tx: Db, { userId, roleId }: Caller, id: number, { kind, text }: Entry) =>
  sql`insert into observation_entry (observation_id, kind, text, person_id, role_id) values (${id}, ${kind}, ${text}, ${userId}, ${roleId})`.execute(
    tx,
  )
/** Asked again, it is due anew. */
export const step = (tx: Db, zone: string, id: number, state: Row['ESTADO'], due: string | undefined) =>
  sql`update observation o set state = ${state}, updated_at = now(), revision = o.revision + 1,
    due_on = case when ${state} = 'abierta' then coalesce(${due ?? null}::date, ${inAWeek(zone)}) else o.due_on end
    from analysis a where a.id = o.analysis_id and o.id = ${id}`.execute(tx)

/**
 * Who has to answer for an analysis: its analyst, who alone sees it until it comes back to whoever has the account now, and its head. `there`: one
 * of them still works here.
 */
export const responsible = async (tx: Db, analysisId: number) =>
  (await row(
    tx,
    sql<{
      analyst: number
      head: number | null
      business: number
      there: boolean
    }>`select a.analyst_id as analyst, d.chief_id as head, a.business_id as business,
        exists (select from app_user u where u.id in (a.analyst_id, d.chief_id) and u.active) as there
      from analysis a left join department d on d.id = a.department_id where a.id = ${analysisId}`,
  ))!
/** Everybody who has answered so far. */
export const answerers = async (tx: Db, id: number) =>
  (
    await rows(
      tx,
      sql<{ id: number }>`select distinct person_id as id from observation_entry where observation_id = ${id} and kind = 'respuesta'`,
    )
  ).map((person) => person.id)

/** Whoever raised it; where their access has ended, the auditors of their firm who may see the business. Messages go to those alone who are let in. */
export const askers = async (tx: Db, zone: string, id: number) =>
  (
    await rows(
      tx,
      sql<{ id: number }>`select unnest(case when ${hasEnded(zone)}
          then array(select other.user_id from auditor other where ${sameFirm} and a.business_id in (${grantedBusinesses(sql`other.user_id`)}))
          else array[o.auditor_id] end) as id
        from observation o join analysis a on a.id = o.analysis_id join app_user w on w.id = o.auditor_id left join auditor x on x.user_id = o.auditor_id
        where o.id = ${id}`,
    )
  ).map((person) => person.id)
