import type { BusinessReopening, CloseRequest } from '@cuadre/api/closing'
import { sql } from 'kysely'
import { periodStatus, role } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { moment } from '../../platform/database/moment.ts'

export type Waiting = Omit<CloseRequest, 'VIGENTE' | 'PUEDE_CERRAR'> & { token: string }
type Standing = {
  policy: number
  secondPerson: boolean
  earlier: number
  chain: number
  request: Waiting | null
  reopenings: BusinessReopening[]
}

const waiting = sql`select json_build_object('ID', r.id, 'ID_USUARIO', r.asked_by, 'PEDIDO_POR', u.name, 'PEDIDO_EN', ${moment(sql`r.asked_at`)}, 'MOTIVO', r.reason, 'token', r.token)
  from close_request r join app_user u on u.id = r.asked_by`
const reopening = sql`json_build_object('ID', r.id, 'ID_NEGOCIO', r.business_id, 'NEGOCIO', b.name, 'HASTA', ${moment(sql`r.until`)}, 'MOTIVO', r.reason,
  'ABIERTO_POR', u.name, 'ABIERTO_EN', ${moment(sql`r.opened_at`)})`

/** What closing a period depends on besides what is found in it. */
export const standing = async (db: Db, id: number) =>
  (await row(
    db,
    sql<Standing>`select c.id as policy, c.second_person as "secondPerson",
      (select count(*)::int from period e where e.status_id <> ${periodStatus.cerrado} and e.name < (select name from period where id = ${id})) as earlier,
      case when verify_events(${id}) is null then 0 else 1 end as chain,
      (${waiting} where r.period_id = ${id} and r.outcome is null) as request,
      (select coalesce(json_agg(${reopening} order by b.name), '[]') from business_reopening r join business b on b.id = r.business_id join app_user u on u.id = r.opened_by
        where r.period_id = ${id} and r.ended_at is null and r.until > now()) as reopenings
      from closing_policy c order by c.id desc limit 1`,
  ))!

/** undefined if another request waits. */
export const insertRequest = (db: Db, periodId: number, token: string, reason: string, userId: number) =>
  row(
    db,
    sql<{ id: number }>`insert into close_request (period_id, token, reason, asked_by) values (${periodId}, ${token}, ${reason}, ${userId})
      on conflict do nothing returning id`,
  )
export const lockRequest = (tx: Db, periodId: number, id: number) =>
  row(
    tx,
    sql<{
      asked_by: number
    }>`select asked_by from close_request where id = ${id} and period_id = ${periodId} and outcome is null for update`,
  )
export const endRequest = (tx: Db, id: number, outcome: 'cerrado' | 'retirado' | 'rechazado', userId: number) =>
  sql`update close_request set outcome = ${outcome}, ended_by = ${userId}, ended_at = now() where id = ${id}`.execute(tx)

/** Who may be the second person: administrators, and control of any business of the period. */
export const seconds = async (db: Db, userId: number) =>
  (
    await rows(
      db,
      sql<{
        id: number
      }>`select distinct u.id from app_user u join user_role r on r.user_id = u.id and r.role_id in (${role.control}, ${role.administrador})
        where u.active and u.id <> ${userId} order by u.id`,
    )
  ).map(({ id }) => id)

export const insertReopening = (db: Db, periodId: number, businessId: number, until: string, reason: string, userId: number) =>
  row(
    db,
    sql<{ id: number }>`insert into business_reopening (period_id, business_id, until, reason, opened_by)
      values (${periodId}, ${businessId}, ${until}::timestamptz, ${reason}, ${userId}) on conflict do nothing returning id`,
  )
export const findReopening = async (db: Db, id: number) =>
  (
    await row(
      db,
      sql<{ found: BusinessReopening }>`select ${reopening} as found from business_reopening r join business b on b.id = r.business_id
        join app_user u on u.id = r.opened_by where r.id = ${id}`,
    )
  )?.found
type Live = { id: number; period_id: number; business_id: number; business: string; period: string }
const live = sql`select r.id, r.period_id, r.business_id, b.name as business, p.name as period from business_reopening r join business b on b.id = r.business_id
  join period p on p.id = r.period_id where r.ended_at is null`
/** Of a period, or of all whose time has come. */
export const liveReopenings = (db: Db, { of, until }: { of?: { period: number; id?: number }; until?: Date }) =>
  rows(
    db,
    of
      ? sql<Live>`${live} and r.period_id = ${of.period} and r.id = coalesce(${of.id ?? null}::int, r.id) order by r.id`
      : sql<Live>`${live} and r.until <= ${(until ?? new Date()).toISOString()}::timestamptz order by r.period_id, r.id`,
  )
/** false if somebody else ended it meanwhile. */
export const endReopening = async (tx: Db, id: number, userId: number | null, reason: string | null) =>
  (
    await rows(
      tx,
      sql<{
        id: number
      }>`update business_reopening set ended_at = now(), ended_by = ${userId}::int, end_reason = ${reason} where id = ${id} and ended_at is null returning id`,
    )
  ).length > 0
/** Who works on a business in a period: its analysts, their heads, and control and management of it. */
export const peopleOf = async (db: Db, periodId: number, businessId: number) =>
  (
    await rows(
      db,
      sql<{
        id: number
      }>`with part as (select distinct analyst_id, department_id, business_id, country_id from analysis where period_id = ${periodId} and business_id = ${businessId})
        select analyst_id as id from part
        union select d.chief_id from part join department d on d.id = part.department_id where d.chief_id is not null
        union select s.user_id from part join user_scope s on s.country_id = part.country_id and (s.business_id is null or s.business_id = part.business_id)
          join user_role r on r.user_id = s.user_id where r.role_id in (${role.control}, ${role.gerencia})`,
    )
  ).map(({ id }) => id)
