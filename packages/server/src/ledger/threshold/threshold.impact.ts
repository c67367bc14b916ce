import type { Output } from '@cuadre/api/endpoint'
import { MAX_NAMED, type simulateThreshold, type ThresholdImpact } from '@cuadre/api/threshold'
import { type RawBuilder, sql } from 'kysely'
import { periodStatus, state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'

/**
 * Analyses to which threshold `id` currently applies, each with its new class. The usual comparison is inlined instead of a function call:
 * there may be half a million.
 */
const reclassified = (id: number, where: RawBuilder<unknown>) => sql`(
  select a.id, a.account_id, a.business_id, a.period_id, p.name as period, p.status_id = ${periodStatus.cerrado} as closed, a.currency,
    a.rejections_jefatura + a.rejections_control as rejections, a.reopenings, a.state_main in (${state.pendiente}, ${state.rechazado}) as unsigned, a.materiality as before,
    materiality(a.balance, f.amount, t, a.risk) as after, a.balance - coalesce(f.amount, 0) as moved,
    case when a.state_main = ${state.revision} then 'revision' when a.state_main = ${state.rechazado} then 'rechazado' when a.state_main = ${state.aprobado} then 'aprobado'
      when a.submitted_at is not null then 'enviado' else 'por_enviar' end as state, a.state_main = ${state.pendiente} and a.submitted_at is not null and coalesce(a.comment, '') = '' as unexplained
  from analysis a join period p on p.id = a.period_id
  cross join lateral threshold_of(a.account_id, a.business_id, a.country_id, a.heading_id, p.name) t
  cross join lateral (select case t.compare when 'MES_ANTERIOR' then a.previous else reference_balance(a.account_id, p.name, t.compare, a.previous) end as amount) f
  where t.id = ${id} and ${where})`
const live = sql`p.status_id <> ${periodStatus.cerrado}`
/** What may be classified again: neither signed nor in a closed period. */
const unsigned = sql`${live} and a.state_main in (${state.pendiente}, ${state.rechazado})`
const isMaterial = (column: RawBuilder<unknown>) => sql`${column} in ('material', 'critica')`
const gravity = (column: RawBuilder<unknown>) => sql`array_position(array['no_material', 'menor', 'material', 'critica'], ${column})`

const classes = (
  column: RawBuilder<unknown>,
  where = sql`true`,
) => sql`json_build_object('no_material', count(*) filter (where ${column} = 'no_material' and ${where}), 'menor', count(*) filter (where ${column} = 'menor' and ${where}),
  'material', count(*) filter (where ${column} = 'material' and ${where}), 'critica', count(*) filter (where ${column} = 'critica' and ${where}))`
/** Aggregates changed analyses with `count`, by business and class, as a JSON list. */
const changesBy = (
  counts: RawBuilder<unknown>,
) => sql`(select coalesce(json_agg(x order by x."NEGOCIO", ${gravity(sql`x."DE"`)}, ${gravity(sql`x."A"`)}), '[]')
  from (select b.id as "ID_NEGOCIO", b.name as "NEGOCIO", j.before as "DE", j.after as "A", ${counts}
    from j join business b on b.id = j.business_id where j.before <> j.after group by b.id, j.before, j.after) x)`

type Impact = Omit<ThresholdImpact, 'huella'> & { mark: string }
/** `mark` changes with any figure or name of the impact. */
export const impact = async (db: Db, id: number): Promise<Impact> =>
  (await row(
    db,
    sql<Impact>`with j as materialized ${reclassified(id, live)},
      crossing as materialized (select * from j where before <> after
        and (${isMaterial(sql`before`)} <> ${isMaterial(sql`after`)} or 'critica' in (before, after)))
      select count(*) filter (where unsigned and before <> after)::int as cambian, ${classes(sql`before`, sql`unsigned`)} as antes, ${classes(sql`after`, sql`unsigned`)} as despues,
        (select coalesce(json_agg(json_build_object('PERIODO', period, 'cambian', n) order by period desc), '[]')
          from (select period, count(*)::int as n from j where unsigned and before <> after group by period) x) as periodos,
        ${changesBy(sql`count(*) filter (where j.unsigned)::int as cambian, count(*) filter (where j.state = 'enviado')::int as enviados,
          count(*) filter (where j.unexplained and ${isMaterial(sql`j.after`)} and not ${isMaterial(sql`j.before`)})::int as "sinComentario",
          count(*) filter (where not j.unsigned)::int as quedan`)} as cambios,
        json_build_object('total', (select count(*) from crossing), 'data', (select coalesce(json_agg(x."row" order by x.n), '[]') from (
          select row_number() over w as n, json_build_object('COD_ANALISIS', j.id, 'CUENTA', c.code, 'NOMBRE_CUENTA', c.name, 'NEGOCIO', b.name, 'PERIODO', j.period,
              'MONEDA', c.currency, 'MOVIMIENTO', j.moved::text, 'DE', j.before, 'A', j.after, 'ESTADO', j.state, 'SIN_COMENTARIO', j.unexplained) as "row"
          from crossing j join account c on c.id = j.account_id join business b on b.id = j.business_id
          window w as (order by ${gravity(sql`j.after`)} desc, ${gravity(sql`j.before`)} desc, abs(j.moved) desc, j.id) order by n limit ${MAX_NAMED}) x)) as cruzan,
        md5(coalesce(string_agg(concat_ws(':', id, before, after, state, unexplained), ',' order by id) filter (where before <> after), '')) as mark from j`,
  ))!

/** Locks the analyses, so that nobody submits or signs while they are classified again. */
export const lockReclassified = (tx: Db, id: number) =>
  sql`with j as materialized ${reclassified(id, unsigned)} select from analysis a join j on j.id = a.id where j.before <> j.after order by a.id for no key update of a`.execute(
    tx,
  )

/** @returns how many were classified again, per period */
export const reclassify = (tx: Db, id: number) =>
  rows(
    tx,
    sql<{ period_id: number; ids: number[] }>`with j as materialized ${reclassified(id, unsigned)},
      done as (update analysis a set materiality = j.after, revision = a.revision + 1 from j where a.id = j.id and j.before <> j.after returning a.id, a.period_id)
      select period_id, array_agg(id order by id) as ids from done group by period_id order by period_id`,
  )

/** Errors found afterwards on one side of the threshold, as JSON. */
const errorsThat = (side: RawBuilder<unknown>, then: RawBuilder<unknown>) => sql`json_build_object(
  'total', (select count(*) from found where ${side}), 'ya', (select count(*) from found where ${side} and ${then}),
  'monto', (select coalesce(json_agg(json_build_object('MONEDA', x.currency, 'monto', x.amount::text) order by x.currency), '[]')
    from (select currency, sum(abs(moved)) as amount from found where ${side} group by 1) x),
  'data', (select coalesce(json_agg(x."row" order by x.n), '[]') from (
    select row_number() over (order by abs(f.moved) desc, f.id) as n, json_build_object('COD_ANALISIS', f.id, 'CUENTA', c.code, 'NOMBRE_CUENTA', c.name, 'NEGOCIO', b.name,
        'PERIODO', f.period, 'MONEDA', f.currency, 'MOVIMIENTO', f.moved::text, 'DE', f.before, 'A', f.after, 'RECHAZOS', f.rejections, 'REAPERTURAS', f.reopenings) as "row"
    from found f join account c on c.id = f.account_id join business b on b.id = f.business_id where ${side} order by n limit ${MAX_NAMED}) x))`
const isMissed = (column: RawBuilder<unknown>) => sql`${column} not in ('material', 'critica')`

type Simulated = Pick<Output<typeof simulateThreshold>, 'meses' | 'cambios' | 'errores'>
/** Over the last `n` periods, closed ones included. */
export const simulation = async (db: Db, id: number, n: number): Promise<Simulated> =>
  (await row(
    db,
    sql<Simulated>`with j as materialized ${reclassified(id, sql`p.id in (select id from period order by name desc limit ${n})`)},
      found as materialized (select * from j where closed and rejections + reopenings > 0)
      select (select coalesce(json_agg(x order by x."PERIODO" desc), '[]') from (
          select period as "PERIODO", ${classes(sql`before`)} as antes, ${classes(sql`after`)} as despues, count(*) filter (where before <> after)::int as cambian,
            count(*) filter (where closed and rejections + reopenings > 0 and ${isMaterial(sql`before`)} and ${isMissed(sql`after`)})::int as errores
          from j group by period) x) as meses,
        ${changesBy(sql`count(*)::int as cambian`)} as cambios,
        json_build_object('periodos', (select count(distinct period) from j where closed),
          'captados', ${errorsThat(isMaterial(sql`after`), isMaterial(sql`before`))}, 'perdidos', ${errorsThat(isMissed(sql`after`), isMissed(sql`before`))}) as errores`,
  ))!
