import type { Parsed } from '@cuadre/api/endpoint'
import type { listPeriods, Period } from '@cuadre/api/period'
import { sql } from 'kysely'
import { businessScope, periodScope } from '../../platform/access/scope.ts'
import { periodStatus, state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import { moment } from '../../platform/database/moment.ts'
import type { Caller } from '../../platform/http/context.ts'
import { progressByPeriod } from '../../workflow/analysis/analysis.counts.ts'
import type { Deadlines, Status } from './period.flow.ts'

const statusName = sql`(array['ABIERTO', 'EN CIERRE', 'CERRADO'])[p.status_id]`
// Searchable by '2026-07', 'julio de 2026' or 'July 2026'.
const searchable = sql`p.name || ' ' || (array['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'])[right(p.name, 2)::int]
  || ' de ' || left(p.name, 4) || ' ' || (array['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'])[right(p.name, 2)::int] || ' ' || left(p.name, 4)`

const columns = sql`p.id as "COD_PERIODO", p.name as "PERIODO", json_build_object('ID', p.status_id, 'NOMBRE', ${statusName}) as "ESTADO",
  p.due_analyst as "VENCE_ANALISTA", p.due_jefatura as "VENCE_JEFATURA", p.due_control as "VENCE_CONTROL", p.due_close as "VENCE_CIERRE",
  o.name as "ABIERTO_POR", p.opened_at as "ABIERTO_EN", c.name as "CERRADO_POR", p.closed_at as "CERRADO_EN", p.close_reason as "MOTIVO_CIERRE",
  (select count(*)::int from business_reopening r where r.period_id = p.id and r.ended_at is null and r.until > now()) as "NEGOCIOS_REABIERTOS",
  exists (select from close_request r where r.period_id = p.id and r.outcome is null) as "CIERRE_PEDIDO"`
const from = sql`period p left join app_user o on o.id = p.opened_by left join app_user c on c.id = p.closed_by`

type Counted = 'ANALISIS' | 'ENVIADOS' | 'EN_CONTROL' | 'APROBADOS'
/** With the counts that the caller may see. */
async function counted(db: Db, caller: Caller, periods: readonly Omit<Period, Counted>[]): Promise<Period[]> {
  const ids = periods.map(({ COD_PERIODO }) => COD_PERIODO)
  const of = new Map((await progressByPeriod(db, caller, ids)).map((one) => [one.period, one]))
  return periods.map((period) => {
    const { total = 0, sent = 0, reviewed = 0, approved = 0 } = of.get(period.COD_PERIODO) ?? {}
    return { ...period, ANALISIS: total, ENVIADOS: sent, EN_CONTROL: reviewed, APROBADOS: approved }
  })
}

export async function list(db: Db, caller: Caller, query: Parsed<typeof listPeriods>['query']) {
  const found = await page<Omit<Period, Counted>, typeof query>(db, query, {
    select: columns,
    from,
    counts: sql`period p`,
    where: all(
      periodScope(caller, sql`p.id`),
      contains(searchable, query.search),
      query.statusId !== undefined && sql`p.status_id = ${query.statusId}`,
    ),
    sortable: {
      PERIODO: sql`p.name`,
      ESTADO: sql`p.status_id`,
      VENCE_ANALISTA: sql`p.due_analyst`,
      VENCE_JEFATURA: sql`p.due_jefatura`,
      VENCE_CONTROL: sql`p.due_control`,
      VENCE_CIERRE: sql`p.due_close`,
      ABIERTO_EN: sql`p.opened_at`,
      CERRADO_EN: sql`p.closed_at`,
    },
    by: sql`p.name desc`,
    id: sql`p.id`,
  })
  return { ...found, data: await counted(db, caller, found.data) }
}

export async function find(db: Db, caller: Caller, id: number): Promise<Period | undefined> {
  const found = await row(
    db,
    sql<Omit<Period, Counted>>`select ${columns} from ${from} where p.id = ${id} and ${periodScope(caller, sql`p.id`)}`,
  )
  return found && (await counted(db, caller, [found]))[0]
}

export const months = (db: Db, caller: Caller) =>
  rows(
    db,
    sql<{ year: number; month: number; COD_PERIODO: number }>`
      select left(name, 4)::int as year, right(name, 2)::int as month, id as "COD_PERIODO" from period where ${periodScope(caller, sql`id`)} order by name desc`,
  )

/** undefined if the month has a period already. */
export async function insert(db: Db, name: string, dates: Deadlines, byHand: readonly string[], userId: number) {
  const { VENCE_ANALISTA, VENCE_JEFATURA, VENCE_CONTROL, VENCE_CIERRE } = dates
  const made = await row(
    db,
    sql<{ id: number }>`insert into period (name, due_analyst, due_jefatura, due_control, due_close, by_hand, opened_by)
      values (${name}, ${VENCE_ANALISTA}, ${VENCE_JEFATURA}, ${VENCE_CONTROL}, ${VENCE_CIERRE}, ${byHand}::text[], ${userId}) on conflict do nothing returning id`,
  )
  return made?.id
}

/** Locks the period against its writers (`refuse_if_closed`). `no key`: whoever writes an event meets this row through a foreign key. */
export const lock = (db: Db, id: number) =>
  row(
    db,
    sql<{ name: string; status: Status; dates: Deadlines }>`select name, status_id as status, json_build_object(
      'VENCE_ANALISTA', ${moment(sql`due_analyst`)}, 'VENCE_JEFATURA', ${moment(sql`due_jefatura`)}, 'VENCE_CONTROL', ${moment(sql`due_control`)}, 'VENCE_CIERRE', ${moment(sql`due_close`)}) as dates
      from period where id = ${id} for no key update`,
  )

/** A deadline changed by hand applies to every business. */
export async function save(db: Db, id: number, status: Status, dates: Deadlines, changed: readonly (keyof Deadlines)[]) {
  const { VENCE_ANALISTA, VENCE_JEFATURA, VENCE_CONTROL, VENCE_CIERRE } = dates
  await sql`update period set status_id = ${status}, due_analyst = ${VENCE_ANALISTA}, due_jefatura = ${VENCE_JEFATURA}, due_control = ${VENCE_CONTROL},
    due_close = ${VENCE_CIERRE}, by_hand = array(select distinct x from unnest(by_hand || ${changed}::text[]) x order by x) where id = ${id}`.execute(
    db,
  )
  const hand = (name: keyof Deadlines) => changed.includes(name)
  await sql`update period_due set due_analyst = case when ${hand('VENCE_ANALISTA')}::boolean then ${VENCE_ANALISTA}::timestamptz else due_analyst end,
    due_jefatura = case when ${hand('VENCE_JEFATURA')}::boolean then ${VENCE_JEFATURA}::timestamptz else due_jefatura end,
    due_control = case when ${hand('VENCE_CONTROL')}::boolean then ${VENCE_CONTROL}::timestamptz else due_control end where period_id = ${id}`.execute(
    db,
  )
}

/** What businesses have in place of the period's own, and which were set by hand, for everybody. */
export const othersOf = async (db: Db, id: number) =>
  (await row(
    db,
    sql<{ byHand: (keyof Deadlines)[]; others: { business: number; dates: Omit<Deadlines, 'VENCE_CIERRE'> }[] }>`select by_hand as "byHand",
      (select coalesce(json_agg(json_build_object('business', d.business_id, 'dates', json_build_object('VENCE_ANALISTA', ${moment(sql`d.due_analyst`)},
        'VENCE_JEFATURA', ${moment(sql`d.due_jefatura`)}, 'VENCE_CONTROL', ${moment(sql`d.due_control`)})) order by d.business_id), '[]')
        from period_due d where d.period_id = p.id) as others from period p where p.id = ${id}`,
  ))!

export const businessDeadlines = (db: Db, caller: Caller, id: number) =>
  rows(
    db,
    sql<{ ID_NEGOCIO: number; NEGOCIO: string } & Omit<Deadlines, 'VENCE_CIERRE'>>`
      select b.id as "ID_NEGOCIO", b.name as "NEGOCIO", d.due_analyst as "VENCE_ANALISTA", d.due_jefatura as "VENCE_JEFATURA", d.due_control as "VENCE_CONTROL"
      from period_due d join business b on b.id = d.business_id where d.period_id = ${id} and ${businessScope(caller, sql`b.id`)} order by b.name`,
  )
/** Of the analyses of a change, by business. */
export const businessesOf = (db: Db, analyses: readonly number[]) =>
  rows(
    db,
    sql<{ ID_NEGOCIO: number; NEGOCIO: string; cambian: number; personas: number }>`
      select b.id as "ID_NEGOCIO", b.name as "NEGOCIO", count(*)::int as cambian, count(distinct a.analyst_id)::int as personas
      from analysis a join business b on b.id = a.business_id where a.id = any(${analyses}::int[]) group by b.id, b.name order by b.name`,
  )

export const close = (db: Db, id: number, userId: number, reason: string | undefined) =>
  sql`update period set status_id = ${periodStatus.cerrado}, closed_by = ${userId}, closed_at = now(), close_reason = ${reason || null} where id = ${id}`.execute(
    db,
  )

export const reopen = (db: Db, id: number) =>
  sql`update period set status_id = ${periodStatus.enCierre}, closed_by = null, closed_at = null, close_reason = null where id = ${id}`.execute(
    db,
  )

/** Whether every active business is among those of the caller, whatever is chosen at the top of the page. */
export const seesWholeGroup = async (tx: Db, caller: Caller) =>
  !(await row(
    tx,
    sql`select from business b where b.active and not ${businessScope({ ...caller, countryId: null, businessId: null }, sql`b.id`)} limit 1`,
  ))

/** Open analyses that have more time than the close of their period leaves. */
export const extendedBeyondClose = async (tx: Db, id: number) =>
  (await row(
    tx,
    sql<{ n: number }>`select count(*)::int as n from analysis a join period p on p.id = a.period_id
      where p.id = ${id} and a.state_main <> ${state.aprobado} and a.due_control > p.due_close
        and exists (select from extension e where e.analysis_id = a.id and e.approved)`,
  ))!.n
