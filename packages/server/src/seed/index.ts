import { sql } from 'kysely'
import { grantDefaults } from '../access/permissions.ts'
import { type Db, transaction } from '../database/index.ts'
import { ensureFirstFaqs } from '../faq/faq.seed.ts'
import { ensureAdministrator, type FirstAdministrator } from '../user/administrator.seed.ts'

/**
 * What an installation needs before anyone signs in, with or without demo data: default grants, somebody who may administer,
 * the first questions of the help. Safe at every start and with several processes starting at once.
 */
export const seedBase = (db: Db, { administrator }: { administrator?: FirstAdministrator } = {}): Promise<void> =>
  transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(2611)`.execute(tx)
    await grantDefaults(tx)
    if (administrator) await ensureAdministrator(tx, administrator)
    await ensureFirstFaqs(tx)
  })
