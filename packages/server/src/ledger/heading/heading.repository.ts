import type { Parsed } from '@cuadre/api/endpoint'
import type { createHeading, Heading, HeadingNode, listHeadings } from '@cuadre/api/heading'
import { sql } from 'kysely'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'

type Query = Parsed<typeof listHeadings>['query']
export type Write = Parsed<typeof createHeading>['body']

const columns = sql`h.id as "COD_RUBRO", h.name as "NOMBRE", h.code as "CODIGO", h.parent_id as "parentId", heading_path(h.id) as "RUTA",
  (select count(*)::int from heading s where s.parent_id = h.id) as "HIJOS",
  (select count(*)::int from account a where a.heading_id = h.id) as "CUENTAS", h.revision as "REVISION"`

export const list = (db: Db, query: Query) =>
  page<Heading, typeof query>(db, query, {
    select: columns,
    from: sql`heading h`,
    where: all(
      sql`not h.merged`,
      contains(sql`h.search`, query.search),
      query.parentId !== undefined && (query.parentId === 'raiz' ? sql`h.parent_id is null` : sql`h.parent_id = ${query.parentId}`),
    ),
    sortable: { NOMBRE: sql`h.name`, CODIGO: sql`h.code`, RUTA: sql`heading_path(h.id)` },
    by: sql`h.code nulls last, h.name`,
    id: sql`h.id`,
  })

type Flat = Omit<HeadingNode, 'NIVEL' | 'CUENTAS_TOTAL' | 'RUBROS_HIJOS' | 'PLANTILLA'>
export const everything = (db: Db, { countryId, businessId }: Caller) =>
  rows(
    db,
    sql<Flat>`select h.id as "COD_RUBRO", h.name as "NOMBRE", h.code as "CODIGO", h.parent_id as "parentId", coalesce(a.n, 0) as "CUENTAS",
      h.revision as "REVISION", json_build_object('BASE', t.base, 'MONTO', t.amount::text, 'PORCENTAJE', t.percent::text, 'propia', t.heading_id is not null) as "MATERIALIDAD"
      from heading h left join (select heading_id, count(*)::int as n from account group by heading_id) a on a.heading_id = h.id
        cross join lateral threshold_of(null::int, ${businessId}::int,
          coalesce(${countryId}::int, (select country_id from business where id = ${businessId}::int)), h.id, to_char(now(), 'YYYY-MM')) t
      where not h.merged
      order by h.code nulls last, h.name, h.id`,
  )

export const find = (db: Db, id: number) => row(db, sql<Heading>`select ${columns} from heading h where h.id = ${id} and not h.merged`)

/** One change of the tree at a time: two concurrent moves could each put the other's heading below its own. */
export const lockTree = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('heading'))`.execute(db)

/** Levels above a heading, including itself; and levels below `moved`, including itself, with whether the heading is among them. */
export const depthOf = async (db: Db, parentId: number, moved: number | null) =>
  (await row(
    db,
    sql<{ above: number; below: number; within: boolean }>`with recursive
      up as (select id, parent_id, 1 as level from heading where id = ${parentId} and not merged
        union all select h.id, h.parent_id, up.level + 1 from heading h join up on h.id = up.parent_id),
      down as (select id, 1 as level from heading where id = ${moved}::int
        union all select h.id, down.level + 1 from heading h join down on h.parent_id = down.id)
      select coalesce((select max(level) from up), 0)::int as above, coalesce((select max(level) from down), 1)::int as below,
        exists (select from down where id = ${parentId}) as within`,
  ))!

export const isCodeTaken = (db: Db, id: number | null, code: string) =>
  row(db, sql`select from heading where id is distinct from ${id}::int and plain(code) = plain(${code})`)
/** Whether a sibling has this name, ignoring case and accents. */
export const isNameTaken = (db: Db, id: number | null, parentId: number | null, name: string) =>
  row(
    db,
    sql`select from heading where not merged and id is distinct from ${id}::int and parent_id is not distinct from ${parentId}::int and plain(name) = plain(${name})`,
  )

export const insert = async (db: Db, { NOMBRE, CODIGO, parentId }: Write) =>
  (await row(db, sql<{ id: number }>`insert into heading (name, code, parent_id) values (${NOMBRE}, ${CODIGO}, ${parentId}) returning id`))!
    .id

export type NewHeading = { code: string; name: string; parentId: number | null; parentCode: string | null }
/** `parentCode` may be of a heading inserted together with it. */
export async function insertMany(db: Db, headings: readonly NewHeading[]) {
  const of = (field: 'code' | 'name' | 'parentCode') => headings.map((heading) => heading[field])
  await sql`insert into heading (code, name, parent_id)
    select * from unnest(${of('code')}::text[], ${of('name')}::text[], ${headings.map((h) => h.parentId)}::int[])`.execute(db)
  await sql`update heading h set parent_id = p.id from unnest(${of('code')}::text[], ${of('parentCode')}::text[]) as n(code, parent)
    join heading p on p.code = n.parent where h.code = n.code and h.parent_id is null`.execute(db)
}
export const byCodes = (db: Db, codes: readonly string[]) =>
  rows(db, sql<Heading>`select ${columns} from heading h where h.code = any(${codes}::text[]) order by h.id`)
export const byIds = (db: Db, ids: readonly number[]) =>
  rows(db, sql<Heading>`select ${columns} from heading h where h.id = any(${ids}::int[]) order by h.id`)
export const renameMany = (db: Db, names: ReadonlyMap<number, string>) =>
  sql`update heading h set name = n.name, revision = h.revision + 1 from unnest(${[...names.keys()]}::int[], ${[...names.values()]}::text[]) as n(id, name)
    where h.id = n.id`.execute(db)

export const save = (db: Db, { COD_RUBRO, NOMBRE, CODIGO, parentId }: Heading) =>
  sql`update heading set name = ${NOMBRE}, code = ${CODIGO}, parent_id = ${parentId}, revision = revision + 1 where id = ${COD_RUBRO}`.execute(
    db,
  )

/** What names a heading and keeps it from being removed; templates that are retired do not. */
export const usage = async (db: Db, id: number) =>
  (await row(
    db,
    sql<{
      analisis: number
      umbrales: number
      plantillas: number
    }>`select (select count(*)::int from analysis where heading_id = ${id}) as analisis,
      (select count(*)::int from threshold where heading_id = ${id}) as umbrales,
      (select count(*)::int from template_version where ${id} = any(headings) and state <> 'RETIRADA') as plantillas`,
  ))!
export const remove = (db: Db, id: number) => sql`delete from heading where id = ${id}`.execute(db)

export const children = (db: Db, id: number) =>
  rows(db, sql<Heading>`select ${columns} from heading h where h.parent_id = ${id} order by h.id`)
/** A name that stands below both, ignoring case and accents. */
export const nameBelowBoth = (db: Db, one: number, other: number) =>
  row(
    db,
    sql<{ name: string }>`select a.name from heading a join heading b on plain(a.name) = plain(b.name) and a.id <> b.id
      where a.parent_id = ${one} and b.parent_id = ${other} and b.id <> ${one} limit 1`,
  )
export const moveAccounts = (db: Db, from: number, to: number) =>
  sql`update account set heading_id = ${to} where heading_id = ${from}`.execute(db)
/** Its name counts no longer for others. */
export const mark = (db: Db, id: number) => sql`update heading set merged = true where id = ${id}`.execute(db)
export const hide = (db: Db, id: number) =>
  sql`update heading set code = null, parent_id = null, revision = revision + 1 where id = ${id}`.execute(db)
