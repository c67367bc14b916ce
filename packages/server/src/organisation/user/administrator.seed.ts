import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { type Db, row } from '../../platform/database/index.ts'

export type FirstAdministrator = { name: string; username: string; email: string }

const someAdministers = sql`exists (select from app_user u join user_role r on r.user_id = u.id where u.active and r.role_id = ${ROLE.administrador})`
/** Without one nobody can let anybody in. */
export const hasAdministrator = async (db: Db) => (await row(db, sql<{ has: boolean }>`select ${someAdministers} as has`))!.has

/**
 * Creates the first administrator if no active one exists; an existing person gets the role. The account at the identity provider is linked
 * by its verified e-mail at the first sign-in (access/caller.ts).
 */
export async function ensureAdministrator(tx: Db, { name, username, email }: FirstAdministrator): Promise<void> {
  await sql`with needed as (
      select where not ${someAdministers}),
    person as (
      insert into app_user (name, username, email, active_role_id) select ${name}, ${username}, ${email}, ${ROLE.administrador}::int from needed
      on conflict (username) do update set active = true, active_role_id = excluded.active_role_id returning id)
    insert into user_role select id, ${ROLE.administrador}::int from person on conflict do nothing`.execute(tx)
}
