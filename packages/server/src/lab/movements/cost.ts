import { sql } from 'kysely'
import { judgeFrom } from '../../ledger/movement/movement.service.ts'
import { row, transaction } from '../../platform/database/index.ts'
import { makeAnalyses } from '../bench/analyses.ts'
import { createLocation, open } from '../bench/place.ts'

/**
 * What it costs to judge the movements of a load: `node src/lab/movements/cost.ts [accounts]`, on BENCH_DATABASE_URL or embedded. Both months that are not
 * closed are judged: twice as many rows as accounts.
 */
const accounts = Number(process.argv[2] ?? 50_000)
const location = await createLocation(process.env.BENCH_DATABASE_URL || undefined)
const { db, close } = await open(location)
try {
  await makeAnalyses(db, accounts * 24)
  await sql`insert into balance_load (period_id, file_name, size, sha256, status, loaded_by) select p.id, p.name || '.csv', 1, '', 'confirmada', 2 from period p`.execute(
    db,
  )
  await sql`alter table balance disable trigger user`.execute(db)
  await sql`insert into balance (period_id, account_id, amount, load_id) select a.period_id, a.account_id, a.balance, l.id from analysis a join balance_load l on l.period_id = a.period_id`.execute(
    db,
  )
  await sql`alter table balance enable trigger user`.execute(db)
  await sql`vacuum analyze`.execute(db)
  for (const which of ['first', 'again']) {
    const start = performance.now()
    await transaction(db, (tx) => judgeFrom(tx, ''))
    const { n, marked } = (await row(
      db,
      sql<{
        n: number
        marked: number
      }>`select count(*)::int as n, count(*) filter (where verdict in ('alto', 'bajo', 'silencio'))::int as marked from movement_expected`,
    ))!
    console.log(
      `${which}: ${n.toLocaleString('en')} judged of 24 months, ${marked.toLocaleString('en')} marked, ${((performance.now() - start) / 1000).toFixed(1)} s`,
    )
  }
} finally {
  await close()
  await location.remove()
}
