import { sql } from 'kysely'
import { ensureFirstFaqs } from '../desk/faq/faq.seed.ts'
import { requireSecondFactorByDefault } from '../organisation/config/config.repository.ts'
import { ensureAdministrator, type FirstAdministrator } from '../organisation/user/administrator.seed.ts'
import { grantDefaults } from '../platform/access/permissions.ts'
import { type Db, transaction } from '../platform/database/index.ts'

/**
 * What an installation needs before anyone signs in, with or without demo data: default grants, an administrator, the first questions of
 * the help. Safe at every start, also of several processes at once.
 * @param secondFactor makes it compulsory for roles 3, 5 and 6 unless that parameter is set
 */
export const seedBase = (
  db: Db,
  { administrator, secondFactor = false }: { administrator?: FirstAdministrator; secondFactor?: boolean } = {},
): Promise<void> =>
  transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(2611)`.execute(tx)
    await grantDefaults(tx)
    if (administrator) await ensureAdministrator(tx, administrator)
    if (secondFactor) await requireSecondFactorByDefault(tx)
    await ensureFirstFaqs(tx)
  })
