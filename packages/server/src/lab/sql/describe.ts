import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { openDatabase } from '../../platform/database/index.ts'
import { migratedImage } from '../testing/database.ts'
import { type Catalog, lastQuery, type Node, type Nullability, resultNullability } from './nullability.ts'

export type ResultColumn = { name: string; type: string; nullability: Nullability }
/** `position`: in the text, from 1. */
export type Described = { columns: ResultColumn[] } | { error: string; position: number | undefined }

/** Statements that PostgreSQL parses without looking names up. */
const UTILITY = /^\s*(set|lock|drop|create|alter|truncate|notify|listen|vacuum|analyze)\b/i
const TEMPORARY = /^\s*create (?:temp|temporary) table (\w+)/i
const ALTERING = /^\s*alter table (\w+)/i

/** A migrated embedded database that says what a statement gives, without running it. */
export async function openDescriber() {
  const image = migratedImage()
  await (await openDatabase({ image })).close()
  const db = await PGlite.create({ loadDataDir: new Blob([readFileSync(image.file)]) })
  const { types, catalog } = await readCatalog(db)
  let made = 0
  const temporary = new Set<string>()

  return {
    /** Tables that exist only while a transaction lasts have to be there for the statements that use them. */
    prepare: async (text: string) => {
      const made = TEMPORARY.exec(text)?.[1]
      if (made) temporary.add(made)
      const altered = ALTERING.exec(text)?.[1]
      if (made || (altered && temporary.has(altered))) await db.exec(text.replace(/\bon commit drop\b/i, ''))
    },
    /** `nulls`: also which columns can be null. */
    async describe(text: string, nulls: boolean): Promise<Described> {
      try {
        const { queryParams, resultFields } = await db.describeQuery(text)
        const typeOf = (id: number) => types.get(id) ?? 'unknown'
        const nullability =
          !nulls || resultFields.length === 0 || UTILITY.test(text)
            ? []
            : await nullabilityOf(
                text,
                queryParams.map(({ dataTypeID }) => typeOf(dataTypeID)),
              )
        return {
          columns: resultFields.map(({ name, dataTypeID }, i) => ({
            name,
            type: typeOf(dataTypeID),
            nullability: nullability[i] ?? 'unknown',
          })),
        }
      } catch (error) {
        const { message, position } = error as { message: string; position?: string }
        return { error: message, position: position ? Number(position) : undefined }
      }
    },
    close: () => db.close(),
  }

  async function nullabilityOf(text: string, parameters: string[]): Promise<Nullability[]> {
    const name = `described_${made++}`
    try {
      await db.exec(`create function ${name}(${parameters.join(', ')}) returns setof record language sql begin atomic ${text}; end`)
    } catch {
      // Not every statement may be the body of a function; its columns and types are known all the same.
      return []
    }
    const { rows } = await db.query<{ body: string }>(`select prosqlbody::text as body from pg_proc where proname = '${name}'`)
    return resultNullability(rows[0]!.body, catalog)
  }
}

async function readCatalog(db: PGlite) {
  const list = async <R>(text: string) => (await db.query<R>(text)).rows
  const types = new Map(
    (await list<{ id: number; name: string }>(`select oid as id, format_type(oid, null) as name from pg_type`)).map(({ id, name }) => [
      id,
      name,
    ]),
  )
  const columns = new Map(
    (
      await list<{ key: string; required: boolean }>(
        // What is worked out from other columns is null where they are.
        `select attrelid || '.' || attnum as key, attnotnull as required from pg_attribute where attnum > 0 and attgenerated = ''`,
      )
    ).map(({ key, required }) => [key, required]),
  )
  const procedures = new Map(
    (
      await list<{ id: number; name: string; strict: boolean }>(`select oid as id, proname as name, proisstrict as strict from pg_proc`)
    ).map((each) => [each.id, each]),
  )
  const references = new Set(
    (
      await list<{ key: string }>(
        `select conrelid || '.' || conkey[1] || '>' || confrelid || '.' || confkey[1] as key from pg_constraint where contype = 'f' and cardinality(conkey) = 1`,
      )
    ).map(({ key }) => key),
  )
  const rules = new Map(
    (
      await list<{ id: number; tree: string }>(
        `select ev_class as id, ev_action::text as tree from pg_rewrite join pg_class c on c.oid = ev_class
          where ev_type = '1' and c.relkind = 'v' and c.relnamespace = 'public'::regnamespace`,
      )
    ).map(({ id, tree }) => [id, tree]),
  )
  const views = new Map<number, Node | undefined>()
  const catalog: Catalog = {
    view: (table) => {
      const rule = rules.get(table)
      if (rule && !views.has(table)) views.set(table, lastQuery(rule))
      return views.get(table)
    },
    refersTo: (from, to) => references.has(`${from.table}.${from.column}>${to.table}.${to.column}`),
    isNotNull: (table, column) => columns.get(`${table}.${column}`),
    isStrict: (procedure) => procedures.get(procedure)?.strict ?? false,
    nameOf: (procedure) => procedures.get(procedure)?.name ?? '',
  }
  return { types, catalog }
}
