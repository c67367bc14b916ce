import { sql } from 'kysely'
import { state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { moment } from '../../platform/database/moment.ts'
import { Conflict } from '../../platform/errors.ts'

/** The bulk statements of a confirmed load, in the transaction of its confirmation. */

const APPLIED = sql.raw(`'nueva', 'cambia', 'igual'`)
/** Rows whose balance is written: in `igual` only those that this period did not have yet. */
export const WRITTEN = sql`(class in ('nueva', 'cambia') or (class = 'igual' and not held))`

/** Creates the businesses announced by the preview. @returns how many @throws 409 if somebody created one of them meanwhile */
export async function createBusinesses(tx: Db, loadId: number, countryId: number | undefined): Promise<number> {
  if (countryId === undefined) return 0
  const wanted = sql`select n.key, coalesce(n.name, n.code) as name, n.code from load_business n where n.load_id = ${loadId} and n.key = n.creates
    and exists (select from load_row r join load_business o on o.load_id = r.load_id and o.key = r.business_key
      where r.load_id = n.load_id and o.creates = n.key and r.class in (${APPLIED}))`
  const made = await rows(
    tx,
    sql<{ key: number; id: number | null }>`with wanted as (${wanted}),
      made as (insert into business (country_id, name, code, currency) select ${countryId}::int, w.name, w.code, k.currency from wanted w, country k
        where k.id = ${countryId} order by w.key on conflict do nothing returning id, name)
      select w.key, m.id from wanted w left join made m on m.name = w.name`,
  )
  if (made.some(({ id }) => id === null)) throw Conflict('load_moved')
  await sql`update load_business n set business_id = m.id, created = true from unnest(${made.map((m) => m.key)}::int[], ${made.map((m) => m.id)}::int[]) as m (key, id)
    where n.load_id = ${loadId} and n.creates = m.key`.execute(tx)
  await sql`update load_row r set business_id = n.business_id from load_business n
    where r.load_id = ${loadId} and r.business_id is null and r.class in (${APPLIED}) and n.load_id = r.load_id and n.key = r.business_key and n.creates is not null`.execute(
    tx,
  )
  return made.length
}

/** Creates accounts that do not exist yet: unassigned, without heading. @returns how many */
export async function createAccounts(tx: Db, loadId: number): Promise<number> {
  const made = await row(
    tx,
    sql<{ n: number }>`with made as (
        insert into account (business_id, code, name, currency)
        select r.business_id, r.code, coalesce(r.name, r.code), coalesce(r.currency, b.currency) from load_row r join business b on b.id = r.business_id
        where r.load_id = ${loadId} and r.class in (${APPLIED}) and r.account_id is null order by r.position on conflict do nothing returning id, business_id, code),
      known as (update load_row r set account_id = m.id, created = true from made m
        where r.load_id = ${loadId} and r.account_id is null and r.business_id = m.business_id and r.code = m.code and r.class in (${APPLIED}) returning 1)
      select count(*)::int as n from known`,
  )
  const left = await row(tx, sql`select from load_row where load_id = ${loadId} and class in (${APPLIED}) and account_id is null limit 1`)
  if (left) throw Conflict('load_moved')
  return made!.n
}

/** Keeps which load brought the balances that are replaced. @returns the number of balances written, and their sum */
export async function writeBalances(tx: Db, loadId: number, periodId: number) {
  await sql`update load_row r set held_load_id = b.load_id from balance b
    where r.load_id = ${loadId} and r.class = 'cambia' and r.held and b.period_id = ${periodId} and b.account_id = r.account_id`.execute(tx)
  return (await row(
    tx,
    sql<{ saldos: number; total: string }>`with written as (
        insert into balance (period_id, account_id, amount, load_id)
        select ${periodId}::int, account_id, amount, ${loadId}::int from load_row
        where load_id = ${loadId} and ${WRITTEN} order by account_id
        on conflict (period_id, account_id) do update set amount = excluded.amount, load_id = excluded.load_id returning amount)
      select count(*)::int as saldos, coalesce(sum(amount), 0.00)::text as total from written`,
  ))!
}

/** Accounts for which the preview announced a new analysis. */
export const toOpen = async (tx: Db, loadId: number) =>
  (await row(
    tx,
    sql<{ ids: number[] }>`select coalesce(array_agg(account_id), '{}') as ids from load_row where load_id = ${loadId} and opens`,
  ))!.ids

/** Analysts with new analyses of this load, everything they have to prepare in the period, and when the first of it is due, in whose zone. */
export const dueByAnalyst = (tx: Db, loadId: number, periodId: number) =>
  rows(
    tx,
    sql<{ n: number; due: string | null; zone: string | null; analysts: number[] }>`
      with work as (select a.analyst_id, a.generated_by_load, a.due_analyst, c.zone,
          a.state_main = ${state.rechazado} or (a.state_main = ${state.pendiente} and a.submitted_at is null) as waits
        from analysis a left join calendar c on c.country_id = a.country_id where a.period_id = ${periodId}),
      each as (select w.analyst_id, count(*) filter (where w.waits)::int as n, min(w.due_analyst) filter (where w.waits) as due,
          (array_agg(w.zone order by w.due_analyst) filter (where w.waits))[1] as zone
        from work w group by w.analyst_id having bool_or(w.generated_by_load = ${loadId}))
      select e.n, ${moment(sql`e.due`)} as due, e.zone, array_agg(e.analyst_id order by e.analyst_id) as analysts from each e group by e.n, e.due, e.zone order by e.n, e.due`,
  )

/** Businesses with new analyses of this load, what is to be prepared in each, when the first of it is due, and who prepares it. */
export const dueByBusiness = (tx: Db, loadId: number, periodId: number) =>
  rows(
    tx,
    sql<{ business_id: number; business: string; n: number; due: string | null; zone: string | null; analysts: number[] }>`
      select b.id as business_id, b.name as business, count(*) filter (where w.waits)::int as n, ${moment(sql`min(w.due_analyst) filter (where w.waits)`)} as due,
        min(c.zone) as zone, array_agg(distinct w.analyst_id) as analysts
      from (select a.*, a.state_main = ${state.rechazado} or (a.state_main = ${state.pendiente} and a.submitted_at is null) as waits
          from analysis a where a.period_id = ${periodId}) w
        join business b on b.id = w.business_id left join calendar c on c.country_id = b.country_id
      group by b.id having bool_or(w.generated_by_load = ${loadId}) order by b.id`,
  )

/** Accounts whose balance in the period is the load's. */
export const written = async (tx: Db, loadId: number, periodId: number) =>
  (await rows(tx, sql<{ id: number }>`select account_id as id from balance where period_id = ${periodId} and load_id = ${loadId}`)).map(
    ({ id }) => id,
  )
