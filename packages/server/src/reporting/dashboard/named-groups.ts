import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { type Db, row } from '../../platform/database/index.ts'
import { all, contains } from '../../platform/database/list.ts'

/** Ids of groups that a text names, as PostgreSQL writes an array; none where it names none. */
export type OfGroups = { groups?: string }

/**
 * With the groups of these months whose name contains a text, or one of whose accounts has it in its code or name: an item is a group as a whole, and its
 * account is only the first of them. Groups and members are those of now, as names are.
 */
export async function namingGroups<Query extends object>(
  db: Db,
  query: Query,
  { text, months }: { text: string | undefined; months: readonly number[] | undefined },
): Promise<Query & OfGroups> {
  if (!text) return query
  const has = (name: RawBuilder<unknown>) => contains(name, text)
  const found = await row(
    db,
    sql<{ groups: string | null }>`select array_agg(g.id)::text as groups from analysis_group g where ${all(
      months !== undefined && sql`g.period_id = any(${months}::int[])`,
      sql`(${has(sql`plain(g.name)`)} or exists (select from analysis m join account c on c.id = m.account_id where m.group_id = g.id and ${has(sql`c.search`)}))`,
    )}`,
  )
  return found!.groups === null ? query : { ...query, groups: found!.groups }
}
