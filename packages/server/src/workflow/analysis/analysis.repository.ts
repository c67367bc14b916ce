import type { Analysis, AnalysisEvent, listAnalyses } from '@cuadre/api/analysis'
import type { Parsed, SortKey } from '@cuadre/api/endpoint'
import { type RawBuilder, sql } from 'kysely'
import { analysisScope } from '../../platform/access/scope.ts'
import { startOfDay } from '../../platform/access/shown-zone.ts'
import { state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, type Sortable, sortedBy } from '../../platform/database/list.ts'
import { moment } from '../../platform/database/moment.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { inLanguage } from '../../platform/event/own-words.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { overStateLimit, stateLimit } from '../status/state-limit.ts'
import { type Counts, countsByPeriod, type Filters } from './analysis.counts.ts'
import { byRisk, byRiskInPeriod, completion, difference, dueNow, inbox, type ListRole, late, sent, states } from './measures.ts'
import { namingAccounts, ofAccounts } from './named-accounts.ts'

type Query = Parsed<typeof listAnalyses>['query']

/** Outer joins on keys, so that PostgreSQL can drop them from a count. */
export const names = sql`left join period p on p.id = a.period_id left join account c on c.id = a.account_id
  left join business n on n.id = a.business_id left join department d on d.id = a.department_id left join heading h on h.id = a.heading_id
  left join app_user u on u.id = a.analyst_id left join app_user j on j.id = d.chief_id`
export const from = sql`analysis a ${names}`

/** A row of `analysis_file` (alias `f`) in the shape of the contract. */
export const fileJson = sql`json_build_object('ID', f.id, 'NOMBRE', f.name, 'TAMANO', f.size, 'VERSION', f.version, 'SHA256', f.sha256,
  'CARGADO_POR', (select name from app_user where id = f.uploaded_by), 'CARGADO_EN', ${moment(sql`f.uploaded_at`)})`

const reasonOf = (id: RawBuilder<unknown>) => sql`(select r.code from reject_reason r where r.id = ${id})`
const substateOf = (id: RawBuilder<unknown>) =>
  sql`(select json_build_object('id', s.id, 'codigo', s.code, 'nombreEs', s.name_es, 'nombreEn', s.name_en, 'color', s.color) from analysis_status s where s.id = ${id})`
/** A column of the analysis `a`, or, of a group or an item that does not have it, of the analysis with its id. */
const own = (column: 'reject_reason_id' | 'status_id', table: RawBuilder<unknown> | null) =>
  table ? sql`(select ${sql.ref(`x.${column}`)} from ${table} where x.id = a.id)` : sql.ref(`a.${column}`)
export const reasonCode = reasonOf(own('reject_reason_id', sql`analysis x`))
export const substate = substateOf(own('status_id', sql`analysis x`))
/** Marks of movements (`ledger/movement`), as literals: with a parameter PostgreSQL would not use the index that names them. */
export const MARKED = sql.raw(`('alto', 'bajo', 'silencio')`)
const marked = (
  table: RawBuilder<unknown>,
  of: RawBuilder<unknown>,
) => sql`(select json_build_object('VEREDICTO', e.verdict, 'BAJO', e.low::text, 'ALTO', e.high::text, 'CENTRO', e.centre::text, 'BASE', e.basis, 'MESES', e.months, 'MOVIDOS', e.moved)
  from ${table} where e.period_id = ${of}.period_id and e.account_id = ${of}.account_id and e.verdict in ${MARKED})`
const periodMove = sql`(a.balance - a.previous)`
const periodMovePercent = sql`round((a.balance - a.previous) / nullif(abs(a.previous), 0) * 100, 2)`

/** Of a moment: what was late then, and the analyses of then under the alias `x`; null where `a` is one of `analysis`. */
type Then = { late: RawBuilder<unknown>; table: RawBuilder<unknown> | null; movements: RawBuilder<unknown> }
const NOW = { late, table: sql`analysis x`, movements: sql`movement_expected e` }
const OWN: Then = { ...NOW, table: null }
const columnsOf = (then: Then, limit: RawBuilder<unknown>) =>
  ({
    COD_ANALISIS: sql`a.id`,
    COD_PERIODO: sql`a.period_id`,
    PERIODO: sql`p.name`,
    COD_CUENTA: sql`a.account_id`,
    CUENTA: sql`c.code`,
    NOMBRE_CUENTA: sql`c.name`,
    RUBRO: sql`h.name`,
    ID_NEGOCIO: sql`a.business_id`,
    NEGOCIO: sql`n.name`,
    COD_DEPARTAMENTO: sql`a.department_id`,
    DEPARTAMENTO: sql`d.name`,
    MONEDA: sql`a.currency`,
    ID_ANALISTA: sql`a.analyst_id`,
    ANALISTA: sql`u.name`,
    JEFE: sql`j.name`,
    VALOR_BALANCE: sql`a.balance`,
    VALOR_ANALISIS: sql`coalesce(a.value, 0)`,
    VARIACION: sql`a.difference`,
    COMENTARIO_VARIACION: sql`a.comment`,
    SALDO_ANTERIOR: sql`a.previous`,
    VARIACION_PERIODO: periodMove,
    VARIACION_PERIODO_PCT: periodMovePercent,
    MATERIALIDAD: sql`a.materiality`,
    INUSUAL: marked(then.movements, sql`a`),
    RIESGO: sql`a.risk`,
    AUTO: sql`a.auto`,
    ESTADO_PRINCIPAL_ID: sql`a.state_main`,
    ESTADO_JEFATURA_ID: sql`a.state_jefatura`,
    ESTADO_CONTROL_ID: sql`a.state_control`,
    FECHA_ENVIO: sql`a.submitted_at`,
    VERSION: sql`a.version`,
    REVISION: sql`a.revision`,
    VENCE_ANALISTA: sql`a.due_analyst`,
    VENCE_JEFATURA: sql`a.due_jefatura`,
    VENCE_CONTROL: sql`a.due_control`,
    ATRASADO: then.late,
    MOTIVO_RECHAZO: sql`a.rejection`,
    MOTIVO_CODIGO: reasonOf(own('reject_reason_id', then.table)),
    SUBESTADO: substateOf(own('status_id', then.table)),
    LIMITE_ESTADO: limit,
    AGRUPADO_ID: sql`a.group_id`,
    ARCHIVO: sql`(select ${fileJson} from analysis_file f where f.analysis_id = a.id and f.version = a.version)`,
  }) satisfies Record<keyof Analysis, RawBuilder<unknown>>
const selected = (columns: Record<string, RawBuilder<unknown>>) =>
  sql.join(Object.entries(columns).map(([name, value]) => sql`${value} as ${sql.id(name)}`))
export const columnsAt = (then: Then = NOW, limit = sql`null::json`) => selected(columnsOf(then, limit))
export const columns = columnsAt(OWN)
/** With how long each may stay in its state; `zone` is that of countries without one. */
const columnsIn = (zone: string) => columnsAt(OWN, stateLimit(zone))
/** What a workbook of analyses has no column for. */
const NOT_EXPORTED = [
  'COD_PERIODO',
  'COD_CUENTA',
  'ID_NEGOCIO',
  'COD_DEPARTAMENTO',
  'ID_ANALISTA',
  'REVISION',
  'VENCE_ANALISTA',
  'VENCE_JEFATURA',
  'VENCE_CONTROL',
  'AGRUPADO_ID',
  'ARCHIVO',
] as const
/** With the name of the group that it is sent and decided with. */
export type Exported = Omit<Analysis, (typeof NOT_EXPORTED)[number]> & { GRUPO: string | null }
const exportedIn = (zone: string) =>
  selected({
    ...Object.fromEntries(Object.entries(columnsOf(OWN, stateLimit(zone))).filter(([name]) => !NOT_EXPORTED.some((one) => one === name))),
    GRUPO: sql`(select g.name from analysis_group g where g.id = a.group_id)`,
  })

const sortable: Sortable<SortKey<typeof listAnalyses>> = {
  COD_ANALISIS: sql`a.id`,
  PERIODO: sql`p.name`,
  CUENTA: sql`c.code`,
  NOMBRE_CUENTA: sql`c.name`,
  RUBRO: sql`h.name`,
  NEGOCIO: sql`n.name`,
  DEPARTAMENTO: sql`d.name`,
  MONEDA: sql`a.currency`,
  ANALISTA: sql`u.name`,
  JEFE: sql`j.name`,
  VALOR_BALANCE: sql`a.balance`,
  VALOR_ANALISIS: sent.value,
  VARIACION: sent.difference,
  SALDO_ANTERIOR: sql`a.previous`,
  VARIACION_PERIODO: periodMove,
  VARIACION_PERIODO_PCT: periodMovePercent,
  MATERIALIDAD: sql`array_position(array['no_material', 'menor', 'material', 'critica'], a.materiality)`,
  RIESGO: sql`a.risk`,
  ESTADO_PRINCIPAL_ID: sql`a.state_main`,
  ESTADO_JEFATURA_ID: sql`a.state_jefatura`,
  ESTADO_CONTROL_ID: sql`a.state_control`,
  FECHA_ENVIO: sql`a.submitted_at`,
  VERSION: sql`a.version`,
  VENCE_ANALISTA: sql`a.due_analyst`,
  VENCE_JEFATURA: sql`a.due_jefatura`,
  VENCE_CONTROL: sql`a.due_control`,
  ATRASADO: late,
}
const orders = {
  cuenta: sql`c.code, p.name desc`,
  vence: sql`${dueNow} nulls last`,
  diferencia: sql`${difference} desc`,
  saldo: sql`abs(a.balance) desc`,
}
/** Default order: for deciders the highest risk first; for the analyst what was rejected, then what is late or material. */
export const analystOrderAt = (late: RawBuilder<unknown>) =>
  sql`(a.state_main = ${state.rechazado}) desc, ${late} desc, (a.materiality in ('material', 'critica')) desc, ${dueNow} nulls last`
const analystOrder = analystOrderAt(late)
/** Of that order, what comes before all that is approved. */
const beforeApproved = sql`(not ${states.approved} and (${states.rejected} or ${late} or a.materiality in ('material', 'critica')))`
/** Of a list of no particular role without an order of its own, see `pageByPeriod`. */
function orderOf(asking: ListRole, { orderBy, periodId }: Filters) {
  const risk = periodId === undefined ? byRisk : byRiskInPeriod
  if (orderBy) return orderBy === 'riesgo' ? risk : orders[orderBy]
  return asking === 'analista' ? analystOrder : risk
}

/** `zone`: the server's. */
export const filter = (caller: Caller, asking: ListRole, zone: string, q: Omit<Filters, 'sort'>) =>
  all(
    analysisScope(caller),
    q.periodId !== undefined && sql`a.period_id = ${q.periodId}`,
    q.accountId !== undefined && sql`a.account_id = ${q.accountId}`,
    q.businessId !== undefined && sql`a.business_id = ${q.businessId}`,
    q.departmentId !== undefined && sql`a.department_id = ${q.departmentId}`,
    q.subManagementId !== undefined && sql`a.sub_management_id = ${q.subManagementId}`,
    q.analystId !== undefined && sql`a.analyst_id = ${q.analystId}`,
    contains(sql`d.search`, q.departamentName),
    contains(sql`c.search`, q.search),
    ofAccounts(q),
    q.dateStart !== undefined && sql`a.submitted_at >= ${startOfDay(caller, zone, q.dateStart)}`,
    q.dateEnd !== undefined && sql`a.submitted_at < ${startOfDay(caller, zone, q.dateEnd, 1)}`,
    q.estadoPrincipalId && sql`a.state_main = any(${q.estadoPrincipalId}::int[])`,
    q.estadoJefaturaId && sql`a.state_jefatura = any(${q.estadoJefaturaId}::int[])`,
    q.estadoControlId && sql`a.state_control = any(${q.estadoControlId}::int[])`,
    q.materialidad && sql`a.materiality = any(${q.materialidad}::text[])`,
    q.movimiento !== undefined &&
      q.movimiento.length > 0 &&
      sql`exists (select from movement_expected e where e.period_id = a.period_id and e.account_id = a.account_id
        and e.verdict in ${MARKED} and e.verdict = any(${q.movimiento}::text[]))`,
    q.subestadoId !== undefined && sql`a.status_id = any(${q.subestadoId}::int[])`,
    q.bandeja && inbox(asking)[q.bandeja],
    q.completitud &&
      sql`(${sql.join(
        q.completitud.map((way) => completion[way]),
        sql` or `,
      )})`,
    q.type && (q.type === 'agrupado' ? sql`a.group_id is not null` : sql`a.group_id is null`),
    q.limiteVencido !== undefined && sql`${overStateLimit(zone)} = ${q.limiteVencido}::boolean`,
  )

type Paged = Filters & Pick<Query, 'page' | 'limit'>
/** `only`: an additional condition of the list. */
export async function list(db: Db, caller: Caller, asking: ListRole, zone: string, asked: Paged, only?: RawBuilder<unknown>) {
  const query = await namingAccounts(db, asked, asked.periodId === undefined ? 'all' : 'month')
  const where = all(filter(caller, asking, zone, query), only)
  const { sort, orderBy, search, departamentName, page: number, limit } = query
  const first = (number - 1) * limit
  const inOrder = !sort && !orderBy
  const waits = inOrder && asking === 'analista'
  const counts = await countsByPeriod(db, caller, where, { query, waits })
  const total = counts.reduce((sum, { n }) => sum + n, 0)
  const order = sortedBy(sort, sortable) ?? orderOf(asking, query)
  // Without columns of names, an index-only scan may find a page far down the list (`analysis_by_risk`).
  const named = sort || orderBy === 'cuenta' || search || departamentName
  const pageOf = async (condition: RawBuilder<unknown>) => {
    const wanted = sql`select a.id from ${named ? from : sql`analysis a`} where ${condition} order by ${order}, a.id limit ${limit} offset ${first}`
    return byIds(db, zone, (await idsOf(db, [wanted])).flat())
  }
  const answer = (data: Analysis[]) => ({ data, total, page: number, limit })
  if (inOrder && asking === null) return answer(await pageByPeriod(db, zone, where, counts, { first, limit }))
  if (waits && first + limit <= counts.reduce((sum, { waiting }) => sum + waiting, 0)) {
    const ids = counts.flatMap(({ period, waiting }) => (waiting > 0 ? [period] : []))
    const found = await pageOf(all(where, sql`a.period_id = any(${ids}::int[])`, beforeApproved))
    if (found.length === limit) return answer(found)
  }
  return answer(await pageOf(where))
}

/** Of a list by period, newest first, and account. Only the months that the page lies in are sorted, each from its end where that is nearer. */
async function pageByPeriod(
  db: Db,
  zone: string,
  where: RawBuilder<unknown>,
  counts: readonly Counts[],
  { first, limit }: { first: number; limit: number },
): Promise<Analysis[]> {
  let before = 0
  const parts: { ids: RawBuilder<unknown>; fromEnd: boolean }[] = []
  for (const { period, n } of counts) {
    const skip = Math.max(0, first - before)
    const take = Math.min(n, first + limit - before) - skip
    before += n
    if (take <= 0) continue
    const fromEnd = skip > n / 2
    const order = fromEnd ? sql`c.code desc, a.id desc` : sql`c.code, a.id`
    const ids = sql`select a.id from analysis a join account c on c.id = a.account_id left join department d on d.id = a.department_id
      where ${where} and a.period_id = ${period} order by ${order} limit ${take} offset ${fromEnd ? n - skip - take : skip}`
    parts.push({ ids, fromEnd })
  }
  const found = await idsOf(
    db,
    parts.map(({ ids }) => ids),
  )
  return byIds(
    db,
    zone,
    found.flatMap((ids, part) => (parts[part]!.fromEnd ? ids.reverse() : ids)),
  )
}
/** What each of these queries finds, in its order. One statement. */
async function idsOf(db: Db, queries: readonly RawBuilder<unknown>[]): Promise<number[][]> {
  if (queries.length === 0) return []
  const parts = queries.map((query, part) => sql`select ${part}::int as part, array(${query}) as ids`)
  return (await rows(db, sql<{ part: number; ids: number[] }>`${sql.join(parts, sql` union all `)} order by part`)).map(({ ids }) => ids)
}

/**
 * Ids in the order of the list: an export loads the rows by id, page after page, so that changes meanwhile do not shift pages. A million
 * whole rows would take 100 MB.
 */
export async function ids(
  db: Db,
  caller: Caller,
  asking: ListRole,
  zone: string,
  asked: Filters,
  only?: RawBuilder<unknown>,
): Promise<Int32Array> {
  const query = await namingAccounts(db, asked, asked.periodId === undefined ? 'all' : 'month')
  const where = all(filter(caller, asking, zone, query), only)
  const sort = sortedBy(query.sort, sortable)
  if (sort || query.orderBy || asking !== null) return idsIn(db, where, sort ?? orderOf(asking, query))
  const counts = await countsByPeriod(db, caller, where, { query, waits: false })
  const found: Int32Array[] = []
  for (const { period } of counts) found.push(await idsIn(db, sql`${where} and a.period_id = ${period}`, sql`c.code`))
  const every = new Int32Array(found.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of found) {
    every.set(part, at)
    at += part.length
  }
  return every
}

async function idsIn(db: Db, where: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<Int32Array> {
  const found = await row(
    db,
    sql<{
      n: number
      ids: string
    }>`select count(*)::int as n, coalesce(string_agg(a.id::text, ',' order by ${order}, a.id), '') as ids from ${from} where ${where}`,
  )
  const { n, ids: text } = found!
  const every = new Int32Array(n)
  for (let at = 0, start = 0; at < n; at++) {
    const end = text.indexOf(',', start)
    every[at] = Number(text.slice(start, end < 0 ? undefined : end))
    start = end + 1
  }
  return every
}
/** The analyses with these ids, in their order. Only these are joined. */
const shown = async <Row = Analysis>(db: Db, columns: RawBuilder<unknown>, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : rows(
        db,
        sql<Row>`${prepared} select ${columns} from unnest(${ids}::int[]) with ordinality as w(id, place) join analysis a on a.id = w.id ${names} order by w.place`,
      )
/** Without a zone, without how long they may stay in their state. */
export const byIds = (db: Db, zone: string | null, ids: readonly number[]) => shown(db, zone === null ? columns : columnsIn(zone), ids)
/** For a workbook. */
export const exportedByIds = (db: Db, zone: string, ids: readonly number[]) => shown<Exported>(db, exportedIn(zone), ids)

export const eventColumns = sql`e.id as "ID", e.kind as "TIPO", e.at as "FECHA", u.name as "PERSONA", r.name as "ROL", e.comment as "COMENTARIO", e.detail as "DETALLE",
  encode(e.hash, 'hex') as "HASH"`
export const eventPeople = sql`left join app_user u on u.id = e.actor_id left join role r on r.id = e.role_id`
/** Submitted at least once: what the historical records hold. */
export const wasSubmitted = sql`a.version > 0`
/** Such analyses, with the steps taken on each. */
export async function history(db: Db, caller: Caller, zone: string, query: Paged) {
  const found = await list(db, caller, null, zone, query, wasSubmitted)
  return { ...found, data: await withSteps(db, caller.locale, found.data) }
}
export async function withSteps<One extends Pick<Analysis, 'COD_ANALISIS'>>(db: Db, locale: Locale, analyses: readonly One[]) {
  const steps = await rows(
    db,
    sql<AnalysisEvent & { of: number }>`select e.analysis_id as of, ${eventColumns} from event e ${eventPeople}
      where e.analysis_id = any(${analyses.map((each) => each.COD_ANALISIS)}::int[]) order by e.seq`,
  )
  const byAnalysis = Map.groupBy(inLanguage(steps, locale), ({ of }) => of)
  return analyses.map((each) => ({ ...each, EVENTOS: byAnalysis.get(each.COD_ANALISIS) ?? [] }))
}

/** In the shape of the contract, without a check of the caller's scope. */
export const find = (db: Db, id: number) => row(db, sql<Analysis>`select ${columns} from ${from} where a.id = ${id}`)
export const findInScope = (db: Db, caller: Caller, zone: string, id: number) =>
  row(db, sql<Analysis>`select ${columnsIn(zone)} from ${from} where a.id = ${id} and ${analysisScope(caller)}`)
