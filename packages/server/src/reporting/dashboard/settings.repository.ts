import { sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'

/** A setting of the statistics made by an administrator, now or at a moment; undefined: the default. */
export async function setting<T>(db: Db, key: string, asOf?: string): Promise<T | undefined> {
  if (asOf) {
    // What the first change after the moment replaced; without one, what is set now.
    const [changed] = await rows(
      db,
      sql<{
        value: T | null
      }>`select old_value as value from statistics_change where key = ${key} and changed_at > ${asOf}::timestamptz order by id limit 1`,
    )
    if (changed) return changed.value ?? undefined
  }
  return (await rows(db, sql<{ value: T }>`select value from statistics_setting where key = ${key}`))[0]?.value
}
export const lastChangedBy = async (db: Db, key: string) =>
  (
    await rows(
      db,
      sql<{ name: string }>`select u.name from statistics_change c join app_user u on u.id = c.changed_by
        where c.key = ${key} order by c.id desc limit 1`,
    )
  )[0]?.name
/** Stores the old and new value (`statistics_change`). Call inside a transaction. */
export async function saveSetting(tx: Db, key: string, value: unknown, userId: number) {
  const json = JSON.stringify(value)
  await sql`insert into statistics_setting (key, value, updated_by) values (${key}, 'null', ${userId}) on conflict (key) do nothing`.execute(
    tx,
  )
  await sql`with old as (select value from statistics_setting where key = ${key} for update)
    insert into statistics_change (key, old_value, new_value, changed_by) select ${key}, old.value, ${json}::jsonb, ${userId} from old`.execute(
    tx,
  )
  await sql`update statistics_setting set value = ${json}::jsonb, updated_by = ${userId}, updated_at = now() where key = ${key}`.execute(tx)
}
