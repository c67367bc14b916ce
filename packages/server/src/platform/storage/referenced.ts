import { sql } from 'kysely'
import { type Db, rows } from '../database/index.ts'

/** Which of these contents are used by a row. A column that refers to a stored file ends in `sha256`, in every present and future table. */
export async function referencedContents(db: Db, contents: readonly string[]): Promise<Set<string>> {
  const columns = await rows(
    db,
    sql<{ table: string; column: string }>`select c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name like '%sha256' and c.data_type = 'text' order by 1, 2`,
  )
  const each = columns.map(
    ({ table, column }) =>
      sql`select ${sql.ref(column)} as content from ${sql.table(table)} where ${sql.ref(column)} = any(${[...contents]}::text[])`,
  )
  const found = await rows(db, sql<{ content: string }>`${sql.join(each, sql` union `)}`)
  return new Set(found.map(({ content }) => content))
}
