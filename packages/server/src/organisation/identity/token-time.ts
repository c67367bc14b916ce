import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'

/** Invalidates every token issued until now. Tokens have whole seconds, so the current second counts as past. */
export const invalidateTokens = (tx: Db, userId: number) =>
  sql`update app_user set tokens_valid_from = date_trunc('second', now()) + interval '1 second' where id = ${userId}`.execute(tx)
