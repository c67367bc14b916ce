import { sql } from 'kysely'
import { type Db, row } from '../../platform/database/index.ts'

const id = async (db: Db, statement: ReturnType<typeof sql<{ id: number }>>) => (await row(db, statement))!.id

type Balance = { amount?: string; analyst?: number | null; business?: number; currency?: string; risk?: 'A' | 'M' | 'B' }
/** An account with a balance in the period. */
export async function balanceIn(
  db: Db,
  periodId: number,
  code: string,
  { amount = '100.00', analyst = null, business = 1, currency = 'BRL', risk = 'M' }: Balance = {},
) {
  const account = await id(
    db,
    sql`insert into account (business_id, code, name, department_id, currency, analyst_id, risk) values (${business}, ${code}, ${code}, ${business}, ${currency}, ${analyst}, ${risk}) returning id`,
  )
  const load = await id(
    db,
    sql`insert into balance_load (period_id, file_name, size, sha256, status, loaded_by)
      select ${periodId}, 'b.csv', 1, ${code}, 'confirmada', id from app_user order by id limit 1 returning id`,
  )
  await sql`insert into balance (period_id, account_id, amount, load_id) values (${periodId}, ${account}, ${amount}, ${load})`.execute(db)
  return account
}

type Item = Balance & { value?: string | null; comment?: string | null; state?: number; materiality?: string }
/** An account with a balance and its analysis. */
export async function analysisIn(
  db: Db,
  analyst: number,
  periodId: number,
  code: string,
  { value = null, comment = null, state = 1, materiality = 'menor', ...balance }: Item = {},
) {
  const { amount = '100.00', business = 1, currency = 'BRL', risk = 'M' } = balance
  const account = await balanceIn(db, periodId, code, { ...balance, analyst })
  return id(
    db,
    sql`insert into analysis (period_id, account_id, country_id, business_id, department_id, analyst_id, risk, currency, balance, value, comment, materiality, state_main,
        state_jefatura, submitted_at, due_analyst, due_jefatura, due_control)
      select ${periodId}, ${account}, 1, ${business}, ${business}, ${analyst}, ${risk}, ${currency}, ${amount}, ${value}, ${comment}, ${materiality}, ${state},
        ${state === 1 ? 1 : 4}, ${state === 1 ? null : '2025-02-01T00:00:00Z'}::timestamptz, due_analyst, due_jefatura, due_control from period where id = ${periodId} returning id`,
  )
}
