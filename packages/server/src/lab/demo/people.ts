import { sql } from 'kysely'
import type { AppOptions } from '../../options.ts'
import { type Db, row } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'

export type DemoOptions = Pick<AppOptions, 'db' | 'storage' | 'zone'>

/** The person in a role, as the caller that services expect. */
export async function personNamed(db: Db, username: string, roleId: Caller['roleId']): Promise<Caller> {
  const found = await row(db, sql<{ id: number; name: string }>`select id, name from app_user where username = ${username}`)
  if (!found) throw new Error(`The demo needs ${username}`)
  return { userId: found.id, name: found.name, roleId, permissions: new Set(), countryId: null, businessId: null, locale: 'es' }
}
