import { sql } from 'kysely'
import { type Db, rows } from './index.ts'

/** Everything except the migrator's own tables. */
const made = sql`n.nspname = 'public' and c.relname not like 'kysely_%'`

/**
 * Everything that migrations create, sorted, one line for each table with its columns, constraint, index, used sequence, function, trigger,
 * view, collation and inserted row. Comments are left out, and whatever differs between runs (times, the signing key) or versions of
 * PostgreSQL.
 * @param unordered tables whose column order does not matter
 */
export async function describeDatabase(db: Db, unordered: readonly string[] = []): Promise<string[]> {
  const described = await rows<{ line: string }>(
    db,
    sql`
      select concat_ws(' ', 'table', c.relname, case c.relpersistence when 'u' then 'unlogged' end, c.reloptions::text) || ': ' || (
          select string_agg(
              concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), 'collate ' || nullif(l.collname, 'default'), case when a.attnotnull then 'not null' end,
                case a.attidentity when 'd' then 'identity' when 'a' then 'identity always' end, case a.attgenerated when 's' then 'stored' when 'v' then 'virtual' end,
                'default ' || pg_get_expr(d.adbin, d.adrelid)), ', ' order by case when c.relname <> all(${unordered}::text[]) then a.attnum end, a.attname)
            from pg_attribute a left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum left join pg_collation l on l.oid = a.attcollation
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as line
        from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and ${made}
      union all
      -- "n": not null, which the columns say; a constraint only from PostgreSQL 18 on. "t": listed among the triggers.
      select concat_ws(' ', 'constraint', c.relname || '.' || k.conname, pg_get_constraintdef(k.oid))
        from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace where k.contype not in ('n', 't') and ${made}
      union all
      select 'index ' || pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace where ${made}
      union all
      select concat_ws(' ', 'sequence', c.relname, s.data_type, 'from', s.start_value, 'by', s.increment_by, 'last', s.last_value)
        from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_sequences s on s.schemaname = n.nspname and s.sequencename = c.relname
        where ${made} and (s.start_value, s.increment_by) <> (1, 1) or s.last_value is not null
      union all
      select 'function ' || pg_get_functiondef(p.oid) from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' and p.prokind = 'f'
      union all
      select concat_ws(' ', 'trigger', pg_get_triggerdef(g.oid), nullif(g.tgenabled, 'O')) from pg_trigger g
        join pg_class c on c.oid = g.tgrelid join pg_namespace n on n.oid = c.relnamespace where not g.tgisinternal and ${made}
      union all
      select concat_ws(' ', 'view', c.relname, pg_get_viewdef(c.oid)) from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'v' and ${made}
      union all
      -- How it sorts depends on the version; spanish.test.ts looks at that.
      select concat_ws(' ', 'collation', l.collname, l.collprovider) from pg_collation l join pg_namespace n on n.oid = l.collnamespace where n.nspname = 'public'`,
  )
  return [...described.map(({ line }) => evenly(line)), ...(await insertedRows(db))].sort()
}

async function insertedRows(db: Db) {
  const tables = await rows<{ name: string; varying: string[] }>(
    db,
    sql`select c.relname as name, coalesce(array_agg(a.attname) filter (where pg_get_expr(d.adbin, d.adrelid) ~ 'now\\(|random'), '{}')::text[] as varying
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relkind = 'r' and ${made} group by 1`,
  )
  const inserted: string[] = []
  for (const { name, varying } of tables)
    for (const { row } of await rows<{ row: string }>(
      db,
      sql`select (to_jsonb(t) - ${varying}::text[])::text as row from ${sql.table(name)} t`,
    ))
      inserted.push(`row ${name} ${row}`)
  return inserted
}

/**
 * One text for equivalent definitions: on one line; views of one table without the qualifier that PostgreSQL 15 adds to columns; checks
 * added as NOT VALID like validated ones.
 */
function evenly(line: string) {
  const text = line
    .replace(/\s+/g, ' ')
    .replace(/ NOT VALID$/, '')
    .trim()
  const [, alias] = /^view [^(]+? SELECT (?!.* FROM .* FROM ).* FROM \w+ (\w+);$/.exec(text) ?? []
  return alias ? text.replaceAll(new RegExp(`\\b${alias}\\.`, 'g'), '') : text
}
