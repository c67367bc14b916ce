import type { departmentDetailsV2 } from '@cuadre/api/dashboard'
import type { Bytes, Output, SortKeyOf } from '@cuadre/api/endpoint'
import type { Item, ItemPage, ItemQuery } from '@cuadre/api/item'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { type Sortable, sortedBy } from '../../platform/database/list.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { allPages, type ExportColumn, exportRows, pagesByIds } from '../../platform/http/export.ts'
import { substate } from '../../workflow/analysis/analysis.repository.ts'
import { difference, sent, signed, unexplained } from '../../workflow/analysis/measures.ts'
import { namingAccounts } from '../../workflow/analysis/named-accounts.ts'
import * as aggregates from './aggregates/index.ts'
import type { Deps } from './dashboard.service.ts'
import { amounts, total } from './figures.rules.ts'
import { filtersSheet } from './filters.sheet.ts'
import * as item from './item.ts'
import { filterNames, filterSaid } from './list.filters.ts'
import { COLUMNS, TITLE } from './list.workbook.ts'
import { namingItems } from './named-items.ts'
import { requestedRange } from './period.ts'
import * as ranges from './range.service.ts'
import { namedBy } from './structure.ts'

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
  VALOR_ANALISIS: sent.value,
  VARIACION: sent.difference,
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
) => sql`a.id as "COD_ANALISIS", a.group_id as "AGRUPADO_ID", ${item.ofGroup}, a.period_id as "COD_PERIODO", p.name as "PERIODO",
  a.account_id as "ID_CUENTA", c.code as "CUENTA", c.name as "NOMBRE_CUENTA", a.heading_id as "COD_RUBRO", h.name as "RUBRO", a.business_id as "ID_NEGOCIO", n.name as "NEGOCIO", a.sub_management_id as "COD_SUB_GERENCIA",
  s.name as "SUB_GERENCIA", a.department_id as "COD_DEPARTAMENTO", d.name as "DEPARTAMENTO", a.analyst_id as "ID_ANALISTA", u.name as "ANALISTA", j.name as "JEFE",
  a.currency as "MONEDA", a.balance as "VALOR_BALANCE", coalesce(a.value, 0) as "VALOR_ANALISIS", a.difference as "VARIACION", a.balance - a.previous as "VARIACION_PERIODO",
  ${unexplained} as "SIN_EXPLICAR", a.materiality as "MATERIALIDAD", a.risk as "RIESGO", ${oneOf(item.STAGE)} as "ETAPA", ${substate} as "SUBESTADO", ${oneOf(m.completion)} as "COMPLETITUD",
  a.state_main as "ESTADO_PRINCIPAL_ID", a.state_jefatura as "ESTADO_JEFATURA_ID", a.state_control as "ESTADO_CONTROL_ID", ${signed} as "FIRMAS", coalesce(${m.onTime}, 0) as "EN_PLAZO",
  a.due_analyst as "VENCE_ANALISTA", a.due_jefatura as "VENCE_JEFATURA", a.due_control as "VENCE_CONTROL", a.submitted_at as "FECHA_ENVIO", a.jefatura_at as "FECHA_JEFATURA",
  a.control_at as "FECHA_CONTROL", ${m.cycle.preparacion} as "DIAS_PREPARACION", ${m.cycle.jefatura} as "DIAS_JEFATURA", ${m.cycle.control} as "DIAS_CONTROL",
  ${m.cycle.total} as "DIAS_TOTAL", ${item.rejections} as "RECHAZOS", ${item.decisions} as "DECISIONES", a.reopenings as "REAPERTURAS", a.auto as "AUTOMATICO",
  a.comment as "COMENTARIO_VARIACION", a.rejection as "MOTIVO_RECHAZO"`

/** Ids of a currency that its sums hand on; of more a page is found by the filter again. */
const MAX_IDS = 1000
/** Of a page further down, all items before it would be read twice. */
const MAX_SORTED_APART = 1000

type Asked = { query: Query; caller: Caller; locale: Locale; more?: RawBuilder<unknown>; by?: RawBuilder<unknown>; extra?: ExtraColumns }
type ExtraColumns = (m: item.Measures) => RawBuilder<unknown>

/** Resolves the query of a list once: period, condition and order. */
async function resolveQuery({ db, zone }: Deps, { query, caller, by }: Asked) {
  const view = item.viewOf(zone, query, caller)
  const m = item.measures(view)
  const periods = query.todos ? undefined : requestedRange(await aggregates.periods(db, view), query)
  const months = periods?.map(({ id }) => id)
  const ofPeriod = months?.length ? item.inPeriods(months) : sql`true`
  const bucket = ranges.predicate(view, query)
  const filters = await namingItems(db, await namingAccounts(db, query, 'month'), { text: query.search, months })
  const where = query.todos || months?.length ? item.where(caller, view, months, filters, bucket) : sql`false`
  const order = sortedBy(query.sort, byColumn(m)) ?? by ?? sql`a.period_id desc, c.code`
  const from = sql`${item.relation(view)} join account c on c.id = a.account_id`
  /** Rows by their ids, in the order of the ids. */
  const byIds = <R>(ids: readonly number[], extra: ExtraColumns | undefined) =>
    rows<R>(
      db,
      // The condition on ids beside the join is pushed down into the view.
      sql`${prepared} select ${columns(m)}${extra ? sql`, ${extra(m)}` : sql``} from unnest(${ids}::int[]) with ordinality as w(id, place)
        join ${item.relation(view)} on a.id = w.id ${item.names} where a.id = any(${ids}::int[]) and ${ofPeriod} order by w.place`,
    )
  const ids = async (page?: { limit: number; offset: number }, few?: readonly number[]) => {
    const first = page && !view.asOf && page.offset < MAX_SORTED_APART ? page.offset + page.limit : undefined
    const within = (ids: item.Fragment) => sql`a.id = any(${ids}) and ${ofPeriod}`
    const among = few
      ? within(sql`${few}::int[]`)
      : first === undefined
        ? where
        : within(item.firstOf(view, where, sql`${order}, a.id`, first))
    const found = await rows<{ id: number }>(
      db,
      sql`select a.id from ${from} where ${among} order by ${order}, a.id ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql``}`,
    )
    return found.map(({ id }) => id)
  }
  return { view, periods, from, where, ids, byIds }
}

/** A page of items with the sums of all: four statements, five with a bucket. */
async function page<R = Item>(deps: Deps, asked: Asked): Promise<Omit<Page, 'data'> & { data: R[] }> {
  const { query, extra } = asked
  const { view, periods, from, where, ids, byIds } = await resolveQuery(deps, asked)
  const { sumas, few } =
    periods?.length && asksOnlyPlace(query)
      ? { sumas: await storedSums(deps, asked, view, periods), few: undefined }
      : await countedSums(deps, from, where)
  const shown = await ids({ limit: query.limit, offset: (query.page - 1) * query.limit }, few)
  const data = shown.length > 0 ? await byIds<R>(shown, extra) : []
  return { data, total: sumas.reduce((sum, { items }) => sum + items, 0), page: query.page, limit: query.limit, sumas }
}
type Summed = Page['sumas'][number]
/** With the ids of all, if they are few: a page is found among them then. */
async function countedSums(deps: Deps, from: item.Fragment, where: item.Fragment) {
  const counted = await rows(
    deps.db,
    sql<
      Summed & { ids: number[] | null }
    >`select a.currency as "MONEDA", count(*)::int as items, sum(abs(a.balance)) as saldo, sum(${difference}) as diferencia, sum(${unexplained}) as "sinExplicar",
      coalesce(sum(${item.moved}) filter (where ${item.material}), 0) as "variacionMaterial",
      case when count(*) <= ${MAX_IDS} then array_agg(a.id) end as ids from ${from} where ${where} group by 1 order by 1`,
  )
  const ids = counted.flatMap((of) => of.ids ?? [])
  const sumas = counted.map(({ ids, ...sums }): Summed => sums)
  return { sumas, few: ids.length === total(sumas, 'items') ? ids : undefined }
}
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
  'estructura',
  'asOf',
]
const PAGING = ['page', 'limit', 'sort', 'format']
/** What the sheet of filters says elsewhere, or does not say. */
export const SAID = [...PLACE, ...PAGING, 'rubroId', 'rubroDe', 'periodIds', 'todos']
const asksOnlyPlace = (query: Query) =>
  Object.entries(query).every(([name, value]) => value === undefined || PLACE.includes(name) || PAGING.includes(name))
async function alsoAsked({ db }: Deps, { caller, query, locale }: Asked) {
  const asked = Object.entries(query).filter(([name, value]) => value !== undefined && !SAID.includes(name))
  const names = asked.length > 0 ? await filterNames(db, caller, query, locale) : {}
  return asked.map(([name, value]) => filterSaid(name, value, locale, names)).join('; ')
}
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
  const { ids, byIds, periods } = await resolveQuery(deps, asked)
  const { query, locale } = asked
  const everything = locale === 'en' ? 'All' : 'Todo'
  const filters = await filtersSheet(deps, asked.caller, query, {
    locale,
    of: [
      ['Períodos', 'Periods', periods ? periods.map(({ name }) => name).join(', ') : everything],
      ['Otros filtros', 'Other filters', (await alsoAsked(deps, asked)) || '—'],
    ],
  })
  const pages = pagesByIds(await ids(), (some) => byIds<R>(some, asked.extra))
  return exportRows(locale, namedBy(title, query.estructura), columns, pages, undefined, filters)
}
export const list = (deps: Deps, caller: Caller, query: Query, locale: Locale): Promise<Page | Bytes> =>
  query.format === 'excel' ? workbook(deps, { query, caller, locale }) : page(deps, { query, caller, locale })

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
  const view = item.viewOf(deps.zone, query, caller)
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
      sql`select ${columns(m)} from ${alone} ${item.names} where ${where} order by ${order}, a.id limit ${limit} offset ${(page - 1) * limit}`,
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
