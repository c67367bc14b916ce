import type { BalanceLoad } from '@cuadre/api/balance'
import { sql } from 'kysely'
import { withBulkPlanner } from '../../platform/database/bulk-planner.ts'
import { type Db, row, transaction } from '../../platform/database/index.ts'
import { Conflict } from '../../platform/errors.ts'
import { record } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { restoreAnalyses } from '../../workflow/generation/generation.undo.ts'
import { judgeFrom } from '../movement/movement.service.ts'
import { WRITTEN, written } from './balance.apply.ts'
import { assertState, checkPeriod, get, loadOfCaller } from './balance.service.ts'

/**
 * Takes a confirmed load back, all or nothing: balances, analyses, accounts and businesses are as they were before it.
 * @throws 409 where a later load replaced one of its balances, or somebody has worked on what it opened or changed
 */
export async function undoLoad({ db }: { db: Db }, caller: Caller, id: number, reason: string): Promise<BalanceLoad> {
  return transaction(db, async (tx) => {
    // In the order of confirming: the period, the load, the analyses.
    const { period_id: periodId } = await loadOfCaller(tx, caller, id)
    const period = await checkPeriod(tx, periodId, caller, true)
    assertState(await loadOfCaller(tx, caller, id, true), await get(tx, caller, id), 'confirmada')
    const done = await withBulkPlanner(tx, async () => {
      await checkUntouched(tx, id, periodId)
      const analyses = await restoreAnalyses(tx, { loadId: id, periodId, caller }, withoutBalance(id))
      if ('worked' in analyses) throw Conflict('load_worked_on', { n: analyses.worked })
      const touched = await written(tx, id, periodId)
      const saldos = await restoreBalances(tx, id, periodId)
      await judgeFrom(tx, period.name, touched)
      return { saldos, ...analyses, ...(await removeCreated(tx, id)) }
    })
    await record(tx, { periodId, kind: 'carga_deshecha', loadId: id, caller, comment: reason, detail: done })
    await sql`update balance_load set status = 'deshecha', undone_by = ${caller.userId}, undone_at = now() where id = ${id}`.execute(tx)
    return get(tx, caller, id)
  })
}

/** Accounts of which this period had no balance before the load. */
const withoutBalance = (loadId: number) => sql`(select account_id from load_row where load_id = ${loadId} and ${WRITTEN} and not held)`

/** Every balance that the load wrote must still be the one that it wrote. */
async function checkUntouched(tx: Db, loadId: number, periodId: number) {
  const moved = await row(
    tx,
    sql<{
      n: number
    }>`select count(*)::int as n from load_row r left join balance b on b.period_id = ${periodId} and b.account_id = r.account_id
      where r.load_id = ${loadId} and ${WRITTEN} and (b.load_id is distinct from ${loadId} or b.amount <> r.amount)
        and (select result ->> 'saldos' from balance_load where id = ${loadId}) <> '0'`,
  )
  if (moved!.n > 0) throw Conflict('load_overwritten', { n: moved!.n })
}

/** @returns how many balances are as they were, or gone */
async function restoreBalances(tx: Db, loadId: number, periodId: number): Promise<number> {
  const done = await row(
    tx,
    sql<{ n: number }>`with back as (update balance b set amount = r.current_amount, load_id = r.held_load_id from load_row r
        where r.load_id = ${loadId} and r.class = 'cambia' and r.held and b.period_id = ${periodId} and b.account_id = r.account_id and b.load_id = ${loadId} returning 1),
      gone as (delete from balance b using load_row r where r.load_id = ${loadId} and ${WRITTEN} and not r.held
        and b.period_id = ${periodId} and b.account_id = r.account_id and b.load_id = ${loadId} returning 1)
      select ((select count(*) from back) + (select count(*) from gone))::int as n`,
  )
  return done!.n
}

/** Accounts and businesses that the load created go, unless somebody has used them since. */
async function removeCreated(tx: Db, loadId: number) {
  const accounts = await row(
    tx,
    sql<{
      n: number
    }>`select count(*) filter (where remove_unused_account(c.id))::int as n from load_row r join account c on c.id = r.account_id
      where r.load_id = ${loadId} and r.created and c.analyst_id is null and c.department_id is null`,
  )
  await sql`update load_row r set account_id = null where r.load_id = ${loadId} and r.created and not exists (select from account c where c.id = r.account_id)`.execute(
    tx,
  )
  const businesses = await row(
    tx,
    sql<{
      n: number
    }>`with made as materialized (select distinct business_id as id from load_business where load_id = ${loadId} and created and business_id is not null)
      select count(*) filter (where remove_unused_business(id, ${loadId}))::int as n from made`,
  )
  return { cuentas: accounts!.n, negocios: businesses!.n }
}
