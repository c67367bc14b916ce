import { PERMISSIONS, type Permission } from '@cuadre/api/permissions'
import { sql } from 'kysely'
import type { Db } from '../database/index.ts'

/** Permissions that are new in this release are granted to their default roles once; later changes by an administrator are kept. */
export async function grantDefaults(db: Db): Promise<void> {
  const keys = Object.keys(PERMISSIONS) as Permission[]
  const { rows } = await sql<{
    key: Permission
  }>`insert into permission select unnest(${keys}::text[]) on conflict do nothing returning key`.execute(db)
  const grants = rows.flatMap(({ key }) => PERMISSIONS[key].map((role) => ({ key, role })))
  await sql`insert into role_permission (role_id, key) select * from unnest(${grants.map((g) => g.role)}::int[], ${grants.map((g) => g.key)}::text[])`.execute(
    db,
  )
}
