import { type RawBuilder, sql } from 'kysely'
import { type Db, row, rows } from './index.ts'

type Page = { page: number; limit: number; sort?: string | undefined; search?: string | undefined }

/**
 * A page of a list, with the count of all that the filters let through: two statements.
 * `sortable` maps a wire column to what it sorts by; the sort falls back to `by`, and `id` makes the order complete.
 */
export async function page<R extends object>(
  db: Db,
  { page, limit, sort }: Page,
  list: {
    select: RawBuilder<unknown>
    from: RawBuilder<unknown>
    where: RawBuilder<unknown>
    sortable: Record<string, RawBuilder<unknown>>
    by: RawBuilder<unknown>
    id: RawBuilder<unknown>
  },
): Promise<{ data: R[]; total: number; page: number; limit: number }> {
  const column = sort && list.sortable[sort.replace(/^-/, '')]
  const order = column ? (sort.startsWith('-') ? sql`${column} desc nulls last` : sql`${column} asc nulls last`) : list.by
  const counted = await row(db, sql<{ total: number }>`select count(*)::int as total from ${list.from} where ${list.where}`)
  const data = await rows<R>(
    db,
    sql`select ${list.select} from ${list.from} where ${list.where} order by ${order}, ${list.id} limit ${limit} offset ${(page - 1) * limit}`,
  )
  return { data, total: counted?.total ?? 0, page, limit }
}

/** Search text as a LIKE pattern over a stored `plain` column. */
export const contains = (column: RawBuilder<unknown>, search: string | undefined) =>
  search ? sql`${column} like '%' || replace(replace(replace(plain(${search}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'` : sql`true`

/** All conditions that are there. */
export const all = (...conditions: (RawBuilder<unknown> | false | undefined | null)[]) => {
  const given = conditions.filter((c): c is RawBuilder<unknown> => Boolean(c))
  return given.length === 0 ? sql`true` : sql`(${sql.join(given, sql` and `)})`
}
