import type { AnalysisDetail, AnalysisEvent, AnalysisFile, Annex } from '@cuadre/api/analysis'
import type { Parsed, SortKeyOf } from '@cuadre/api/endpoint'
import type { Group, groupHistory, listGroupsForControl } from '@cuadre/api/group'
import { type RawBuilder, sql } from 'kysely'
import { analysisScope } from '../../platform/access/scope.ts'
import { state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { contains, page, type Sortable } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'
import {
  from as analyses,
  eventColumns,
  eventPeople,
  fileJson,
  filter,
  MARKED,
  names,
  reasonCode,
  substate,
} from '../analysis/analysis.repository.ts'
import { type ListRole, states } from '../analysis/measures.ts'
import { annexesJson } from '../annex/annex.repository.ts'
import { stateLimit } from '../status/state-limit.ts'
import { type Former, formerJson } from '../submission/explanation.ts'
import { downloadedVersionJson } from '../template/template.repository.ts'

/** Aliases: `g` the group, `m` the sums of its members, `a` the member that represents it. */

const worst = (column: string, order: RawBuilder<unknown>) =>
  sql`(array_agg(b.${sql.ref(column)} order by array_position(${order}, b.${sql.ref(column)}::text)))[1]`
const gravity = sql`array['critica', 'material', 'menor', 'no_material']`
export const from = sql`analysis_group g
  join lateral (select min(b.id) as head, count(*)::int as n, coalesce(sum(b.balance), 0) as balance, coalesce(sum(b.value), 0) as value, coalesce(sum(b.difference), 0) as difference,
    coalesce(max(b.revision), 0) as revision, min(b.due_analyst) as due_analyst, min(b.due_jefatura) as due_jefatura, min(b.due_control) as due_control,
    ${worst('materiality', gravity)} as materiality, ${worst('risk', sql`array['A', 'M', 'B']`)} as risk,
    case when count(distinct coalesce(b.comment, '')) = 1 then min(b.comment) end as comment from analysis b where b.group_id = g.id) m on true
  join analysis a on a.id = m.head ${names}`
/** It is due when the first of its members is: one may have more time, which the others do not get by being grouped with it. */
const dueNow = sql`(case when ${states.approved} then null when ${states.atControl} then m.due_control when ${states.atJefatura} then m.due_jefatura else m.due_analyst end)`
const late = sql`coalesce(${dueNow} < now(), false)`
/** How many members are marked, by kind. */
const unusual = sql`(select coalesce(json_agg(json_build_object('VEREDICTO', v.verdict, 'CUENTAS', v.n) order by v.verdict), '[]')
  from (select e.verdict, count(*)::int as n from analysis b join movement_expected e on e.period_id = b.period_id and e.account_id = b.account_id
    where b.group_id = g.id and e.verdict in ${MARKED} group by e.verdict) v)`
const columnsWith = (
  limit: RawBuilder<unknown>,
) => sql`g.id as "AGRUPADO_ID", g.name as "NOMBRE", a.period_id as "COD_PERIODO", p.name as "PERIODO", a.business_id as "ID_NEGOCIO", n.name as "NEGOCIO",
  a.department_id as "COD_DEPARTAMENTO", d.name as "DEPARTAMENTO", a.currency as "MONEDA", a.analyst_id as "ID_ANALISTA", u.name as "ANALISTA", j.name as "JEFE",
  m.n as "CUENTAS", m.balance as "VALOR_BALANCE", m.value as "VALOR_ANALISIS", m.difference as "VARIACION", m.comment as "COMENTARIO_VARIACION",
  m.materiality as "MATERIALIDAD", ${unusual} as "INUSUALES", m.risk as "RIESGO", a.state_main as "ESTADO_PRINCIPAL_ID", a.state_jefatura as "ESTADO_JEFATURA_ID",
  a.state_control as "ESTADO_CONTROL_ID", a.submitted_at as "FECHA_ENVIO", a.version as "VERSION", m.revision as "REVISION", coalesce(m.due_analyst, a.due_analyst) as "VENCE_ANALISTA",
  coalesce(m.due_jefatura, a.due_jefatura) as "VENCE_JEFATURA", coalesce(m.due_control, a.due_control) as "VENCE_CONTROL", ${late} as "ATRASADO", a.rejection as "MOTIVO_RECHAZO", ${reasonCode} as "MOTIVO_CODIGO", ${substate} as "SUBESTADO", ${limit} as "LIMITE_ESTADO",
  (select ${fileJson} from analysis_file f where f.analysis_id = a.id and f.version = a.version and f.group_id = g.id) as "ARCHIVO"`
const columns = columnsWith(sql`null::json`)
/** Of a group that is looked for by its name. */
export const found = sql`g.id as "AGRUPADO_ID", g.period_id as "COD_PERIODO", g.name as "NOMBRE", n.name as "NEGOCIO", u.name as "ANALISTA", m.n as "CUENTAS", a.currency as "MONEDA",
  m.balance as "VALOR_BALANCE", m.materiality as "MATERIALIDAD", a.state_main as "ESTADO_PRINCIPAL_ID", a.submitted_at as "FECHA_ENVIO"`
/** With how long each may stay in its state. */
const columnsIn = (zone: string) => columnsWith(stateLimit(zone))

const rank = sql`array_position(${gravity}, m.materiality)`
const sortable: Sortable<SortKeyOf<Query>> = {
  AGRUPADO_ID: sql`g.id`,
  NOMBRE: sql`g.name`,
  PERIODO: sql`p.name`,
  NEGOCIO: sql`n.name`,
  DEPARTAMENTO: sql`d.name`,
  ANALISTA: sql`u.name`,
  CUENTAS: sql`m.n`,
  VALOR_BALANCE: sql`m.balance`,
  // What was not sent has none (decisions §13), and stands at the end.
  VALOR_ANALISIS: sql`case when a.submitted_at is not null then m.value end`,
  VARIACION: sql`case when a.submitted_at is not null then m.difference end`,
  MATERIALIDAD: rank,
  RIESGO: sql`m.risk`,
  ESTADO_PRINCIPAL_ID: sql`a.state_main`,
  ESTADO_JEFATURA_ID: sql`a.state_jefatura`,
  ESTADO_CONTROL_ID: sql`a.state_control`,
  FECHA_ENVIO: sql`a.submitted_at`,
  VENCE_ANALISTA: sql`m.due_analyst`,
  VENCE_JEFATURA: sql`m.due_jefatura`,
  VENCE_CONTROL: sql`m.due_control`,
  ATRASADO: late,
}
const orders = {
  riesgo: sql`${rank}, abs(m.difference) desc`,
  cuenta: sql`g.name, p.name desc`,
  vence: sql`${dueNow} nulls last`,
  diferencia: sql`case when a.submitted_at is not null then abs(m.difference) else 0 end desc`,
  saldo: sql`abs(m.balance) desc`,
}

export type Query = Omit<Parsed<typeof listGroupsForControl>['query'], 'format'>

/** Groups with a member that matches the filters, a text also by their own name; the sums are of all members. */
export const list = (db: Db, caller: Caller, asking: ListRole, zone: string, { search, ...query }: Query) =>
  page<Group, typeof query>(db, query, {
    select: columnsIn(zone),
    from,
    where: sql`g.id in (select a.group_id from ${analyses} where a.group_id is not null and ${filter(caller, asking, zone, query)}
      and (${contains(sql`c.search`, search)} or ${contains(sql`plain(g.name)`, search)}))`,
    sortable,
    by: query.orderBy
      ? orders[query.orderBy]
      : asking === 'analista'
        ? sql`(a.state_main = ${state.rechazado}) desc, ${late} desc, ${dueNow} nulls last`
        : orders.riesgo,
    id: sql`g.id`,
  })

/** Without a check of the caller's scope. */
export const find = (db: Db, id: number) => row(db, sql<Group>`select ${columns} from ${from} where g.id = ${id}`)
/** All members have the same analyst, business and department, so whoever sees one sees all. */
export const findInScope = (db: Db, caller: Caller, zone: string, id: number) =>
  row(db, sql<Group>`select ${columnsIn(zone)} from ${from} where g.id = ${id} and ${analysisScope(caller)}`)

type GroupReviewData = {
  template: AnalysisDetail['PLANTILLA']
  files: AnalysisFile[]
  annexes: Annex[]
  former: Record<number, Former[]>
  uploaders: number[]
  broken: number | null
}
/** Its files, newest first, one row per version; everybody who uploaded anything; and whether the event chain is valid. */
export const reviewDataOf = async (db: Db, caller: Caller, id: number): Promise<GroupReviewData> =>
  (await row(
    db,
    sql<GroupReviewData>`select
      (select coalesce(json_agg(${fileJson} order by f.version desc), '[]') from (select distinct on (version) * from analysis_file where group_id = g.id
        order by version desc, analysis_id) f) as files,
      ${annexesJson(caller, sql`select b.id from analysis b where b.group_id = ${id}`)} as annexes,
      (select coalesce(json_agg(distinct f.uploaded_by), '[]') from v_upload f join analysis a on a.id = f.analysis_id where a.group_id = g.id) as uploaders,
      (select ${downloadedVersionJson} from analysis a where a.group_id = g.id order by a.id limit 1) as template,
      (select coalesce(json_object_agg(a.id, ${formerJson}), '{}') from analysis a join period p on p.id = a.period_id where a.group_id = g.id) as former,
      verify_own_events((select array_agg(m.id) from analysis m where m.group_id = g.id)) as broken from analysis_group g where g.id = ${id}`,
  ))!

/** What members record of one step of their group; steps on an annex are separate. */
const oneStep = sql`e.kind, e.detail -> 'grupo' ->> 'revision', e.actor_id, e.detail ->> 'anexo', e.detail -> 'grupo' ->> 'paso'`
/**
 * One row per step, although every member records it: with what was said of all of them, or of each what was said of it. `e` is in scope through the analysis `a`.
 */
const steps = (
  caller: Caller,
  id: number,
) => sql`select distinct on (${oneStep}) e.id, e.kind, e.at, e.actor_id, e.role_id, e.detail, e.hash,
    case when min(coalesce(e.comment, '')) over whole = max(coalesce(e.comment, '')) over whole then e.comment
      else string_agg(c.code || ': ' || nullif(e.comment, ''), E'\n') over whole end as comment
  from event e join analysis a on a.id = e.analysis_id join account c on c.id = a.account_id
  where (e.detail -> 'grupo' ->> 'id')::int = ${id} and e.detail -> 'grupo' is not null and ${analysisScope(caller)}
  window whole as (partition by ${oneStep} order by c.code rows between unbounded preceding and unbounded following) order by ${oneStep}, e.id`
export const events = (db: Db, caller: Caller, id: number) =>
  rows(db, sql<AnalysisEvent>`select ${eventColumns} from (${steps(caller, id)}) e ${eventPeople} order by e.id`)
export const eventPage = (db: Db, caller: Caller, id: number, query: Parsed<typeof groupHistory>['query']) =>
  page<AnalysisEvent, typeof query>(db, query, {
    select: eventColumns,
    from: sql`(${steps(caller, id)}) e ${eventPeople}`,
    where: sql`true`,
    sortable: { FECHA: sql`e.id` },
    by: sql`e.id desc`,
    id: sql`e.id`,
  })

export const create = async (
  tx: Db,
  userId: number,
  name: string,
  { period_id, business_id }: { period_id: number; business_id: number },
) =>
  (await row(
    tx,
    sql<{ id: number }>`insert into analysis_group (period_id, business_id, analyst_id, name, created_by)
      values (${period_id}, ${business_id}, ${userId}, ${name}, ${userId}) returning id`,
  ))!.id
/** All members get the same version and revision, as a group requires. */
export const join = (tx: Db, ids: readonly number[], groupId: number, { version, revision }: { version: number; revision: number }) =>
  sql`update analysis set group_id = ${groupId}, version = ${version}, revision = ${revision} where id = any(${ids}::int[])`.execute(tx)
export const leave = (tx: Db, ids: readonly number[]) =>
  sql`update analysis set group_id = null, revision = revision + 1 where id = any(${ids}::int[])`.execute(tx)
export const touch = (tx: Db, ids: readonly number[], revision: number) =>
  sql`update analysis set revision = ${revision} where id = any(${ids}::int[])`.execute(tx)
export const dissolve = (tx: Db, id: number) => sql`update analysis_group set dissolved_at = now() where id = ${id}`.execute(tx)
