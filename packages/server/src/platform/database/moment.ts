import { type RawBuilder, sql } from 'kysely'

/** A timestamp inside JSON made by PostgreSQL, in the format of the contract: ISO in UTC with milliseconds. */
export const moment = (column: RawBuilder<unknown>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
