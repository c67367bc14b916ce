import { sql } from 'kysely'
import { type Db, row } from '../../platform/database/index.ts'
import { contains } from '../../platform/database/list.ts'

/** Ids of accounts that are asked for in place of a text, as PostgreSQL writes an array: there may be many, which nothing here reads. */
export type OfAccounts = { accounts?: string }
/** A condition with more ids takes longer to plan than the analyses of a month, or of all, to be read. */
const MAX_ACCOUNTS = { month: 5_000, all: 100_000 }

/**
 * A list's filters with the accounts whose code or name contains its text, in place of the text unless they are too many. They are looked for once: each
 * statement of the list would read all accounts. What a closed period has of some accounts never changes, while names do.
 */
export async function namingAccounts<Query extends { search?: string | undefined }>(
  db: Db,
  query: Query,
  of: keyof typeof MAX_ACCOUNTS,
): Promise<Query & OfAccounts> {
  if (!query.search) return query
  const found = await row(
    db,
    sql<{
      accounts: string | null
    }>`select case when count(*) <= ${MAX_ACCOUNTS[of]} then coalesce(array_agg(f.id)::text, '{}') end as accounts
      from (select c.id from account c where ${contains(sql`c.search`, query.search)} limit ${MAX_ACCOUNTS[of] + 1}) f`,
  )
  const accounts = found!.accounts
  return accounts === null ? query : { ...query, search: undefined, accounts }
}
/** Condition for the analyses (alias `a`) of such accounts. */
export const ofAccounts = ({ accounts }: OfAccounts) => accounts !== undefined && sql`a.account_id = any(${accounts}::int[])`
