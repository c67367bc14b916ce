import type { accountsOutOfDeadline, dashboardAccountHistory, departmentDetailsV2 } from '@cuadre/api/dashboard'
import type { Bytes, Output, Parsed, SortKeyOf } from '@cuadre/api/endpoint'
import type { Item, ItemPage, ItemQuery } from '@cuadre/api/item'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { type Sortable, sortedBy } from '../../platform/database/list.ts'
import { moment } from '../../platform/database/moment.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { allPages, type ExportColumn, exportRows, pagesByIds } from '../../platform/http/export.ts'
import { substate } from '../../workflow/analysis/analysis.repository.ts'
import { MATERIALITY, RISK } from '../../workflow/analysis/code-labels.ts'
import { difference, signed, unexplained } from '../../workflow/analysis/measures.ts'
import * as aggregates from './aggregates/index.ts'
import type { Deps } from './dashboard.service.ts'
import { amounts, total } from './figures.rules.ts'
import * as item from './item.ts'
import { requestedPeriod, requestedRange } from './period.ts'
import * as ranges from './range.service.ts'

/** The list behind every figure (rules §1.0), and variants of it with more columns. */
type Query = z.output<typeof ItemQuery>
type Page = z.output<typeof ItemPage>

const byColumn = (m: item.Measures): Sortable<SortKeyOf<Query>> => ({
  COD_ANALISIS: sql`a.id`,
  PERIODO: sql`(select name from period where id = a.period_id)`,
  CUENTA: sql`c.code`,
  NOMBRE_CUENTA: sql`c.name`,
  NEGOCIO: sql`(select name from business where id = a.business_id)`,
  DEPARTAMENTO: sql`(select name from department where id = a.department_id)`,
  RUBRO: sql`(select name from heading where id = a.heading_id)`,
  ANALISTA: sql`(select name from app_user where id = a.analyst_id)`,
  VALOR_BALANCE: sql`a.balance`,
  VALOR_ANALISIS: sql`coalesce(a.value, 0)`,
  VARIACION: sql`a.difference`,
  VARIACION_PERIODO: sql`a.balance - a.previous`,
  SIN_EXPLICAR: unexplained,
  MATERIALIDAD: sql`array_position(array['no_material', 'menor', 'material', 'critica'], a.materiality)`,
  RIESGO: sql`array_position(array['B', 'M', 'A'], a.risk::text)`,
  ETAPA: sql`a.state_main`,
  FIRMAS: signed,
  EN_PLAZO: m.onTime,
  FECHA_ENVIO: sql`a.submitted_at`,
  FECHA_JEFATURA: sql`a.jefatura_at`,
  FECHA_CONTROL: sql`a.control_at`,
  VENCE_ANALISTA: sql`a.due_analyst`,
  VENCE_JEFATURA: sql`a.due_jefatura`,
  VENCE_CONTROL: sql`a.due_control`,
  DIAS_PREPARACION: m.cycle.preparacion,
  DIAS_JEFATURA: m.cycle.jefatura,
  DIAS_CONTROL: m.cycle.control,
  DIAS_TOTAL: m.cycle.total,
  RECHAZOS: item.rejections,
  REAPERTURAS: sql`a.reopenings`,
  PESO: sql`a.weight`,
})

const oneOf = (of: Record<string, RawBuilder<unknown>>) =>
  sql`(case ${sql.join(
    // Every row is in one of them: the last is what is left.
    Object.entries(of).map(([name, what], i, { length }) => (i === length - 1 ? sql`else ${name}` : sql`when ${what} then ${name}`)),
    sql` `,
  )} end)`
const columns = (
  m: item.Measures,
) => sql`a.id as "COD_ANALISIS", a.group_id as "AGRUPADO_ID", a.weight as "PESO", a.period_id as "COD_PERIODO", p.name as "PERIODO",
  a.account_id as "ID_CUENTA", c.code as "CUENTA", c.name as "NOMBRE_CUENTA", a.heading_id as "COD_RUBRO", h.name as "RUBRO", a.business_id as "ID_NEGOCIO", n.name as "NEGOCIO", a.sub_management_id as "COD_SUB_GERENCIA",
  s.name as "SUB_GERENCIA", a.department_id as "COD_DEPARTAMENTO", d.name as "DEPARTAMENTO", a.analyst_id as "ID_ANALISTA", u.name as "ANALISTA", j.name as "JEFE",
  a.currency as "MONEDA", a.balance as "VALOR_BALANCE", coalesce(a.value, 0) as "VALOR_ANALISIS", a.difference as "VARIACION", a.balance - a.previous as "VARIACION_PERIODO",
  ${unexplained} as "SIN_EXPLICAR", a.materiality as "MATERIALIDAD", a.risk as "RIESGO", ${oneOf(item.STAGE)} as "ETAPA", ${substate} as "SUBESTADO", ${oneOf(m.completion)} as "COMPLETITUD",
  a.state_main as "ESTADO_PRINCIPAL_ID", a.state_jefatura as "ESTADO_JEFATURA_ID", a.state_control as "ESTADO_CONTROL_ID", ${signed} as "FIRMAS", coalesce(${m.onTime}, 0) as "EN_PLAZO",
  a.due_analyst as "VENCE_ANALISTA", a.due_jefatura as "VENCE_JEFATURA", a.due_control as "VENCE_CONTROL", a.submitted_at as "FECHA_ENVIO", a.jefatura_at as "FECHA_JEFATURA",
  a.control_at as "FECHA_CONTROL", ${m.cycle.preparacion} as "DIAS_PREPARACION", ${m.cycle.jefatura} as "DIAS_JEFATURA", ${m.cycle.control} as "DIAS_CONTROL",
  ${m.cycle.total} as "DIAS_TOTAL", ${item.rejections} as "RECHAZOS", ${item.decisions} as "DECISIONES", a.reopenings as "REAPERTURAS", a.auto as "AUTOMATICO",
  a.comment as "COMENTARIO_VARIACION", a.rejection as "MOTIVO_RECHAZO"`
const names = sql`join period p on p.id = a.period_id join account c on c.id = a.account_id join business n on n.id = a.business_id
  left join sub_management s on s.id = a.sub_management_id left join department d on d.id = a.department_id left join heading h on h.id = a.heading_id
  join app_user u on u.id = a.analyst_id left join app_user j on j.id = d.chief_id`

type Asked = { query: Query; caller: Caller; locale: Locale; more?: RawBuilder<unknown>; by?: RawBuilder<unknown>; extra?: ExtraColumns }
type ExtraColumns = (m: item.Measures) => RawBuilder<unknown>

/** Resolves the query of a list once: period, condition and order. */
async function resolveQuery({ db, zone }: Deps, { query, caller, by }: Asked) {
  const view = { asOf: query.asOf, zone }
  const m = item.measures(view)
  const periods = query.todos ? undefined : requestedRange(await aggregates.periods(db, view), query)
  const months = periods?.map(({ id }) => id)
  const ofPeriod = months?.length ? item.inPeriods(months) : sql`true`
  const bucket = ranges.predicate(view, query)
  const where = query.todos || months?.length ? item.where(caller, view, months, query, bucket) : sql`false`
  const order = sortedBy(query.sort, byColumn(m)) ?? by ?? sql`a.period_id desc, c.code`
  const from = sql`${item.relation(view)} join account c on c.id = a.account_id`
  /** Rows by their ids, in the order of the ids. */
  const byIds = <R>(ids: readonly number[], extra: ExtraColumns | undefined) =>
    rows<R>(
      db,
      // The condition on ids beside the join is pushed down into the view.
      sql`select ${columns(m)}${extra ? sql`, ${extra(m)}` : sql``} from unnest(${ids}::int[]) with ordinality as w(id, place)
        join ${item.relation(view)} on a.id = w.id ${names} where a.id = any(${ids}::int[]) and ${ofPeriod} order by w.place`,
    )
  const ids = async (page?: { limit: number; offset: number }) =>
    (
      await rows<{ id: number }>(
        db,
        sql`select a.id from ${from} where ${where} order by ${order}, a.id ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql``}`,
      )
    ).map(({ id }) => id)
  return { view, periods, from, where, ids, byIds }
}

/** A page of items with the sums of all: four statements, five with a bucket. */
async function page<R = Item>(deps: Deps, asked: Asked): Promise<Omit<Page, 'data'> & { data: R[] }> {
  const { query, extra } = asked
  const { view, periods, from, where, ids, byIds } = await resolveQuery(deps, asked)
  const sumas =
    periods?.length && asksOnlyPlace(query) ? await storedSums(deps, asked, view, periods) : await countedSums(deps, from, where)
  const shown = await ids({ limit: query.limit, offset: (query.page - 1) * query.limit })
  const data = shown.length > 0 ? await byIds<R>(shown, extra) : []
  return { data, total: sumas.reduce((sum, { items }) => sum + items, 0), page: query.page, limit: query.limit, sumas }
}
type Summed = Page['sumas'][number]
const countedSums = (deps: Deps, from: item.Fragment, where: item.Fragment) =>
  rows(
    deps.db,
    sql<Summed>`select a.currency as "MONEDA", count(*)::int as items, sum(abs(a.balance)) as saldo, sum(${difference}) as diferencia, sum(${unexplained}) as "sinExplicar",
      coalesce(sum(${item.moved}) filter (where ${item.material}), 0) as "variacionMaterial" from ${from} where ${where} group by 1 order by 1`,
  )
/** Whether a list has no filter but the part of the organisation and the months, whose sums are stored. */
const PLACE = [
  'periodId',
  'desdePeriodId',
  'mes',
  'anio',
  'paisId',
  'negocioId',
  'subgerenciaId',
  'departamentoId',
  'tipo',
  'riesgo',
  'moneda',
  'asOf',
]
const PAGING = ['page', 'limit', 'sort', 'format']
const asksOnlyPlace = (query: Query) =>
  Object.entries(query).every(([name, value]) => value === undefined || PLACE.includes(name) || PAGING.includes(name))
async function storedSums(
  { db }: Deps,
  { caller, query }: Asked,
  view: item.View,
  periods: readonly aggregates.PeriodRow[],
): Promise<Summed[]> {
  const sums = await aggregates.sums(db, caller, view, query, {
    periods,
    want: ['items', 'balance', 'difference', 'unexplained', 'moved_material'],
  })
  return [...Map.groupBy(sums, ({ currency }) => currency)]
    .map(([MONEDA, of]): Summed => {
      const amount = (name: 'balance' | 'difference' | 'unexplained' | 'moved_material') => amounts(of, name)[0]!.monto
      return {
        MONEDA,
        items: total(of, 'items'),
        saldo: amount('balance'),
        diferencia: amount('difference'),
        sinExplicar: amount('unexplained'),
        variacionMaterial: amount('moved_material'),
      }
    })
    .sort((a, b) => (a.MONEDA < b.MONEDA ? -1 : 1))
}

/** Everything that matches the filters, in the list's order, loaded by id while it is written. */
async function workbook<R extends Item = Item>(
  deps: Deps,
  asked: Asked,
  title: Record<Locale, string> = TITLE,
  columns: ExportColumn<R>[] = COLUMNS as ExportColumn<R>[],
): Promise<Bytes> {
  const { ids, byIds } = await resolveQuery(deps, asked)
  const pages = pagesByIds(await ids(), (some) => byIds<R>(some, asked.extra))
  return exportRows(asked.locale, title, columns, pages)
}
export const list = (deps: Deps, caller: Caller, query: Query, locale: Locale): Promise<Page | Bytes> =>
  query.format === 'excel' ? workbook(deps, { query, caller, locale }) : page(deps, { query, caller, locale })

type ForReader = Record<string, Record<Locale, string>>
const STAGE_TEXT: ForReader = {
  sin_enviar: { es: 'Por preparar', en: 'To prepare' },
  rechazado: { es: 'Rechazado', en: 'Rejected' },
  en_jefatura: { es: 'En jefatura', en: 'With the department head' },
  en_control: { es: 'En control', en: 'At control' },
  aprobado: { es: 'Aprobado', en: 'Approved' },
}
const COMPLETION_TEXT: ForReader = {
  completado: { es: 'Completado', en: 'Completed' },
  completado_tarde: { es: 'Completado tarde', en: 'Completed late' },
  vencido: { es: 'Vencido', en: 'Overdue' },
  pendiente: { es: 'Pendiente', en: 'Pending' },
}
const TITLE = { es: 'Análisis', en: 'Analyses' }
const COLUMNS: ExportColumn<Item>[] = [
  { es: 'Período', en: 'Period', type: 'code', width: 10, of: (a) => a.PERIODO },
  { es: 'Negocio', en: 'Business', type: 'text', of: (a) => a.NEGOCIO },
  { es: 'Subgerencia', en: 'Sub-management', type: 'text', of: (a) => a.SUB_GERENCIA },
  { es: 'Departamento', en: 'Department', type: 'text', of: (a) => a.DEPARTAMENTO },
  { es: 'Cuenta', en: 'Account', type: 'code', of: (a) => a.CUENTA },
  { es: 'Nombre', en: 'Name', type: 'text', of: (a) => a.NOMBRE_CUENTA },
  { es: 'Rubro', en: 'Heading', type: 'text', of: (a) => a.RUBRO },
  { es: 'Grupo', en: 'Group', type: 'integer', width: 8, of: (a) => a.AGRUPADO_ID },
  { es: 'Cuentas', en: 'Accounts', type: 'integer', width: 9, of: (a) => a.PESO },
  { es: 'Moneda', en: 'Currency', type: 'code', width: 8, of: (a) => a.MONEDA },
  { es: 'Saldo', en: 'Balance', type: 'amount', of: (a) => a.VALOR_BALANCE },
  { es: 'Saldo sustentado', en: 'Supported balance', type: 'amount', of: (a) => (a.FECHA_ENVIO === null ? null : a.VALOR_ANALISIS) },
  { es: 'Diferencia', en: 'Difference', type: 'amount', of: (a) => (a.FECHA_ENVIO === null ? null : a.VARIACION) },
  { es: 'Movimiento', en: 'Movement', type: 'amount', of: (a) => a.VARIACION_PERIODO },
  { es: 'Sin explicar', en: 'Unexplained', type: 'amount', of: (a) => a.SIN_EXPLICAR },
  { es: 'Materialidad', en: 'Materiality', type: 'text', width: 14, of: (a, l) => MATERIALITY[a.MATERIALIDAD][l] },
  { es: 'Riesgo', en: 'Risk', type: 'text', width: 10, of: (a, l) => RISK[a.RIESGO][l] },
  { es: 'Etapa', en: 'Stage', type: 'text', width: 14, of: (a, l) => STAGE_TEXT[a.ETAPA]![l] },
  {
    es: 'Subestado',
    en: 'Sub-status',
    type: 'text',
    width: 20,
    of: (a, l) => a.SUBESTADO && (l === 'en' ? a.SUBESTADO.nombreEn : a.SUBESTADO.nombreEs),
  },
  { es: 'Completitud', en: 'Completion', type: 'text', width: 16, of: (a, l) => COMPLETION_TEXT[a.COMPLETITUD]![l] },
  { es: 'Analista', en: 'Analyst', type: 'text', of: (a) => a.ANALISTA },
  { es: 'Jefatura', en: 'Head', type: 'text', of: (a) => a.JEFE },
  { es: 'Vence analista (UTC)', en: 'Analyst due (UTC)', type: 'datetime', of: (a) => a.VENCE_ANALISTA },
  { es: 'Enviado (UTC)', en: 'Submitted (UTC)', type: 'datetime', of: (a) => a.FECHA_ENVIO },
  { es: 'Vence jefatura (UTC)', en: 'Head due (UTC)', type: 'datetime', of: (a) => a.VENCE_JEFATURA },
  { es: 'Jefatura (UTC)', en: 'Head (UTC)', type: 'datetime', of: (a) => a.FECHA_JEFATURA },
  { es: 'Vence control (UTC)', en: 'Control due (UTC)', type: 'datetime', of: (a) => a.VENCE_CONTROL },
  { es: 'Control (UTC)', en: 'Control (UTC)', type: 'datetime', of: (a) => a.FECHA_CONTROL },
  { es: 'Días de preparación', en: 'Days of preparation', type: 'integer', width: 10, of: (a) => a.DIAS_PREPARACION },
  { es: 'Días en jefatura', en: 'Days at head', type: 'integer', width: 10, of: (a) => a.DIAS_JEFATURA },
  { es: 'Días en control', en: 'Days at control', type: 'integer', width: 10, of: (a) => a.DIAS_CONTROL },
  { es: 'Rechazos', en: 'Rejections', type: 'integer', width: 9, of: (a) => a.RECHAZOS },
  { es: 'Reaperturas', en: 'Reopenings', type: 'integer', width: 9, of: (a) => a.REAPERTURAS },
  { es: 'Comentario', en: 'Comment', type: 'text', width: 60, of: (a) => a.COMENTARIO_VARIACION },
  { es: 'Motivo del rechazo', en: 'Reason of the rejection', type: 'text', width: 60, of: (a) => a.MOTIVO_RECHAZO },
]

/** K18: with percentage and age. */
export async function differences(deps: Deps, caller: Caller, negocioId: number, query: Omit<Query, 'negocioId'>, locale: Locale) {
  const asked: Asked = {
    query: { ...query, negocioId, diferencia: true },
    caller,
    locale,
    by: sql`abs(a.difference) desc`,
    extra: (m) => sql`round(a.difference / nullif(abs(a.balance), 0) * 100, 2) as "VARIACION_PCT", ${m.age} as "ANTIGUEDAD"`,
  }
  type Row = Item & { VARIACION_PCT: string | null; ANTIGUEDAD: number | null }
  if (query.format !== 'excel') return page<Row>(deps, asked)
  const columns: ExportColumn<Row>[] = [
    ...COLUMNS,
    { es: 'Diferencia %', en: 'Difference %', type: 'amount', of: (a) => a.VARIACION_PCT },
    { es: 'Antigüedad (días)', en: 'Age (days)', type: 'integer', of: (a) => a.ANTIGUEDAD },
  ]
  return workbook<Row>(deps, asked, { es: 'Cuentas con diferencia', en: 'Accounts with differences' }, columns)
}

/** v1: members of groups are separate rows. */
export async function departmentV1(deps: Deps, caller: Caller, id: number, query: Omit<Query, 'departamentoId'>, locale: Locale) {
  await departmentInScope(deps.db, caller, id)
  const asked: Asked = { query: { ...query, departamentoId: id }, caller, locale }
  const view = { asOf: query.asOf, zone: deps.zone }
  const m = item.measures(view)
  const months = query.todos ? undefined : requestedRange(await aggregates.periods(deps.db, view), query).map(({ id }) => id)
  const where = query.todos || months?.length ? item.where(caller, view, months, asked.query) : sql`false`
  const alone = query.asOf
    ? sql`(select x.*, 1 as weight, q.due_close from ${item.analysesOf(view, 'x')} join ${item.periodsOf(view, 'q')} on q.id = x.period_id) a`
    : sql`(select x.*, 1 as weight, q.due_close, coalesce(l.confirmed_at, l.loaded_at, q.opened_at) as loaded_at from analysis x
        join period q on q.id = x.period_id left join balance_load l on l.id = x.generated_by_load) a`
  const order = sortedBy(query.sort, byColumn(m)) ?? sql`c.code`
  const fetch = (page: number, limit: number) =>
    rows<Item>(
      deps.db,
      sql`select ${columns(m)} from ${alone} ${names} where ${where} order by ${order}, a.id limit ${limit} offset ${(page - 1) * limit}`,
    )
  if (query.format === 'excel') return exportRows(locale, TITLE, COLUMNS, allPages(fetch))
  const counted = await row(
    deps.db,
    sql<{ n: number }>`select count(*)::int as n from ${alone} join account c on c.id = a.account_id where ${where}`,
  )
  const data = await fetch(query.page, query.limit)
  return { data, total: counted!.n, page: query.page, limit: query.limit }
}

type Member = Output<typeof departmentDetailsV2> extends infer O ? (O extends { data: (infer R)[] } ? R : never) : never
/** v2: groups with their members. */
export async function departmentV2(deps: Deps, caller: Caller, id: number, query: Omit<Query, 'departamentoId'>, locale: Locale) {
  await departmentInScope(deps.db, caller, id)
  const members =
    () => sql`case when a.group_id is null then '[]' else (select coalesce(json_agg(json_build_object('COD_ANALISIS', m.id, 'CUENTA', k.code, 'NOMBRE_CUENTA', k.name,
    'MONEDA', m.currency, 'VALOR_BALANCE', m.balance::text, 'VALOR_ANALISIS', coalesce(m.value, 0)::text, 'VARIACION', m.difference::text, 'ESTADO_PRINCIPAL_ID', m.state_main,
    'ESTADO_JEFATURA_ID', m.state_jefatura, 'ESTADO_CONTROL_ID', m.state_control) order by k.code, m.id), '[]')
    from ${item.analysesOf(query, 'm')} join account k on k.id = m.account_id where m.group_id = a.group_id) end as "INTEGRANTES"`
  const asked: Asked = { query: { ...query, departamentoId: id }, caller, locale, extra: members }
  return query.format === 'excel' ? workbook(deps, asked) : page<Member>(deps, asked)
}

/** A department without anything in the caller's scope is not found. @throws 404 */
async function departmentInScope(db: Db, caller: Caller, id: number) {
  const found = await row(db, sql`select 1 from department d where d.id = ${id} and ${item.departmentScope(caller)}`)
  if (!found) throw NotFound()
}

type Late = Extract<Output<typeof accountsOutOfDeadline>, { data: unknown }>['data'][number]
/** K5 by role. Three statements. */
export async function outOfDeadline(
  { db, zone }: Deps,
  caller: Caller,
  negocioId: number,
  query: Parsed<typeof accountsOutOfDeadline>['query'],
  locale: Locale,
) {
  const view = { asOf: query.asOf, zone }
  const m = item.measures(view)
  const period = requestedPeriod(await aggregates.periods(db, view), query)
  const roles = sql.join(
    (['analista', 'jefatura', 'control'] as const).map(
      (role, at) =>
        sql`(${sql.lit(at + 1)}, ${role}::text, ${m.part[role].due}, ${m.part[role].done}, ${m.inTime[role]}, ${[sql`o.due_analyst`, sql`o.due_jefatura`, sql`o.due_control`][at]!})`,
    ),
  )
  const from = sql`${item.relation(view)} ${names} join ${item.periodsOf(view, 'o')} on o.id = a.period_id cross join lateral (values ${roles}) as r(at, role, due, done, fine, original)`
  const where = sql`a.period_id = ${period?.id ?? 0} and ${item.placeCondition(caller, { ...query, negocioId }, item.isGroup)} and not r.fine
    and (${query.rol ?? null}::text is null or r.role = ${query.rol ?? null}::text)
    and (${query.search || null}::text is null or c.search like '%' || plain(${query.search ?? ''}) || '%')`
  const days = sql`greatest(1, workdays(${m.day(sql`r.due`)}, coalesce(${m.day(sql`r.done`)}, ${m.today}), a.country_id))`
  const sortable: Sortable<SortKeyOf<typeof query>> = {
    CUENTA: sql`c.code`,
    DEPARTAMENTO: sql`d.name`,
    ROL: sql`r.at`,
    VENCE: sql`r.due`,
    COMPLETADO: sql`r.done`,
    DIAS_ATRASO: days,
  }
  const fetch = (page: number, limit: number) =>
    rows<Late>(
      db,
      sql`select a.id as "COD_ANALISIS", a.group_id as "AGRUPADO_ID", c.code as "CUENTA", c.name as "NOMBRE_CUENTA", d.name as "DEPARTAMENTO", r.role as "ROL",
        case r.at when 1 then u.name when 2 then j.name else (select name from app_user where id = a.control_by) end as "RESPONSABLE", r.due as "VENCE",
        r.original as "VENCE_ORIGINAL", r.done as "COMPLETADO", ${days} as "DIAS_ATRASO" from ${from} where ${where}
        order by ${sortedBy(query.sort, sortable) ?? sql`${days} desc, c.code, r.at`}, a.id, r.at limit ${limit} offset ${(page - 1) * limit}`,
    )
  if (query.format === 'excel') {
    const roleText: ForReader = {
      analista: { es: 'Analista', en: 'Analyst' },
      jefatura: { es: 'Jefatura', en: 'Head' },
      control: { es: 'Control', en: 'Control' },
    }
    return exportRows<Late>(
      locale,
      { es: 'Fuera de plazo', en: 'Past deadline' },
      [
        { es: 'Cuenta', en: 'Account', type: 'code', of: (a) => a.CUENTA },
        { es: 'Nombre', en: 'Name', type: 'text', of: (a) => a.NOMBRE_CUENTA },
        { es: 'Departamento', en: 'Department', type: 'text', of: (a) => a.DEPARTAMENTO },
        { es: 'Rol', en: 'Role', type: 'text', of: (a, l) => roleText[a.ROL]![l] },
        { es: 'Responsable', en: 'Responsible', type: 'text', of: (a) => a.RESPONSABLE },
        { es: 'Vence (UTC)', en: 'Due (UTC)', type: 'datetime', of: (a) => a.VENCE },
        { es: 'Vencía (UTC)', en: 'Was due (UTC)', type: 'datetime', of: (a) => a.VENCE_ORIGINAL },
        { es: 'Completado (UTC)', en: 'Done (UTC)', type: 'datetime', of: (a) => a.COMPLETADO },
        { es: 'Días hábiles de atraso', en: 'Working days late', type: 'integer', of: (a) => a.DIAS_ATRASO },
      ],
      allPages(fetch),
    )
  }
  const counted = await row(db, sql<{ n: number }>`select count(*)::int as n from ${from} where ${where}`)
  const data = await fetch(query.page, query.limit)
  return { data, total: counted!.n, page: query.page, limit: query.limit }
}

type History = Extract<Output<typeof dashboardAccountHistory>, { data: unknown }>
/** Two statements. @throws 404 */
export async function history(
  { db, zone }: Deps,
  caller: Caller,
  { negocioId, codCuenta }: { negocioId: number; codCuenta: string },
  query: Parsed<typeof dashboardAccountHistory>['query'],
  locale: Locale,
) {
  const view = { asOf: query.asOf, zone }
  const periods = await aggregates.periods(db, view)
  const last = requestedPeriod(periods, query)?.name ?? periods.at(-1)?.name ?? ''
  const names = periods
    .filter(({ name }) => name <= last)
    .slice(-24)
    .map(({ id }) => id)
  const found = await row(
    db,
    sql<Omit<History, 'data'> & { data: History['data'] }>`
      select c.code as "CUENTA", c.name as "NOMBRE_CUENTA", n.name as "NEGOCIO", c.currency as "MONEDA", coalesce((
        select json_agg(json_build_object('PERIODO', p.name, 'COD_ANALISIS', a.id, 'AGRUPADO_ID', a.group_id, 'VALOR_BALANCE', b.amount::text, 'VALOR_ANALISIS', a.value::text,
          'VARIACION', a.difference::text, 'VARIACION_PERIODO', (a.balance - a.previous)::text, 'UMBRAL_MONTO', t.amount::text, 'UMBRAL_PORCENTAJE', t.percent::text,
          'MATERIALIDAD', a.materiality, 'ESTADO_PRINCIPAL_ID', a.state_main, 'FECHA_ENVIO', ${moment(sql`a.submitted_at`)}, 'FECHA_JEFATURA', ${moment(sql`a.jefatura_at`)},
          'FECHA_CONTROL', ${moment(sql`a.control_at`)}, 'COMENTARIO_VARIACION', a.comment,
          'ARCHIVOS', (select count(*) from analysis_file f where f.analysis_id = a.id and f.version <= a.version) + (select count(*) from annex_of o where o.analysis_id = a.id and o.since <= a.version)) order by p.name)
        from ${item.balancesOf(view, 'b')} join period p on p.id = b.period_id left join ${item.analysesOf(view, 'a')} on a.period_id = b.period_id and a.account_id = b.account_id and ${item.analysisScope(caller)}
        left join lateral threshold_of(c.id, c.business_id, n.country_id, case when a.id is null then c.heading_id else a.heading_id end, p.name) t on true
        where b.account_id = c.id and b.period_id = any(${names}::int[])), '[]') as data
      from account c join business n on n.id = c.business_id where c.business_id = ${negocioId} and c.code = ${codCuenta} and ${item.accountScope(caller)}`,
  )
  if (!found) throw NotFound()
  if (query.format !== 'excel') return found
  return exportRows<History['data'][number]>(
    locale,
    { es: 'Historial de la cuenta', en: 'Account history' },
    [
      { es: 'Período', en: 'Period', type: 'code', of: (a) => a.PERIODO },
      { es: 'Saldo', en: 'Balance', type: 'amount', of: (a) => a.VALOR_BALANCE },
      { es: 'Saldo sustentado', en: 'Supported balance', type: 'amount', of: (a) => (a.FECHA_ENVIO === null ? null : a.VALOR_ANALISIS) },
      { es: 'Diferencia', en: 'Difference', type: 'amount', of: (a) => (a.FECHA_ENVIO === null ? null : a.VARIACION) },
      { es: 'Movimiento', en: 'Movement', type: 'amount', of: (a) => a.VARIACION_PERIODO },
      { es: 'Umbral', en: 'Threshold', type: 'amount', of: (a) => a.UMBRAL_MONTO },
      { es: 'Enviado (UTC)', en: 'Submitted (UTC)', type: 'datetime', of: (a) => a.FECHA_ENVIO },
      { es: 'Jefatura (UTC)', en: 'Head (UTC)', type: 'datetime', of: (a) => a.FECHA_JEFATURA },
      { es: 'Control (UTC)', en: 'Control (UTC)', type: 'datetime', of: (a) => a.FECHA_CONTROL },
      { es: 'Comentario', en: 'Comment', type: 'text', width: 60, of: (a) => a.COMENTARIO_VARIACION },
    ],
    found.data,
  )
}
