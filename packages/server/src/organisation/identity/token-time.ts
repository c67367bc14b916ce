import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'

/** Refuses every token made until now. Tokens say whole seconds: the one that is running is over. */
export const refuseTokensOfBefore = (tx: Db, userId: number) =>
  sql`update app_user set tokens_valid_from = date_trunc('second', now()) + interval '1 second' where id = ${userId}`.execute(tx)
