import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'
import { demoPeople } from './staff.ts'

/** Invited, and not here yet: who is printed at the start, whose first sign-in is a first one, and three who have just come. */
const NOT_YET = [...demoPeople.flatMap(({ shown, username }) => (shown ? [username] : [])), 'aribeiro', 'bteixeira', 'cnogueira']

/** When everybody was last here: within the past days, and who has left in some month of the past year. */
export async function createVisits(db: Db): Promise<void> {
  await sql`update app_user set last_seen_at = date_trunc('minute', now()) - case
      when active then make_interval(hours => 21 + (id * 37) % 150, mins => (id * 13) % 60)
      else make_interval(months => 2 + id % 8, days => (id * 11) % 28, mins => (id * 17) % 400) end
    where username <> all (${NOT_YET}::text[])`.execute(db)
}
