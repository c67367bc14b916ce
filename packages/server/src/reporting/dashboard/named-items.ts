import { type RawBuilder, sql } from 'kysely'
import { type Db, row } from '../../platform/database/index.ts'
import { all, contains } from '../../platform/database/list.ts'

/** Ids of groups and of analysts that a text names, as PostgreSQL writes an array; none where it names none. */
export type NamedItems = { groups?: string; analysts?: string }

/**
 * With what a text names beside accounts (`namingAccounts`): the analysts whose name contains it, and the groups of these months whose name contains it, or one of
 * whose accounts has it in its code or name. An item is a group as a whole, and its account is only the first of them. Groups and members are those of now, as names are.
 */
export async function namingItems<Query extends object>(
  db: Db,
  query: Query,
  { text, months }: { text: string | undefined; months: readonly number[] | undefined },
): Promise<Query & NamedItems> {
  if (!text) return query
  const has = (name: RawBuilder<unknown>) => contains(name, text)
  const ofMonths = months !== undefined && sql`g.period_id = any(${months}::int[])`
  const found = await row(
    db,
    sql<
      Record<keyof NamedItems, string | null>
    >`select (select array_agg(u.id)::text from app_user u where ${has(sql`plain(u.name)`)}) as analysts,
      (select array_agg(g.id)::text from analysis_group g where ${all(
        ofMonths,
        sql`(${has(sql`plain(g.name)`)}
        or exists (select from analysis m join account c on c.id = m.account_id where m.group_id = g.id and ${has(sql`c.search`)}))`,
      )}) as groups`,
  )
  const { groups, analysts } = found!
  return { ...query, ...(groups !== null && { groups }), ...(analysts !== null && { analysts }) }
}
