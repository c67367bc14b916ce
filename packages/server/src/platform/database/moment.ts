import { type RawBuilder, sql } from 'kysely'

/** A moment within the JSON that PostgreSQL makes, as it is on the wire everywhere: ISO in UTC, to the millisecond. */
export const moment = (column: RawBuilder<unknown>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
