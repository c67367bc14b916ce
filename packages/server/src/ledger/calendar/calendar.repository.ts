import type { Calendar, DeadlinePlan, listCalendars, Plan } from '@cuadre/api/calendar'
import type { Parsed } from '@cuadre/api/endpoint'
import { sql } from 'kysely'
import { businessScope, wholeCountryScope } from '../../platform/access/scope.ts'
import { periodStatus } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import { moment } from '../../platform/database/moment.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { Deadlines } from '../period/period.flow.ts'

const columns = sql`k.id as "ID_PAIS", k.name as "PAIS", coalesce(c.working_days, '{1,2,3,4,5}') as "LABORABLES", coalesce(c.cutoff_hour, 18) as "HORA_CORTE", c.zone as "ZONA",
  (select coalesce(json_agg(json_build_object('FECHA', to_char(h.day, 'YYYY-MM-DD'), 'NOMBRE', h.name) order by h.day), '[]') from holiday h where h.country_id = k.id) as "FERIADOS",
  u.name as "POR", c.saved_at as "FECHA"`
const from = sql`country k left join calendar c on c.country_id = k.id left join app_user u on u.id = c.saved_by`
/** Of countries in which the caller has businesses, or which are theirs as a whole: a new one is given its holidays before its first business. */
const scope = (caller: Caller) =>
  sql`(exists (select from business b where b.country_id = k.id and ${businessScope(caller, sql`b.id`)}) or ${wholeCountryScope(caller, sql`k.id`)})`

export const list = (db: Db, caller: Caller, query: Parsed<typeof listCalendars>['query']) =>
  page<Calendar, typeof query>(db, query, {
    select: columns,
    from,
    where: all(sql`k.active`, scope(caller), contains(sql`k.search`, query.search)),
    sortable: { PAIS: sql`k.name` },
    by: sql`k.name`,
    id: sql`k.id`,
  })
export const find = (db: Db, caller: Caller, country: number) =>
  row(db, sql<Calendar>`select ${columns} from ${from} where k.id = ${country} and ${scope(caller)}`)

/** Calendars and deadlines change one at a time, so that the change made is the one that was previewed. */
export const lock = (tx: Db) => sql`lock table deadline in share row exclusive mode`.execute(tx)

export async function save(tx: Db, { ID_PAIS, LABORABLES, HORA_CORTE, ZONA, FERIADOS }: Calendar, userId: number) {
  const days = [...LABORABLES].sort((a, b) => a - b)
  await sql`insert into calendar (country_id, working_days, cutoff_hour, zone, saved_by) values (${ID_PAIS}, ${days}::int[], ${HORA_CORTE}, ${ZONA}, ${userId})
    on conflict (country_id) do update set working_days = excluded.working_days, cutoff_hour = excluded.cutoff_hour, zone = excluded.zone,
      saved_by = excluded.saved_by, saved_at = now()`.execute(tx)
  await sql`delete from holiday where country_id = ${ID_PAIS}`.execute(tx)
  await sql`insert into holiday select ${ID_PAIS}, r."FECHA", r."NOMBRE" from jsonb_to_recordset(${JSON.stringify(FERIADOS)}::jsonb) as r("FECHA" date, "NOMBRE" text)`.execute(
    tx,
  )
}

const ROLES = ['ANALISTA', 'JEFATURA', 'CONTROL', 'CIERRE'] as const
/** The general deadlines, and those of businesses in scope; general ones fill the gaps of a business. */
export async function deadlines(db: Db, caller: Caller): Promise<DeadlinePlan[]> {
  const found = await rows(
    db,
    sql<{ business: number | null; name: string | null; role: (typeof ROLES)[number]; dia: number; hora: number | null }>`
      select d.business_id as business, b.name, d.role, d.working_day as dia, d.hour as hora from deadline d left join business b on b.id = d.business_id
      where d.business_id is null or ${businessScope(caller, sql`d.business_id`)} order by b.name nulls first, d.business_id`,
  )
  return [...new Set(found.map(({ business }) => business))].map((business) => {
    const mine = found.filter((rule) => rule.business === business)
    const of = (role: (typeof ROLES)[number]) => {
      const { dia, hora } = (mine.find((rule) => rule.role === role) ?? found.find((rule) => rule.role === role && rule.business === null))!
      return { dia, hora }
    }
    return {
      ID_NEGOCIO: business,
      NEGOCIO: mine[0]!.name,
      PLAZOS: { ANALISTA: of('ANALISTA'), JEFATURA: of('JEFATURA'), CONTROL: of('CONTROL'), CIERRE: of('CIERRE') },
    }
  })
}
export const business = (db: Db, caller: Caller, id: number) =>
  row(db, sql<{ id: number; name: string }>`select b.id, b.name from business b where b.id = ${id} and ${businessScope(caller, sql`b.id`)}`)
/** Whether the caller has every active business in scope. */
export const seesAllBusinesses = async (db: Db, caller: Caller) =>
  !(await row(
    db,
    sql`select from business b where b.active and not ${businessScope({ ...caller, countryId: null, businessId: null }, sql`b.id`)} limit 1`,
  ))

export async function saveDeadlines(tx: Db, businessId: number | null, plan: Plan | null) {
  await sql`delete from deadline where business_id is not distinct from ${businessId}::int`.execute(tx)
  for (const role of plan ? ROLES : [])
    await sql`insert into deadline values (${businessId}::int, ${role}, ${plan![role].dia}, ${plan![role].hora})`.execute(tx)
}

type OpenPeriod = { id: number; name: string; by_hand: (keyof Deadlines)[]; dates: Deadlines }
/**
 * Locks loads and assignments (their lock in balance.repository.ts), then all writers of a period, in the order in which they lock
 * themselves.
 */
export async function lockOpenPeriods(tx: Db) {
  await sql`select pg_advisory_xact_lock(20, id) from (select id from period where status_id <> ${periodStatus.cerrado} order by id) p`.execute(
    tx,
  )
  await openPeriods(tx)
}
/** Periods that are not closed, locked so that they cannot be until the transaction ends. */
export const openPeriods = (tx: Db) =>
  rows(
    tx,
    sql<OpenPeriod>`select id, name, by_hand, json_build_object('VENCE_ANALISTA', ${moment(sql`due_analyst`)}, 'VENCE_JEFATURA', ${moment(sql`due_jefatura`)},
      'VENCE_CONTROL', ${moment(sql`due_control`)}, 'VENCE_CIERRE', ${moment(sql`due_close`)}) as dates from period where status_id <> ${periodStatus.cerrado} order by id for no key update`,
  )
/** The deadlines of a period for a business, or the period's own. */
export const datesFor = async (db: Db, period: OpenPeriod, businessId: number | null): Promise<Deadlines> => {
  const own = await row(
    db,
    sql<
      Omit<Deadlines, 'VENCE_CIERRE'>
    >`select ${moment(sql`due_analyst`)} as "VENCE_ANALISTA", ${moment(sql`due_jefatura`)} as "VENCE_JEFATURA", ${moment(sql`due_control`)} as "VENCE_CONTROL"
      from period_due where period_id = ${period.id} and business_id = ${businessId}::int`,
  )
  return { ...period.dates, ...own }
}
export const savePeriod = (tx: Db, id: number, { VENCE_ANALISTA, VENCE_JEFATURA, VENCE_CONTROL, VENCE_CIERRE }: Deadlines) =>
  sql`update period set due_analyst = ${VENCE_ANALISTA}, due_jefatura = ${VENCE_JEFATURA}, due_control = ${VENCE_CONTROL}, due_close = ${VENCE_CIERRE} where id = ${id}`.execute(
    tx,
  )

/** One by which the dates of a country are shown: if there is any, one without deadlines of its own. */
export const anyBusiness = async (db: Db, country: number) =>
  (
    await row(
      db,
      sql<{
        id: number
      }>`select b.id from business b where b.country_id = ${country} order by exists (select from deadline d where d.business_id = b.id), b.id limit 1`,
    )
  )?.id ?? null

type Change = {
  country: number | null
  business: number | null
  before: unknown
  after: unknown
  reason: string
  moved: number
  userId: number
}
export const recordChange = (tx: Db, { country, business: of, before, after, reason, moved, userId }: Change) =>
  sql`insert into calendar_change (country_id, business_id, old_value, new_value, reason, moved, changed_by)
    values (${country}::int, ${of}::int, ${before === null ? null : JSON.stringify(before)}::jsonb, ${after === null ? null : JSON.stringify(after)}::jsonb, ${reason}, ${moved}, ${userId})`.execute(
    tx,
  )

/** Who changed the deadlines of a business, or of everybody (null), last. */
export const deadlinesChangedBy = async (tx: Db, business: number | null) =>
  (
    await row(
      tx,
      sql<{ name: string }>`select u.name from calendar_change c join app_user u on u.id = c.changed_by
        where c.country_id is null and c.business_id is not distinct from ${business}::int order by c.id desc limit 1`,
    )
  )?.name
