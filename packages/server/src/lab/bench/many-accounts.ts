import { sql } from 'kysely'
import { openDatabase, transaction } from '../../platform/database/index.ts'
import { withoutChecks } from './analyses.ts'

/** Makes so many accounts of those that a data folder has, each with the balance and the analysis of the newest period as the one that it was copied from. */
export async function makeManyAccounts(folder: string, count: number): Promise<void> {
  const database = await openDatabase({ dataDir: folder })
  const { db } = database
  await transaction(db, (tx) =>
    withoutChecks(tx, ['balance', 'analysis'], async () => {
      await sql`create temporary table copied on commit drop as
        select a.id as of, nextval(pg_get_serial_sequence('account', 'id'))::int as id, n from account a
        cross join generate_series(1, (select ceil(${count}::numeric / count(*))::int from account)) n
        order by n, a.id limit greatest(0, ${count}::int - (select count(*)::int from account))`.execute(tx)
      await sql`insert into account (id, business_id, code, name, heading_id, department_id, currency, analyst_id, risk, frequency)
        select k.id, a.business_id, a.code || '.' || k.n, a.name, a.heading_id, a.department_id, a.currency, a.analyst_id, a.risk, a.frequency
        from copied k join account a on a.id = k.of`.execute(tx)
      await sql`insert into balance (period_id, account_id, amount, load_id)
        select b.period_id, k.id, b.amount, b.load_id from copied k join balance b on b.account_id = k.of
        where b.period_id = (select id from period order by name desc limit 1)`.execute(tx)
      await sql`insert into analysis (period_id, account_id, country_id, business_id, department_id, heading_id, analyst_id, risk, frequency, currency, balance, previous,
          materiality, due_analyst, due_jefatura, due_control)
        select x.period_id, k.id, x.country_id, x.business_id, x.department_id, x.heading_id, x.analyst_id, x.risk, x.frequency, x.currency, x.balance, x.previous,
          x.materiality, x.due_analyst, x.due_jefatura, x.due_control
        from copied k join analysis x on x.account_id = k.of where x.period_id = (select id from period order by name desc limit 1)`.execute(
        tx,
      )
    }),
  )
  await sql`vacuum analyze`.execute(db)
  await database.close()
}
