import type { Account, accountMetadata, assignAccounts, createAccount, listAccounts } from '@cuadre/api/account'
import type { Output, Parsed, SortKey } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import { chiefDecides } from '../../organisation/department/department.repository.ts'
import { accountScope, businessScope } from '../../platform/access/scope.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page, type Sortable, sortedBy } from '../../platform/database/list.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Caller } from '../../platform/http/context.ts'

export type Write = Parsed<typeof createAccount>['body']
type Query = Parsed<typeof listAccounts>['query']
type Filter = NonNullable<Parsed<typeof assignAccounts>['body']['filtro']>
type Metadata = Output<typeof accountMetadata>

/** The balance shown: of the requested period, else the newest. Computed for the rows of the page only, never for the count. */
const newest = (what: RawBuilder<unknown>) =>
  sql`(select ${what} from balance s join period p on p.id = s.period_id where s.account_id = c.id order by p.name desc limit 1)`
const shown = (period: number | undefined) =>
  period === undefined
    ? { amount: newest(sql`s.amount`), name: newest(sql`p.name`) }
    : {
        amount: sql`(select s.amount from balance s where s.account_id = c.id and s.period_id = ${period})`,
        name: sql`(select p.name from period p where p.id = ${period})`,
      }
/**
 * A 28-bit revision computed from the columns that a change can affect: accounts are changed in bulk, and a counter would have to be
 * maintained in many places.
 */
const revision = sql`1 + ('x' || left(md5(row(c.name, c.heading_id, c.department_id, c.currency, c.analyst_id, c.backup_id, c.risk, c.risk_reason, c.template_id, c.frequency,
  c.auto_method, c.auto_result, c.active)::text), 7))::bit(28)::int`
/** Whether the risk of an account (alias `c`) was rated by hand a year ago or longer (rules §2.1); null where nobody rated it. */
const riskIsDue = sql`(c.risk_at <= now() - interval '1 year')`

const columns = (period: number | undefined) => {
  const { amount, name } = shown(period)
  return sql`c.id as "COD_CUENTA", c.code as "CUENTA", c.name as "NOMBRE", case when c.analyst_id is null then 1 else 2 end as "statusId",
    b.id as "ID_NEGOCIO", b.name as "NEGOCIO", k.id as "ID_PAIS", k.name as "PAIS", d.id as "COD_DEPARTAMENTO", d.name as "DEPARTAMENTO",
    h.id as "COD_RUBRO", h.name as "RUBRO", c.currency as "MONEDA", u.id as "ID_ANALISTA", u.name as "ANALISTA", r.id as "ID_RESPALDO", r.name as "RESPALDO",
    c.risk as "RIESGO", c.risk_reason as "MOTIVO_RIESGO", c.risk_at as "RIESGO_EN", coalesce(${riskIsDue}, false) as "RIESGO_POR_REVISAR", y.id as "COD_PLANTILLA", y.name as "PLANTILLA", c.frequency as "FRECUENCIA", c.auto_method as "METODO_AUTO", c.auto_result as "RESULTADO_AUTO", c.active as "ACTIVA",
    ${amount} as "SALDO", ${name} as "PERIODO_SALDO", ${revision} as "REVISION"`
}
/** Nobody stands in for themselves: a backup who has become the analyst, perhaps for a time, is none meanwhile. Of an account (alias `c`). */
const standIn = sql`nullif(c.backup_id, c.analyst_id)`
const from = sql`account c join business b on b.id = c.business_id join country k on k.id = b.country_id left join department d on d.id = c.department_id
  left join heading h on h.id = c.heading_id left join app_user u on u.id = c.analyst_id left join app_user r on r.id = ${standIn}
  left join template y on y.id = c.template_id`

/** Condition on accounts (alias `c`). Filters compare the same balance that the list shows. */
const filterCondition = (caller: Caller, f: Filter) =>
  all(
    accountScope(caller),
    f.statusId !== undefined && (f.statusId === 1 ? sql`c.analyst_id is null` : sql`c.analyst_id is not null`),
    f.filterByPeriod !== undefined && sql`exists (select from balance s where s.account_id = c.id and s.period_id = ${f.filterByPeriod})`,
    f.businessId !== undefined && sql`c.business_id = ${f.businessId}`,
    f.countryId !== undefined && sql`c.business_id in (select id from business where country_id = ${f.countryId})`,
    f.departmentId !== undefined && sql`c.department_id = ${f.departmentId}`,
    f.headingId !== undefined && sql`c.heading_id = ${f.headingId}`,
    f.analystId !== undefined && sql`c.analyst_id = ${f.analystId}`,
    f.backupId !== undefined && sql`(c.backup_id = ${f.backupId} and c.analyst_id is distinct from c.backup_id)`,
    f.chiefId !== undefined && sql`c.department_id in (select id from department where chief_id = ${f.chiefId})`,
    f.riesgo && f.riesgo.length > 0 && sql`c.risk = any(${f.riesgo}::text[])`,
    f.riesgoPorRevisar !== undefined && sql`${riskIsDue} = ${f.riesgoPorRevisar}`,
    f.activa !== undefined && sql`c.active = ${f.activa}`,
    f.conSaldo !== undefined && sql`(coalesce(${shown(f.filterByPeriod).amount}, 0) <> 0) = ${f.conSaldo}`,
    contains(sql`c.search`, f.search),
  )

const orders = (amount: RawBuilder<unknown>): Sortable<SortKey<typeof listAccounts>> => ({
  CUENTA: sql`c.code`,
  NOMBRE: sql`c.name`,
  NEGOCIO: sql`b.name`,
  DEPARTAMENTO: sql`d.name`,
  RUBRO: sql`h.name`,
  ANALISTA: sql`u.name`,
  MONEDA: sql`c.currency`,
  PAIS: sql`k.name`,
  RESPALDO: sql`r.name`,
  FRECUENCIA: sql`c.frequency`,
  ACTIVA: sql`c.active`,
  RIESGO: sql`array_position(array['A', 'M', 'B'], c.risk::text)`,
  SALDO: amount,
})

export const list = (db: Db, caller: Caller, query: Pick<Query, 'page' | 'limit' | 'sort'> & Filter) =>
  page<Account, typeof query>(db, query, {
    select: columns(query.filterByPeriod),
    // Without names an index finds a page far down the list; all that is filtered by is the account's own.
    from: query.sort ? from : sql`account c`,
    counts: sql`account c`,
    where: filterCondition(caller, query),
    sortable: orders(shown(query.filterByPeriod).amount),
    by: sql`c.code`,
    id: sql`c.id`,
    byIds: (ids) => byIds(db, ids, query.filterByPeriod),
  })

export const find = (db: Db, caller: Caller, id: number) =>
  row(db, sql<Account>`select ${columns(undefined)} from ${from} where c.id = ${id} and ${accountScope(caller)}`)

export const counts = async (db: Db, caller: Caller, period: number | undefined) =>
  (await row(
    db,
    sql<Pick<Metadata, 'total' | 'asignadas' | 'noAsignadas'>>`select count(*)::int as total, count(c.analyst_id)::int as asignadas,
      (count(*) - count(c.analyst_id))::int as "noAsignadas" from account c where ${filterCondition(caller, { filterByPeriod: period })}`,
  ))!
export const businesses = (db: Db, caller: Caller) =>
  rows(
    db,
    sql<
      Metadata['negocios'][number]
    >`select b.id, b.name as nombre from business b where b.active and ${businessScope(caller, sql`b.id`)} order by b.name, b.id`,
  )
export const departments = (db: Db, caller: Caller) =>
  rows(
    db,
    sql<
      Metadata['departamentos'][number]
    >`select d.id, d.name as nombre, d.business_id as "ID_NEGOCIO", d.chief_id as "ID_JEFE", u.name as "JEFE", ${chiefDecides} as "JEFE_ACTIVO" from department d
      left join app_user u on u.id = d.chief_id where d.active and ${businessScope(caller, sql`d.business_id`)}
      and ${caller.roleId === ROLE.jefatura ? sql`d.chief_id = ${caller.userId}` : sql`true`} order by d.name, d.id`,
  )
export const analysts = (db: Db) =>
  rows(
    db,
    sql<
      Metadata['analistas'][number]
    >`select u.id, u.name as nombre, (select count(*)::int from account c where c.analyst_id = u.id and c.active) as cuentas
      from app_user u where u.active and exists (select from user_role r where r.user_id = u.id and r.role_id = ${ROLE.analista}) order by u.name, u.id`,
  )

export const businessInScope = (db: Db, caller: Caller, id: number) =>
  row(
    db,
    sql<{ currency: string }>`select b.currency from business b where b.id = ${id} and b.active and ${businessScope(caller, sql`b.id`)}`,
  )
export const isTemplate = (db: Db, id: number) =>
  row(
    db,
    sql`select from template t where t.id = ${id} and t.type = 'ANALISIS' and exists (select from template_version v where v.template_id = t.id and v.state = 'PUBLICADA')`,
  )
export const isHeading = (db: Db, id: number) => row(db, sql`select from heading where id = ${id} and not merged`)
/** Of an active department, locked until the transaction ends. */
export const businessOfDepartment = async (db: Db, id: number) =>
  (await row(db, sql<{ business_id: number }>`select business_id from department where id = ${id} and active for share`))?.business_id
export const isAnalyst = (db: Db, id: number) =>
  row(
    db,
    sql`select from app_user u where u.id = ${id} and u.active and exists (select from user_role r where r.user_id = u.id and r.role_id = ${ROLE.analista})`,
  )
export const hasBalances = (db: Db, id: number) => row(db, sql`select from balance where account_id = ${id} limit 1`)

/** Ids in the order of the list, from which a workbook loads its rows by key. */
export const idsOf = async (db: Db, caller: Caller, query: Query) => {
  const { amount } = shown(query.filterByPeriod)
  const order = sortedBy(query.sort, orders(amount)) ?? sql`c.code`
  return (
    await rows(db, sql<{ id: number }>`select c.id from ${from} where ${filterCondition(caller, query)} order by ${order}, c.id`)
  ).map(({ id }) => id)
}
/** With `offset 0` each is looked up by itself; otherwise all accounts would be joined to what they name, and then the few picked out. */
export const byIds = (db: Db, ids: readonly number[], period: number | undefined) =>
  rows(
    db,
    sql<Account>`${prepared} select x.* from unnest(${ids}::int[]) with ordinality as w(id, place)
      join lateral (select ${columns(period)} from ${from} where c.id = w.id offset 0) x on true order by w.place`,
  )

/** An account of the business whose code differs in leading zeros or in capitals only. */
export const findAlike = (db: Db, businessId: number, code: string) =>
  row(
    db,
    sql<{ code: string }>`select code from account where business_id = ${businessId} and code <> ${code}
      and lower(ltrim(code, '0')) = lower(ltrim(${code}, '0')) order by id limit 1`,
  )
/** undefined if the business has the account already. */
export const insert = async (db: Db, a: Write, currency: string) =>
  (
    await row(
      db,
      sql<{
        id: number
      }>`insert into account (business_id, code, name, heading_id, currency, risk, risk_reason, risk_at, template_id, frequency, auto_method, auto_result, active)
        values (${a.ID_NEGOCIO}, ${a.CUENTA}, ${a.NOMBRE}, ${a.COD_RUBRO}, ${currency}, ${a.RIESGO}, ${a.MOTIVO_RIESGO}, case when ${a.MOTIVO_RIESGO !== null}::boolean then now() end, ${a.COD_PLANTILLA}, ${a.FRECUENCIA}, ${a.METODO_AUTO},
          ${a.RESULTADO_AUTO}, ${a.ACTIVA}) on conflict do nothing returning id`,
    )
  )?.id

/** Only the fields given; who is responsible is changed elsewhere. */
export const save = (db: Db, id: number, a: Partial<Write>) => {
  const nullable = (value: unknown, cast: RawBuilder<unknown>, column: RawBuilder<unknown>) =>
    sql`case when ${value !== undefined}::boolean then ${value ?? null}::${cast} else ${column} end`
  return sql`update account set name = coalesce(${a.NOMBRE ?? null}::text, name), heading_id = ${nullable(a.COD_RUBRO, sql`int`, sql`heading_id`)},
    currency = coalesce(${a.MONEDA ?? null}::text, currency), risk = coalesce(${a.RIESGO ?? null}::text, risk),
    risk_at = case when ${a.MOTIVO_RIESGO === null}::boolean then null
      when ${a.MOTIVO_RIESGO ?? null}::text <> coalesce(risk_reason, '') or ${a.MOTIVO_RIESGO ?? null}::text is not null and ${a.RIESGO ?? null}::text <> risk then now() else risk_at end,
    risk_reason = ${nullable(a.MOTIVO_RIESGO, sql`text`, sql`risk_reason`)}, template_id = ${nullable(a.COD_PLANTILLA, sql`int`, sql`template_id`)}, frequency = coalesce(${a.FRECUENCIA ?? null}::text, frequency),
    auto_method = ${nullable(a.METODO_AUTO, sql`text`, sql`auto_method`)}, auto_result = coalesce(${a.RESULTADO_AUTO ?? null}::text, auto_result),
    active = coalesce(${a.ACTIVA ?? null}::boolean, active)
    where id = ${id}`.execute(db)
}

type Selection = { ids: readonly number[] } | { filter: Filter; holder?: { role: 'ANALISTA' | 'RESPALDO' | 'JEFE'; userId: number } }
/**
 * Ids selected by a list or a filter (of one analyst or head, if given), at most one more than `max`; with `lock` their rows are locked
 * until the transaction ends.
 */
export async function selectedIds(db: Db, caller: Caller, wanted: Selection, most: number, lock: boolean): Promise<number[]> {
  const where =
    'ids' in wanted
      ? sql`${accountScope(caller)} and c.id = any(${wanted.ids}::int[])`
      : sql`${filterCondition(caller, wanted.filter)} and ${heldBy(wanted.holder)}`
  const found = await rows(
    db,
    sql<{ id: number }>`select c.id from account c where ${where} order by c.id limit ${most + 1} ${lock ? sql`for update` : sql``}`,
  )
  return found.map(({ id }) => id)
}
export const lockSelected = (db: Db, caller: Caller, wanted: Selection, most: number) => selectedIds(db, caller, wanted, most, true)

function heldBy(holder: { role: 'ANALISTA' | 'RESPALDO' | 'JEFE'; userId: number } | undefined) {
  if (!holder) return sql`true`
  if (holder.role === 'JEFE') return sql`c.department_id in (select id from department where chief_id = ${holder.userId})`
  return holder.role === 'RESPALDO' ? sql`c.backup_id = ${holder.userId}` : sql`c.analyst_id = ${holder.userId}`
}
