import type { Parsed } from '@cuadre/api/endpoint'
import type { createThreshold, listThresholdChanges, listThresholds, Threshold, updateThreshold } from '@cuadre/api/threshold'
import { type RawBuilder, sql } from 'kysely'
import { businessScope } from '../../platform/access/scope.ts'
import { periodStatus } from '../../platform/database/codes.ts'
import { type Db, row } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'

type Rule = Omit<Parsed<typeof updateThreshold>['body'], 'motivo' | 'simular' | 'huella'>
export type Scope = Pick<Parsed<typeof createThreshold>['body'], 'ALCANCE' | 'ALCANCE_ID'>

const scopeName = sql`case when t.account_id is not null then 'CUENTA' when t.heading_id is not null then 'RUBRO' when t.business_id is not null then 'NEGOCIO'
  when t.country_id is not null then 'PAIS' else 'GLOBAL' end`
const lastClosed = sql`(select max(name) from period where status_id = ${periodStatus.cerrado})`
const newest = sql`(select coalesce(max(name), to_char(now(), 'YYYY-MM')) from period)`
const force = sql`case when t.valid_from > ${newest} then 'FUTURO' when exists (select from threshold o where o.valid_from > t.valid_from and o.valid_from <= ${newest}
    and (o.country_id, o.business_id, o.heading_id, o.account_id) is not distinct from (t.country_id, t.business_id, t.heading_id, t.account_id)) then 'ANTERIOR'
  else 'VIGENTE' end`
const columns = sql`t.id as "ID", ${scopeName} as "ALCANCE", coalesce(t.account_id, t.heading_id, t.business_id, t.country_id) as "ALCANCE_ID",
  coalesce(c.code || ' ' || c.name, h.name, b.name, k.name) as "ALCANCE_NOMBRE", t.base as "BASE", t.amount as "MONTO", t.percent::text as "PORCENTAJE",
  t.compare as "COMPARAR", t.trivial::text as "PISO_TRIVIAL", t.factor_a::text as "FACTOR_A", t.factor_m::text as "FACTOR_M", t.factor_b::text as "FACTOR_B",
  nullif(t.valid_from, '0000-00') as "VIGENTE_DESDE", ${force} as "VIGENCIA", t.reason as "MOTIVO", u.name as "POR", t.saved_at as "FECHA",
  t.valid_from > coalesce(${lastClosed}, '') as "MODIFICABLE"`
const from = sql`threshold t left join account c on c.id = t.account_id left join heading h on h.id = t.heading_id left join business b on b.id = coalesce(t.business_id, c.business_id)
  left join country k on k.id = t.country_id left join app_user u on u.id = t.saved_by`

/** Thresholds of a country, business or account in scope, and general ones. */
const visible = (
  caller: Caller,
) => sql`(t.country_id is null or t.country_id in (select country_id from business s where ${businessScope(caller, sql`s.id`)}))
  and (b.id is null or ${businessScope(caller, sql`b.id`)})`

export const list = (db: Db, caller: Caller, query: Parsed<typeof listThresholds>['query']) =>
  page<Threshold, typeof query>(db, query, {
    select: columns,
    from,
    where: all(
      visible(caller),
      query.alcance && query.alcance.length > 0 && sql`${scopeName} = any(${query.alcance}::text[])`,
      query.vigencia && query.vigencia.length > 0 && sql`${force} = any(${query.vigencia}::text[])`,
      contains(sql`plain(concat_ws(' ', c.code, c.name, h.name, b.name, k.name))`, query.search),
    ),
    sortable: {
      VIGENTE_DESDE: sql`t.valid_from`,
      MONTO: sql`t.amount`,
      PORCENTAJE: sql`t.percent`,
      ALCANCE_NOMBRE: sql`coalesce(c.code, h.name, b.name, k.name)`,
    },
    by: sql`array_position(array['GLOBAL', 'PAIS', 'NEGOCIO', 'RUBRO', 'CUENTA'], ${scopeName}), coalesce(c.code, h.name, b.name, k.name), t.valid_from desc`,
    id: sql`t.id`,
  })
export const find = (db: Db, caller: Caller, id: number) =>
  row(db, sql<Threshold>`select ${columns} from ${from} where t.id = ${id} and ${visible(caller)}`)

export const changes = (db: Db, id: number, query: Parsed<typeof listThresholdChanges>['query']) =>
  page<
    {
      ID: number
      FECHA: string
      POR: string
      MOTIVO: string
      RECLASIFICADOS: number
      ANTES: Record<string, unknown> | null
      DESPUES: Record<string, unknown>
    },
    typeof query
  >(db, query, {
    select: sql`h.id as "ID", h.changed_at as "FECHA", u.name as "POR", h.reason as "MOTIVO", h.reclassified as "RECLASIFICADOS", h.old_value as "ANTES", h.new_value as "DESPUES"`,
    from: sql`threshold_change h join app_user u on u.id = h.changed_by`,
    where: sql`h.threshold_id = ${id}`,
    sortable: {},
    by: sql`h.id desc`,
    id: sql`h.id`,
  })

/** One change at a time: the most specific threshold applies, so each depends on the others. */
export const lock = (tx: Db) => sql`lock table threshold in share row exclusive mode`.execute(tx)

/** All thresholds that the caller may see, as one hash that changes with any of them; and the last one changed, by whom. */
export const visibleState = async (db: Db, caller: Caller) => {
  const last = (column: RawBuilder<unknown>) => sql`(array_agg(${column} order by t.saved_at desc, t.id desc))[1]`
  return (await row(
    db,
    sql<{
      mark: string
      who: string | null
      scope: string | null
    }>`select md5(coalesce(string_agg(t::text, '|' order by t.id), '')) as mark,
      ${last(sql`u.name`)} as who, ${last(sql`coalesce(c.code || ' ' || c.name, h.name, b.name, k.name)`)} as scope from ${from} where ${visible(caller)}`,
  ))!
}

export const lastClosedPeriod = async (db: Db) => (await row(db, sql<{ name: string | null }>`select ${lastClosed} as name`))!.name

const ids = ({ ALCANCE, ALCANCE_ID }: Scope) => {
  const of = (scope: Scope['ALCANCE']) => (ALCANCE === scope ? ALCANCE_ID : null)
  return { country: of('PAIS'), business: of('NEGOCIO'), heading: of('RUBRO'), account: of('CUENTA') }
}
/** Whether the scope exists, and all businesses it reaches are the caller's. */
export async function checkReach(db: Db, caller: Caller, scope: Scope): Promise<'ok' | 'unknown' | 'beyond'> {
  const { country, business, heading, account } = ids(scope)
  const wide = { ...caller, countryId: null, businessId: null }
  const reached = country
    ? sql`b.country_id = ${country}`
    : business
      ? sql`b.id = ${business}`
      : account
        ? sql`b.id = (select business_id from account where id = ${account})`
        : sql`true`
  const found = await row(
    db,
    sql<{
      n: number
      beyond: number
      heading: boolean
    }>`select count(*)::int as n, count(*) filter (where not ${businessScope(wide, sql`b.id`)})::int as beyond,
      ${heading}::int is null or exists (select from heading where id = ${heading}::int) as heading from business b where ${reached}`,
  )
  if (!found!.heading || (found!.n === 0 && scope.ALCANCE !== 'GLOBAL' && !heading)) return 'unknown'
  // A scope fully outside the caller's own must look like one that does not exist.
  if (found!.beyond === found!.n && found!.n > 0 && (business || account || country)) return 'unknown'
  return found!.beyond > 0 ? 'beyond' : 'ok'
}

/** undefined if the scope has one from that period on already. */
export async function insert(
  tx: Db,
  scope: Scope,
  rule: Rule,
  validFrom: string,
  reason: string | null,
  userId: number,
): Promise<number | undefined> {
  const { country, business, heading, account } = ids(scope)
  const made = await row(
    tx,
    sql<{
      id: number
    }>`insert into threshold (country_id, business_id, heading_id, account_id, amount, percent, base, compare, trivial, factor_a, factor_m, factor_b,
        valid_from, reason, saved_by)
      values (${country}::int, ${business}::int, ${heading}::int, ${account}::int, ${rule.MONTO}, ${rule.PORCENTAJE}, ${rule.BASE}, ${rule.COMPARAR}, ${rule.PISO_TRIVIAL},
        ${rule.FACTOR_A}, ${rule.FACTOR_M}, ${rule.FACTOR_B}, ${validFrom}, ${reason}, ${userId}) on conflict do nothing returning id`,
  )
  return made?.id
}
export const save = (tx: Db, id: number, rule: Rule, reason: string, userId: number) =>
  sql`update threshold set amount = ${rule.MONTO}, percent = ${rule.PORCENTAJE}, base = ${rule.BASE}, compare = ${rule.COMPARAR}, trivial = ${rule.PISO_TRIVIAL},
    factor_a = ${rule.FACTOR_A}, factor_m = ${rule.FACTOR_M}, factor_b = ${rule.FACTOR_B}, reason = ${reason}, saved_by = ${userId}, saved_at = now() where id = ${id}`.execute(
    tx,
  )

/** For a simulation: the only threshold of the scope, valid for all time. */
export async function insertAsOnly(tx: Db, scope: Scope, rule: Rule, userId: number): Promise<number> {
  const { country, business, heading, account } = ids(scope)
  await sql`delete from threshold where country_id is not distinct from ${country}::int and business_id is not distinct from ${business}::int
    and heading_id is not distinct from ${heading}::int and account_id is not distinct from ${account}::int`.execute(tx)
  return (await insert(tx, scope, rule, '0000-00', null, userId))!
}

export const recordChange = (tx: Db, id: number, before: Threshold | null, after: Threshold, reason: string, n: number, userId: number) =>
  sql`insert into threshold_change (threshold_id, old_value, new_value, reason, reclassified, changed_by)
    values (${id}, ${before && JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${reason}, ${n}, ${userId})`.execute(tx)
