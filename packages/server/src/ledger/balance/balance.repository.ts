import type { BalanceLoad, LoadRow, listBalanceLoads, listLoadRows, Mapping } from '@cuadre/api/balance'
import type { Bytes, Output, Parsed, Upload } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import { accountScope, businessScope } from '../../platform/access/scope.ts'
import { periodStatus } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { MessageKey } from '../../platform/messages/index.ts'
import type { Control } from './balance.control.ts'
import type { Passed } from './balance.staging.ts'

type Load = BalanceLoad & { signature: string | null }
export type Period = { id: number; name: string; status_id: number; due_analyst: string }
type Listed = Omit<BalanceLoad, 'layout' | 'mapping' | 'necesita'>

export const findPeriod = (db: Db, id: number) => row(db, sql<Period>`select id, name, status_id, due_analyst from period where id = ${id}`)
/**
 * Locked until the transaction ends: whatever brings balances or responsible people into a period runs one at a time, and the period is not
 * closed meanwhile. Decisions only share the period's row, so they wait only for the analyses that change.
 */
export async function lockPeriods(tx: Db, ids: readonly number[]) {
  if (ids.length === 0) return
  await sql`select pg_advisory_xact_lock(20, id) from unnest(${[...ids].sort((a, b) => a - b)}::int[]) id`.execute(tx)
  await sql`select from period where id = any(${ids}::int[]) order by id for share`.execute(tx)
}

/**
 * Whether the caller may see the whole load `l`: who loaded it, or has all its businesses in scope. A head of department sees accounts of a
 * department, never a whole file; the chosen context does not matter here.
 */
function seesWholeLoad(caller: Caller): RawBuilder<unknown> {
  const wide = { ...caller, countryId: null, businessId: null }
  if (caller.roleId === ROLE.administrador) return sql`true`
  if (caller.roleId !== ROLE.control) return sql`l.loaded_by = ${caller.userId}`
  return sql`(l.loaded_by = ${caller.userId} or not exists (select from load_business n where n.load_id = l.id and n.business_id is not null and not ${businessScope(wide, sql`n.business_id`)}))`
}
/** Loads that concern a business in the caller's scope, or that the caller made. */
const visible = (caller: Caller) =>
  caller.roleId === ROLE.administrador && !caller.businessId && !caller.countryId
    ? sql`true`
    : sql`(l.loaded_by = ${caller.userId} or exists (select from load_business n where n.load_id = l.id and n.business_id is not null and ${businessScope(caller, sql`n.business_id`)}))`

const from = sql`balance_load l join period p on p.id = l.period_id join app_user u on u.id = l.loaded_by left join app_user x on x.id = l.undone_by left join mapping_profile f on f.id = l.profile_id`
const listed = (
  caller: Caller,
) => sql`l.id as "COD_CARGA", p.id as "COD_PERIODO", p.name as "PERIODO", l.file_name as "ARCHIVO", l.size as "TAMANO", l.sha256 as "SHA256",
  l.status as "ESTADO", u.name as "CARGADO_POR", l.loaded_at as "CARGADO_EN", l.confirmed_at as "CONFIRMADO_EN", x.name as "DESHECHO_POR", l.undone_at as "DESHECHO_EN", l.control_typed as "TOTAL_CONTROL", l.repeats_id as "REPETIDA_DE", f.name as "PERFIL",
  case when ${seesWholeLoad(caller)} then l.preview end as preview, case when ${seesWholeLoad(caller)} then l.result end as resultado`

export const find = (db: Db, caller: Caller, id: number) =>
  row(
    db,
    sql<Load>`select ${listed(caller)}, case when ${seesWholeLoad(caller)} then l.layout end as layout, case when ${seesWholeLoad(caller)} then l.mapping end as mapping,
      l.needs as necesita, l.signature from ${from} where l.id = ${id} and ${visible(caller)}`,
  )

/** Only a load that the caller may see as a whole. */
export const findWholeLoad = (db: Db, caller: Caller, id: number, lock = false) =>
  row(
    db,
    sql<{
      id: number
      period_id: number
      status: Load['ESTADO']
      sha256: string
      file_name: string
      mapping: Mapping | null
      preview: Load['preview']
    }>`
      select l.id, l.period_id, l.status, l.sha256, l.file_name, l.mapping, l.preview from balance_load l where l.id = ${id} and ${visible(caller)} and ${seesWholeLoad(caller)}
      ${lock ? sql`for update` : sql``}`,
  )

export const list = (db: Db, caller: Caller, query: Parsed<typeof listBalanceLoads>['query']) =>
  page<Listed, typeof query>(db, query, {
    select: listed(caller),
    from,
    where: all(
      visible(caller),
      query.filterByPeriod !== undefined && sql`l.period_id = ${query.filterByPeriod}`,
      contains(sql`plain(l.file_name)`, query.search),
    ),
    sortable: { CARGADO_EN: sql`l.loaded_at`, ARCHIVO: sql`l.file_name`, PERIODO: sql`p.name`, ESTADO: sql`l.status` },
    by: sql`l.id desc`,
    id: sql`l.id desc`,
  })

export type FoundRow = Omit<LoadRow, 'motivo'> & { reason: MessageKey | null; params: Record<string, string> | null }
type RowQuery = Parsed<typeof listLoadRows>['query']

const rowsFrom = sql`load_row r join balance_load l on l.id = r.load_id left join business b on b.id = r.business_id left join account c on c.id = r.account_id
  left join load_business n on n.load_id = r.load_id and n.key = r.business_key`
const change = sql`(coalesce(r.amount, 0) - coalesce(r.current_amount, 0))`
/** Null where there was nothing, or zero. */
const changePercent = sql`(${change} * 100 / nullif(abs(r.current_amount), 0))`
const rowsWhere = (caller: Caller, loadId: number, query: RowQuery) =>
  all(
    sql`r.load_id = ${loadId} and r.class is not null`,
    sql`(${seesWholeLoad(caller)} or ${caller.roleId === ROLE.jefatura ? accountScope(caller) : businessScope(caller, sql`r.business_id`)})`,
    query.clase && sql`r.class = ${query.clase}`,
    query.sinAsignar !== undefined && sql`r.unassigned = ${query.sinAsignar}`,
    query.reabre !== undefined && sql`r.reopens = ${query.reabre}`,
    query.grupo !== undefined && sql`(r.sum_of is not null) = ${query.grupo}`,
    query.businessId !== undefined && sql`r.business_id = ${query.businessId}`,
    query.minCambio !== undefined && sql`abs(${change}) >= abs(${query.minCambio}::numeric)`,
    // What had no balance has grown by more than any percentage.
    query.minPorcentaje !== undefined &&
      sql`(abs(${changePercent}) >= ${query.minPorcentaje}::numeric or (coalesce(r.current_amount, 0) = 0 and ${change} <> 0))`,
    contains(sql`plain(concat_ws(' ', r.code, r.name, c.name, b.name, r.column_name, r.value))`, query.search),
  )

export const listRows = (db: Db, caller: Caller, loadId: number, query: RowQuery) =>
  page<FoundRow, typeof query>(db, query, {
    select: sql`r.row_number as fila, r.class as clase, r.unassigned as "sinAsignar", b.id as "ID_NEGOCIO", coalesce(b.name, n.name, n.code) as "NEGOCIO", r.code as "CUENTA",
      case when r.reason in ('row_business_unknown', 'row_business_zeros', 'row_business_conflict', 'row_business_ambiguous') then 'negocio'
        when b.id is not null and r.code is not null and (r.reason in ('row_zeros', 'row_case') or r.class = 'nueva') then 'cuenta' end as alias,
      coalesce(r.name, c.name) as "NOMBRE", r.current_amount as "saldoVigente", case when r.class <> 'rechazada' then r.amount end as "saldoDespues", r.reopens as reabre, r.sum_of as "sumaDe",
      coalesce(r.made_of, 1) as filas, case when r.class <> 'rechazada' then round(${changePercent}, 2)::text end as "cambioPct",
      r.column_name as columna, r.value as valor, r.reason, r.params`,
    from: rowsFrom,
    where: rowsWhere(caller, loadId, query),
    sortable: {
      CUENTA: sql`r.code`,
      NOMBRE: sql`coalesce(r.name, c.name)`,
      NEGOCIO: sql`b.name`,
      VIGENTE: sql`r.current_amount`,
      DESPUES: sql`r.amount`,
      CAMBIO: sql`abs(${change})`,
      PORCENTAJE: sql`abs(${changePercent})`,
    },
    by: sql`r.position`,
    id: sql`r.position`,
  })

/** Sums of the rows that a query finds, by currency; refused rows and those that are the sum of others have none. */
export const rowTotals = (db: Db, caller: Caller, loadId: number, query: RowQuery) =>
  rows(
    db,
    sql<
      Exclude<Output<typeof listLoadRows>, Bytes>['totales'][number]
    >`select coalesce(trim(coalesce(c.currency, r.currency, b.currency)), '') as "MONEDA", count(*)::int as cuentas,
      coalesce(sum(r.current_amount) filter (where r.sum_of is null), 0.00)::text as "saldoVigente", coalesce(sum(r.amount) filter (where r.sum_of is null), 0.00)::text as "saldoDespues",
      coalesce(sum(${change}) filter (where r.sum_of is null), 0.00)::text as cambio
    from ${rowsFrom} where ${rowsWhere(caller, loadId, query)} and r.class not in ('rechazada', 'grupo') group by 1 order by 1`,
  )

type NewLoad = { file: Upload; periodId: number; caller: Caller }
export const insert = async (tx: Db, { file: { name, size, sha256 }, periodId, caller }: NewLoad) =>
  (await row(
    tx,
    sql<{ id: number }>`insert into balance_load (period_id, file_name, size, sha256, status, loaded_by)
      values (${periodId}, ${name.slice(0, 255)}, ${size}, ${sha256}, 'columnas', ${caller.userId}) returning id`,
  ))!.id

type Read = { signature: string; profileId: number | null; layout: object; mapping: Mapping; needs: string[] }
export const saveReading = (tx: Db, id: number, { signature, profileId, layout, mapping, needs }: Read) =>
  sql`update balance_load set signature = ${signature}, profile_id = ${profileId}, layout = ${JSON.stringify(layout)}::jsonb, mapping = ${JSON.stringify(mapping)}::jsonb,
    needs = ${needs}::text[], status = ${needs.length > 0 ? 'columnas' : 'revision'}, preview = null, repeats_id = null where id = ${id}`.execute(
    tx,
  )

type Rows = { headings: object; passed: Passed; control: Control | null }
export const saveRead = (tx: Db, id: number, { headings, passed, control }: Rows) =>
  sql`update balance_load set headings = ${JSON.stringify(headings)}::jsonb, omitted = ${Object.values(passed).reduce((sum, n) => sum + n, 0)},
    passed = ${JSON.stringify(passed)}::jsonb, control = ${control && JSON.stringify(control)}::jsonb where id = ${id}`.execute(tx)
export const saveLayout = (tx: Db, id: number, layout: object) =>
  sql`update balance_load set layout = ${JSON.stringify(layout)}::jsonb where id = ${id}`.execute(tx)
export const saveControl = (tx: Db, id: number, total: string | null) =>
  sql`update balance_load set control_typed = ${total}::numeric where id = ${id}`.execute(tx)
export const readingOf = async (tx: Db, id: number) =>
  (await row(
    tx,
    sql<{
      mapping: Mapping
      headings: Record<string, string>
      omitted: number
    }>`select mapping, headings, omitted from balance_load where id = ${id} and mapping is not null`,
  ))!
export const setProfile = (tx: Db, id: number, profileId: number) =>
  sql`update balance_load set profile_id = ${profileId} where id = ${id}`.execute(tx)

/** The number of refused rows, and the businesses in the file. */
export const refusals = async (tx: Db, loadId: number) =>
  (await row(
    tx,
    sql<{
      n: number
      businesses: number[]
    }>`select (select count(*)::int from load_row r where r.load_id = ${loadId} and r.class = 'rechazada') as n,
      coalesce((select json_agg(distinct b.business_id) from load_business b where b.load_id = ${loadId} and b.business_id is not null), '[]') as businesses`,
  ))!

/** Stores the current preview, and whether the same file was confirmed before and would change nothing. */
export const savePreview = (tx: Db, id: number, preview: object) =>
  sql`update balance_load l set preview = ${JSON.stringify(preview)}::jsonb,
    repeats_id = case when not exists (select from load_row r where r.load_id = l.id and (r.class in ('nueva', 'cambia') or (r.class = 'igual' and not r.held)))
      then (select max(o.id) from balance_load o where o.sha256 = l.sha256 and o.period_id = l.period_id and o.status = 'confirmada' and o.id <> l.id) end
    where l.id = ${id}`.execute(tx)

export const saveResult = (tx: Db, id: number, result: object) =>
  sql`update balance_load set status = 'confirmada', confirmed_at = now(), result = ${JSON.stringify(result)}::jsonb where id = ${id}`.execute(
    tx,
  )
export const saveDiscarded = (tx: Db, id: number) => sql`update balance_load set status = 'descartada' where id = ${id}`.execute(tx)

/**
 * Locks analyses whose balance would change, with the rest of their groups, and those of later periods whose previous balance would change,
 * in the order of their ids; decisions wait until the confirmation ends.
 */
export const lockAnalyses = (tx: Db, loadId: number, periodId: number) =>
  sql`with moved as (select a.id, a.group_id from analysis a
      where a.period_id = ${periodId} and a.account_id in (select account_id from load_row where load_id = ${loadId} and class = 'cambia')),
    later as (select a.id from analysis a join period p on p.id = a.period_id join load_row r on r.account_id = a.account_id
      where p.status_id <> ${periodStatus.cerrado} and p.name > (select name from period where id = ${periodId}) and r.load_id = ${loadId}
        and (r.class in ('nueva', 'cambia') or (r.class = 'igual' and not r.held)))
    select a.id from analysis a where a.id in (select id from moved union select m.id from analysis m where m.group_id in (select group_id from moved) union select id from later)
    order by a.id for no key update`.execute(tx)

type Profile = { id: number; mapping: Mapping; business_id: number | null }
/**
 * The remembered mappings of a layout: for the business, else for files of several; without a business, of the only one in the caller's
 * scope. Those of other businesses come last, newest first, as better than a guess.
 */
export const findProfiles = (db: Db, caller: Caller, signature: string, businessId: number | undefined) =>
  rows(
    db,
    sql<Profile>`select f.id, f.mapping, f.business_id from mapping_profile f
      where f.signature = ${signature} and (f.business_id is null or ${businessScope(caller, sql`f.business_id`)})
      order by f.business_id is not distinct from ${businessId ?? null}::int desc, f.business_id is null desc, f.updated_at desc, f.id desc`,
  )
type NewProfile = { signature: string; businessId: number | null; name: string; mapping: Mapping; userId: number }
export const saveProfile = async (tx: Db, { signature, businessId, name, mapping, userId }: NewProfile) =>
  (await row(
    tx,
    sql<{
      id: number
    }>`insert into mapping_profile (signature, business_id, name, mapping, updated_by)
      values (${signature}, ${businessId}, ${name}, ${JSON.stringify(mapping)}::jsonb, ${userId})
      on conflict (signature, business_id) do update set mapping = excluded.mapping, name = excluded.name, updated_by = excluded.updated_by, updated_at = now()
      returning id`,
  ))!.id
export const businessNames = (db: Db, loadId: number) =>
  rows(
    db,
    sql<{
      name: string
    }>`select distinct coalesce(b.name, n.name, n.code, '') as name from load_business n left join business b on b.id = n.business_id where n.load_id = ${loadId} limit 2`,
  )

export const businessInScope = (db: Db, caller: Caller, id: number) =>
  row(db, sql`select from business b where b.id = ${id} and b.active and ${businessScope(caller, sql`b.id`)}`)
/** Businesses may be created in a country only by callers to whom the whole country is granted. */
export const countryInScope = (db: Db, { roleId, userId }: Caller, id: number) =>
  row(
    db,
    sql`select from country c where c.id = ${id} and c.active and (${roleId === ROLE.administrador}::boolean
      or exists (select from user_scope s where s.user_id = ${userId} and s.country_id = c.id and s.business_id is null))`,
  )
/** Businesses in scope that are named by headings, by code or name. */
export const businessesNamed = (db: Db, caller: Caller, headings: readonly string[]) =>
  rows(
    db,
    sql<{
      at: number
      id: number
    }>`select h.at::int - 1 as at, min(b.id) as id from unnest(${headings}::text[]) with ordinality as h (text, at)
      join business b on b.code = h.text or plain(b.name) = plain(h.text) where b.active and ${businessScope(caller, sql`b.id`)} group by h.at having count(*) = 1 order by h.at`,
  )
export const onlyBusiness = async (db: Db, caller: Caller) => {
  const found = await rows(
    db,
    sql<{ id: number }>`select b.id from business b where b.active and ${businessScope(caller, sql`b.id`)} limit 2`,
  )
  return found.length === 1 ? found[0]!.id : undefined
}
