import type { SortKeyOf } from '@cuadre/api/endpoint'
import type { Sort } from '@cuadre/api/shapes'
import { type RawBuilder, sql } from 'kysely'
import { Invalid } from '../errors.ts'
import { type Db, row, rows } from './index.ts'

type Page = { page: number; limit: number; sort?: string | undefined; search?: string | undefined }
/** An expression for each key that the contract says, and for no other. */
export type Sortable<Key extends string> = string extends Key
  ? never
  : [Key] extends [never]
    ? Record<string, never>
    : Readonly<Record<Key, RawBuilder<unknown>>>

/**
 * A page of a list and the number of all rows that match, in two statements. `sortable` maps a sort key of the contract to its expression;
 * `by` is the default order and `id` makes the order unique. For a large table, `byIds` loads the rows of the page by the ids found, so
 * that only those are joined; `counted` gives total and offset where the list has computed them itself.
 */
export async function page<R extends object, Query extends Page>(
  db: Db,
  { page, limit, sort }: Query,
  list: {
    select: RawBuilder<unknown>
    from: RawBuilder<unknown>
    /** Fewer joins than `from`, enough for counting. */
    counts?: RawBuilder<unknown>
    where: RawBuilder<unknown>
    sortable: Sortable<SortKeyOf<Query>>
    by: RawBuilder<unknown>
    id: RawBuilder<unknown>
    byIds?: (ids: readonly number[]) => Promise<R[]>
    counted?: { total: number; skip: number } | undefined
  },
): Promise<{ data: R[]; total: number; page: number; limit: number }> {
  const order = sortedBy(sort as SortKeyOf<Query>, list.sortable) ?? list.by
  const { total, skip } =
    list.counted ??
    (await row(
      db,
      sql<{
        total: number
        skip: number
      }>`select count(*)::int as total, ${(page - 1) * limit}::bigint as skip from ${list.counts ?? list.from} where ${list.where}`,
    ))!
  const found = <T>(select: RawBuilder<unknown>) =>
    rows<T>(db, sql`select ${select} from ${list.from} where ${list.where} order by ${order}, ${list.id} limit ${limit} offset ${skip}`)
  const data = list.byIds
    ? await list.byIds((await found<{ id: number }>(sql`${list.id} as id`)).map(({ id }) => id))
    : await found<R>(list.select)
  return { data, total, page, limit }
}

/**
 * The order that a list is asked for: a key of `sortable`, with '-' in front for descending; undefined where none is.
 * @throws 422 at `sort` for a column that the list does not sort by
 */
export function sortedBy<Key extends string>(sort: Sort<Key> | undefined, sortable: Sortable<NoInfer<Key>>) {
  if (!sort) return undefined
  const column = (sortable as Record<string, RawBuilder<unknown>>)[sort.replace(/^-/, '')]
  if (!column) throw Invalid('sort', 'sort_unknown', { sort: sort.replace(/^-/, '') })
  return sort.startsWith('-') ? sql`${column} desc nulls last` : sql`${column} asc nulls last`
}

const pattern = (search: string) => sql`replace(replace(replace(plain(${search}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`
/** Search text as a LIKE pattern for a column that stores unaccented lower-case text. */
export const contains = (column: RawBuilder<unknown>, search: string | undefined) =>
  search ? sql`${column} like '%' || ${pattern(search)}` : sql`true`
/** Likewise for what such a column begins with: an index in the order of bytes finds it. */
export const beginsWith = (search: string) => sql`${pattern(search)}`

/** The `activo` filter of a list (`activity` in the contract). */
export const isActive = (column: RawBuilder<unknown>, wanted: 'true' | 'false' | 'todos') =>
  wanted !== 'todos' && (wanted === 'true' ? column : sql`not ${column}`)

/** The conditions joined by `and`; absent ones are left out. */
export const all = (...conditions: (RawBuilder<unknown> | false | undefined | null)[]) => {
  const given = conditions.filter((c): c is RawBuilder<unknown> => Boolean(c))
  return given.length === 0 ? sql`true` : sql`(${sql.join(given, sql` and `)})`
}
