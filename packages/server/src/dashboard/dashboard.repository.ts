import type { Analysis } from '@cuadre/api/analysis'
import { type RawBuilder, sql } from 'kysely'
import { accountScope, analysisScope } from '../access/scope.ts'
import { columns, from } from '../analysis/analysis.repository.ts'
import { completion, onTime, signed, unexplained } from '../analysis/measures.ts'
import { type Db, row, rows } from '../database/index.ts'
import { all } from '../database/list.ts'
import type { Caller } from '../http/context.ts'

export type Wanted = { periodId?: number | undefined; mes?: number | undefined; anio?: number | undefined }
export type Where = { paisId?: number | undefined; negocioId?: number | undefined; departamentoId?: number | undefined }
export type Period = {
  COD_PERIODO: number
  PERIODO: string
  ESTADO_ID: number
  VENCE_ANALISTA: string
  VENCE_JEFATURA: string
  VENCE_CONTROL: string
  VENCE_CIERRE: string
  /** Name of the one before it in time. */
  before: string | null
}

/** The period asked for; without a wish the newest open one, else the newest. */
export const period = (db: Db, { periodId, mes, anio }: Wanted) =>
  row(
    db,
    sql<Period>`select id as "COD_PERIODO", name as "PERIODO", status_id as "ESTADO_ID", due_analyst as "VENCE_ANALISTA", due_jefatura as "VENCE_JEFATURA",
        due_control as "VENCE_CONTROL", due_close as "VENCE_CIERRE",
        (select max(o.name) from period o where o.name < p.name) as before from period p
      where ${all(
        periodId !== undefined && sql`id = ${periodId}`,
        anio !== undefined && sql`left(name, 4)::int = ${anio}`,
        mes !== undefined && sql`right(name, 2)::int = ${mes}`,
      )} order by (${mes === undefined && anio === undefined} and status_id = 1) desc, name desc limit 1`,
  )

/** The base relation: the analyses in scope that the filters let through, under the alias `a`. */
const items = (caller: Caller, { paisId, negocioId, departamentoId }: Where) =>
  all(
    analysisScope(caller),
    paisId !== undefined && sql`a.country_id = ${paisId}`,
    negocioId !== undefined && sql`a.business_id = ${negocioId}`,
    departamentoId !== undefined && sql`a.department_id = ${departamentoId}`,
  )
export const count = (what: RawBuilder<unknown>) => sql`count(*) filter (where ${what})::int`

export type Sums = {
  PERIODO: string
  ID_PAIS: number
  PAIS: string
  ID_NEGOCIO: number
  NEGOCIO: string
  MONEDA: string
  items: number
  firmas: number
  enPlazo: number
  completado: number
  completadoTarde: number
  vencido: number
  pendiente: number
  sinExplicar: string
}
/** Sums by business and currency of a period and the twelve before it that there are: what every ratio of management is made of. */
export const sums = (db: Db, caller: Caller, where: Where, until: string) =>
  rows(
    db,
    sql<Sums>`select g.*, p.name as "PERIODO", k.name as "PAIS", n.name as "NEGOCIO" from (
        select a.period_id, a.country_id as "ID_PAIS", a.business_id as "ID_NEGOCIO", a.currency as "MONEDA", count(*)::int as items, sum(${signed})::int as firmas,
          sum(${onTime})::int as "enPlazo", ${count(completion.completado)} as completado, ${count(completion.completado_tarde)} as "completadoTarde",
          ${count(completion.vencido)} as vencido, ${count(completion.pendiente)} as pendiente, sum(${unexplained}) as "sinExplicar"
        from analysis a where a.period_id in (select id from period where name <= ${until} order by name desc limit 13) and ${items(caller, where)}
        group by 1, 2, 3, 4) g
      join period p on p.id = g.period_id join country k on k.id = g."ID_PAIS" join business n on n.id = g."ID_NEGOCIO"
      order by p.name, k.name, n.name, g."MONEDA"`,
  )

/** Analyses of a period that meet a condition, in an order. */
export const some = (
  db: Db,
  caller: Caller,
  where: Where,
  periodId: number,
  { what, by, limit }: { what: RawBuilder<unknown>; by: RawBuilder<unknown>; limit: number },
) =>
  rows(
    db,
    sql<Analysis>`select ${columns} from ${from} where a.period_id = ${periodId} and ${items(caller, where)} and ${what} order by ${by}, a.id limit ${limit}`,
  )

/** Counts of a period grouped by columns of `from`. */
export const grouped = <R>(
  db: Db,
  caller: Caller,
  where: Where,
  periodId: number,
  { names, by, counts }: { names: RawBuilder<unknown>; by: RawBuilder<unknown>; counts: Record<string, RawBuilder<unknown>> },
) =>
  rows(
    db,
    sql<R>`select ${names}, count(*)::int as total, ${sql.join(Object.entries(counts).map(([name, what]) => sql`${count(what)} as ${sql.ref(name)}`))}
      from ${from} where a.period_id = ${periodId} and ${items(caller, where)} group by ${by} order by ${by}`,
  )

/** Active accounts with a balance that nobody analyses. */
export const unassigned = async (db: Db, caller: Caller, periodId: number) =>
  (
    await row(
      db,
      sql<{ n: number }>`select count(*)::int as n from account c where c.active and c.analyst_id is null and ${accountScope(caller)}
        and exists (select from balance b where b.account_id = c.id and b.period_id = ${periodId})`,
    )
  )?.n ?? 0
