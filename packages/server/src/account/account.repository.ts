import type { Account, accountMetadata, assignAccounts, createAccount, listAccounts } from '@cuadre/api/account'
import type { Output, Parsed } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import { accountScope, businessScope } from '../access/scope.ts'
import { type Db, row, rows } from '../database/index.ts'
import { all, contains, page } from '../database/list.ts'
import type { Caller } from '../http/context.ts'

export type Write = Parsed<typeof createAccount>['body']
type Query = Parsed<typeof listAccounts>['query']
export type Filter = NonNullable<Parsed<typeof assignAccounts>['body']['filtro']>
type Metadata = Output<typeof accountMetadata>

/** The balance shown: that of the period asked for, else the newest. Asked for the rows of the page only, never for the count. */
const newest = (what: RawBuilder<unknown>) =>
  sql`(select ${what} from balance s join period p on p.id = s.period_id where s.account_id = c.id order by p.name desc limit 1)`
const shown = (period: number | undefined) =>
  period === undefined
    ? { amount: newest(sql`s.amount`), name: newest(sql`p.name`) }
    : {
        amount: sql`(select s.amount from balance s where s.account_id = c.id and s.period_id = ${period})`,
        name: sql`(select p.name from period p where p.id = ${period})`,
      }
const columns = (period: number | undefined) => {
  const { amount, name } = shown(period)
  return sql`c.id as "COD_CUENTA", c.code as "CUENTA", c.name as "NOMBRE", case when c.analyst_id is null then 1 else 2 end as "statusId",
    b.id as "ID_NEGOCIO", b.name as "NEGOCIO", k.id as "ID_PAIS", k.name as "PAIS", d.id as "COD_DEPARTAMENTO", d.name as "DEPARTAMENTO",
    h.id as "COD_RUBRO", h.name as "RUBRO", c.currency as "MONEDA", u.id as "ID_ANALISTA", u.name as "ANALISTA", c.risk as "RIESGO", c.active as "ACTIVA",
    ${amount} as "SALDO", ${name} as "PERIODO_SALDO"`
}
const from = sql`account c join business b on b.id = c.business_id join country k on k.id = b.country_id left join department d on d.id = c.department_id
  left join heading h on h.id = c.heading_id left join app_user u on u.id = c.analyst_id`

const filtered = (caller: Caller, { statusId, filterByPeriod, businessId, departmentId, analystId, riesgo, search }: Filter) =>
  all(
    accountScope(caller),
    statusId !== undefined && (statusId === 1 ? sql`c.analyst_id is null` : sql`c.analyst_id is not null`),
    filterByPeriod !== undefined && sql`exists (select from balance s where s.account_id = c.id and s.period_id = ${filterByPeriod})`,
    businessId !== undefined && sql`c.business_id = ${businessId}`,
    departmentId !== undefined && sql`c.department_id = ${departmentId}`,
    analystId !== undefined && sql`c.analyst_id = ${analystId}`,
    riesgo && riesgo.length > 0 && sql`c.risk = any(${riesgo}::text[])`,
    contains(sql`c.search`, search),
  )

export const list = (db: Db, caller: Caller, query: Query) =>
  page<Account>(db, query, {
    select: columns(query.filterByPeriod),
    from,
    where: filtered(caller, query),
    sortable: {
      CUENTA: sql`c.code`,
      NOMBRE: sql`c.name`,
      NEGOCIO: sql`b.name`,
      DEPARTAMENTO: sql`d.name`,
      RUBRO: sql`h.name`,
      ANALISTA: sql`u.name`,
      MONEDA: sql`c.currency`,
      RIESGO: sql`c.risk`,
      SALDO: shown(query.filterByPeriod).amount,
    },
    by: sql`c.code`,
    id: sql`c.id`,
  })

export const find = (db: Db, caller: Caller, id: number) =>
  row(db, sql<Account>`select ${columns(undefined)} from ${from} where c.id = ${id} and ${accountScope(caller)}`)

export const counts = async (db: Db, caller: Caller, period: number | undefined) =>
  (await row(
    db,
    sql<Pick<Metadata, 'total' | 'asignadas' | 'noAsignadas'>>`select count(*)::int as total, count(c.analyst_id)::int as asignadas,
      (count(*) - count(c.analyst_id))::int as "noAsignadas" from account c where ${filtered(caller, { filterByPeriod: period })}`,
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
    sql<Metadata['departamentos'][number]>`select d.id, d.name as nombre, d.business_id as "ID_NEGOCIO", u.name as "JEFE" from department d
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
export const isHeading = (db: Db, id: number) => row(db, sql`select from heading where id = ${id}`)
export const businessOfDepartment = async (db: Db, id: number) =>
  (await row(db, sql<{ business_id: number }>`select business_id from department where id = ${id} and active`))?.business_id
export const isAnalyst = (db: Db, id: number) =>
  row(
    db,
    sql`select from app_user u where u.id = ${id} and u.active and exists (select from user_role r where r.user_id = u.id and r.role_id = ${ROLE.analista})`,
  )
export const hasBalances = (db: Db, id: number) => row(db, sql`select from balance where account_id = ${id} limit 1`)

/** undefined where the business has the account already. */
export const insert = async (db: Db, { CUENTA, NOMBRE, ID_NEGOCIO, COD_RUBRO, RIESGO, ACTIVA }: Write, currency: string) =>
  (
    await row(
      db,
      sql<{ id: number }>`insert into account (business_id, code, name, heading_id, currency, risk, active)
        values (${ID_NEGOCIO}, ${CUENTA}, ${NOMBRE}, ${COD_RUBRO}, ${currency}, ${RIESGO}, ${ACTIVA}) on conflict do nothing returning id`,
    )
  )?.id

/** Only what is given; who is responsible is another matter. */
export const save = (db: Db, id: number, { NOMBRE, COD_RUBRO, MONEDA, RIESGO, ACTIVA }: Partial<Write>) =>
  sql`update account set name = coalesce(${NOMBRE ?? null}::text, name), heading_id = case when ${COD_RUBRO !== undefined}::boolean then ${COD_RUBRO ?? null}::int else heading_id end,
    currency = coalesce(${MONEDA ?? null}::text, currency), risk = coalesce(${RIESGO ?? null}::text, risk), active = coalesce(${ACTIVA ?? null}::boolean, active)
    where id = ${id}`.execute(db)

/** Ids that a list or a filter lets through, at most one more than `most`, held until the transaction ends. */
export const lockChosen = async (db: Db, caller: Caller, chosen: { ids: readonly number[] } | { filter: Filter }, most: number) =>
  (
    await rows(
      db,
      sql<{
        id: number
      }>`select c.id from account c where ${'ids' in chosen ? sql`${accountScope(caller)} and c.id = any(${chosen.ids}::int[])` : filtered(caller, chosen.filter)}
        order by c.id limit ${most + 1} for update`,
    )
  ).map(({ id }) => id)
