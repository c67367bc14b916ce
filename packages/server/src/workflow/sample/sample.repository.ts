import type { MATERIALITY } from '@cuadre/api/analysis'
import type { Parsed } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import type { drawSample, listSampleRows, listSamples, Sample, SampleRow } from '@cuadre/api/sample'
import { sql } from 'kysely'
import { analysisScope, auditedScope } from '../../platform/access/scope.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'
import { sent } from '../analysis/measures.ts'

type Stratum = (typeof MATERIALITY)[number]
type Draw = Parsed<typeof drawSample>['body'] & { semilla: string }

/** Opened by the auditor since it was drawn, according to the access log. */
const openings = sql`auditor_access l where l.user_id = s.drawn_by and l.call = 'getAnalysis' and l.route = '/analysis/' || i.analysis_id and l.at >= s.drawn_at`
/** An auditor sees their own; others those that hold an analysis in their scope. */
const visible = (caller: Caller) =>
  caller.roleId === ROLE.auditor
    ? sql`s.drawn_by = ${caller.userId}`
    : sql`exists (select from audit_sample_item i join analysis a on a.id = i.analysis_id where i.sample_id = s.id and ${analysisScope(caller)})`
const seen = sql`(select count(*) from audit_sample_item i where i.sample_id = s.id and exists (select from ${openings}))`
const drawn = sql`(select count(*) from audit_sample_item i where i.sample_id = s.id)`
const state = sql`case when ${seen} = 0 then 'por_revisar' when ${seen} < ${drawn} then 'en_revision' else 'revisada' end`
const observations = (
  open: boolean,
) => sql`(select count(*)::int from observation o join audit_sample_item i on i.analysis_id = o.analysis_id
  where i.sample_id = s.id and o.auditor_id = s.drawn_by ${open ? sql`and o.state <> 'cerrada'` : sql``})`
const columns = sql`s.id as "ID", s.name as "NOMBRE", u.name as "AUDITOR", s.drawn_at as "EXTRAIDA_EN", s.size as "N", s.seed as "SEMILLA", s.period_id as "COD_PERIODO",
  p.name as "PERIODO", k.name as "PAIS", s.business_id as "ID_NEGOCIO", n.name as "NEGOCIO", s.department_id as "COD_DEPARTAMENTO", d.name as "DEPARTAMENTO",
  s.population as "POBLACION", ${drawn}::int as "SELECCIONADOS",
  ${seen}::int as "VISTOS", ${state} as "ESTADO", ${observations(false)} as "OBSERVACIONES", ${observations(true)} as "OBSERVACIONES_ABIERTAS",
  s.strata as "ESTRATOS"`
const from = sql`audit_sample s join app_user u on u.id = s.drawn_by left join period p on p.id = s.period_id left join business n on n.id = s.business_id
  left join country k on k.id = s.country_id left join department d on d.id = s.department_id`
export const list = (db: Db, caller: Caller, query: Parsed<typeof listSamples>['query']) =>
  page<Sample, typeof query>(db, query, {
    select: columns,
    from,
    where: all(
      visible(caller),
      query.search ? sql`(${contains(sql`s.search`, query.search)} or ${contains(sql`u.search`, query.search)})` : undefined,
      query.periodId !== undefined && sql`s.period_id = ${query.periodId}`,
      query.businessId !== undefined && sql`s.business_id = ${query.businessId}`,
      query.auditorId !== undefined && sql`s.drawn_by = ${query.auditorId}`,
      query.estado && sql`${state} = any(${query.estado}::text[])`,
    ),
    sortable: { NOMBRE: sql`s.name`, EXTRAIDA_EN: sql`s.drawn_at`, AUDITOR: sql`u.name`, N: sql`s.size` },
    by: sql`s.id desc`,
    id: sql`s.id`,
  })
export const find = (db: Db, caller: Caller, id: number) =>
  row(db, sql<Sample>`select ${columns} from ${from} where s.id = ${id} and ${visible(caller)}`)

/** As they were when drawn; of analyses outside the auditor's businesses or periods only that they were drawn. */
export const items = (
  db: Db,
  caller: Caller,
  id: number,
  query: Pick<Parsed<typeof listSampleRows>['query'], 'page' | 'limit' | 'search' | 'sort' | 'visto'>,
) =>
  page<SampleRow, typeof query>(db, query, {
    select: sql`i.place as "LUGAR", i.analysis_id as "COD_ANALISIS", i.materiality as "MATERIALIDAD", p.name as "PERIODO", n.name as "NEGOCIO", c.code as "CUENTA",
      c.name as "NOMBRE_CUENTA", a.currency as "MONEDA", a.drawn as "VALOR_BALANCE", a.supported as "VALOR_ANALISIS", a.drawn - a.supported as "VARIACION",
      coalesce(${analysisScope(caller)}, false) as "VISIBLE",
      (select max(l.at) from ${openings}) as "VISTO_EN",
      (select count(*)::int from observation o where o.analysis_id = i.analysis_id and o.auditor_id = s.drawn_by) as "OBSERVACIONES"`,
    from: sql`audit_sample_item i join audit_sample s on s.id = i.sample_id left join lateral (select a.*, i.balance as drawn, i.value as supported from analysis a
        where a.id = i.analysis_id and ${auditedScope(caller)}) a on true
      left join period p on p.id = a.period_id left join account c on c.id = a.account_id left join business n on n.id = a.business_id`,
    where: all(
      sql`i.sample_id = ${id}`,
      contains(sql`c.search`, query.search),
      query.visto !== undefined && sql`exists (select from ${openings}) = ${query.visto}`,
    ),
    sortable: { LUGAR: sql`i.place`, CUENTA: sql`c.code`, VALOR_BALANCE: sql`a.drawn` },
    by: sql`i.place`,
    id: sql`i.place`,
  })

const population = (caller: Caller, { periodId, businessId, departmentId }: Draw) =>
  all(
    analysisScope(caller),
    periodId !== undefined && sql`a.period_id = ${periodId}`,
    businessId !== undefined && sql`a.business_id = ${businessId}`,
    departmentId !== undefined && sql`a.department_id = ${departmentId}`,
  )

/** The number of analyses per class, for classes that have any. */
export const strata = (tx: Db, caller: Caller, draw: Draw) =>
  rows(
    tx,
    sql<{
      materiality: Stratum
      n: number
    }>`select a.materiality, count(*)::int as n from analysis a where ${population(caller, draw)} group by 1`,
  )

export const insert = async (
  tx: Db,
  { userId, countryId }: Caller,
  { nombre, n, semilla, periodId, businessId, departmentId }: Draw,
  ESTRATOS: Sample['ESTRATOS'],
) =>
  (await row(
    tx,
    sql<{
      id: number
    }>`insert into audit_sample (name, drawn_by, size, seed, period_id, country_id, business_id, department_id, strata, population)
      values (${nombre}, ${userId}, ${n}, ${semilla}, ${periodId ?? null}, ${businessId === undefined ? countryId : null}, ${businessId ?? null},
        ${departmentId ?? null}, ${JSON.stringify(ESTRATOS)}::jsonb,
        ${ESTRATOS.reduce((sum, { poblacion }) => sum + poblacion, 0)}) returning id`,
  ))!.id

/** The first of each stratum ordered by the hash of seed and id; strata in the order given. */
export const draw = (tx: Db, caller: Caller, id: number, wanted: Draw, ESTRATOS: Sample['ESTRATOS']) =>
  sql`insert into audit_sample_item (sample_id, place, analysis_id, materiality, balance, value)
    select ${id}::int, row_number() over (order by q.place, r.n), r.id, r.materiality, r.balance, r.value from (
      select a.id, a.materiality, a.balance, ${sent.value} as value,
        row_number() over (partition by a.materiality order by sha256(convert_to(${wanted.semilla}::text || ':' || a.id, 'UTF8'))) as n
      from analysis a where ${population(caller, wanted)}) r
    join unnest(${ESTRATOS.map((s) => s.materialidad)}::text[], ${ESTRATOS.map((s) => s.n)}::int[]) with ordinality as q(materiality, quota, place)
      on q.materiality = r.materiality and r.n <= q.quota`.execute(tx)
