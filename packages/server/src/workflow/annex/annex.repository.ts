import type { Annex } from '@cuadre/api/analysis'
import type { Upload } from '@cuadre/api/endpoint'
import { type RawBuilder, sql } from 'kysely'
import { analysisScope } from '../../platform/access/scope.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { FileKind } from '../workbook/workbook.reading.ts'

/** An annex `x` that `o` links to an analysis, in the shape of the contract. */
const annexJson = (
  since: RawBuilder<unknown>,
  until: RawBuilder<unknown>,
) => sql`json_build_object('ID', x.id, 'NOMBRE', x.name, 'TAMANO', x.size, 'SHA256', x.sha256,
  'DESCRIPCION', x.description, 'CARGADO_POR', (select name from app_user where id = x.added_by),
  'CARGADO_EN', to_char(x.added_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'VERSION_DESDE', ${since}, 'VERSION_HASTA', ${until}, 'POSTERIOR', x.late)`
const first = sql`min(o.since)`
/** Still present if one of the analyses has it. */
const last = sql`case when bool_and(o.until is not null) then max(o.until) end`

const annexed = sql`annex x join annex_of o on o.annex_id = x.id`
const joined = sql`${annexed} join analysis a on a.id = o.analysis_id`
/** An annex that was not submitted yet is visible only to whoever is to submit it. */
const visible = ({ userId }: Caller) => sql`(o.since is not null or coalesce(a.next_analyst_id, a.analyst_id) = ${userId})`

/** The annexes of the analyses selected by `ids`, each once, in the order in which they were added. */
const annexesAsJson = (
  from: RawBuilder<unknown>,
  ids: RawBuilder<unknown>,
  seen: RawBuilder<unknown>,
) => sql`(select coalesce(json_agg(t.json order by t.id), '[]')
  from (select x.id, ${annexJson(first, last)} as json from ${from} where o.analysis_id in (${ids}) and ${seen} group by x.id) t)`
export const annexesJson = (caller: Caller, ids: RawBuilder<unknown>) => annexesAsJson(joined, ids, visible(caller))
/** `ids` may refer to an outer query, under any alias but `x` and `o`. */
export const sentAnnexesJson = (ids: RawBuilder<unknown>) => annexesAsJson(annexed, ids, sql`o.since is not null`)

/** In the shape of the contract, over all its analyses, without a check of the caller's scope. */
export const find = async (tx: Db, id: number): Promise<Annex> =>
  (await row(tx, sql<{ json: Annex }>`select ${annexJson(first, last)} as json from ${joined} where x.id = ${id} group by x.id`))!.json

type InForce = { id: number; name: string; sha256: string; late: boolean; description: string | null }
/** The annexes that the next version of any of these analyses would include. */
export const annexesOfDraft = (tx: Db, analyses: readonly number[]) =>
  rows(
    tx,
    sql<InForce>`select x.id, x.name, x.sha256, x.late, x.description from annex x
      where exists (select from annex_of o where o.annex_id = x.id and o.analysis_id = any(${analyses}::int[]) and o.until is null) order by x.id`,
  )
/** The file of their current version, if it has this content. */
export const sameFile = (tx: Db, analyses: readonly number[], sha256: string) =>
  row(
    tx,
    sql<{ name: string }>`select f.name from analysis_file f join analysis a on a.id = f.analysis_id and a.version = f.version
      where a.id = any(${analyses}::int[]) and f.sha256 = ${sha256} limit 1`,
  )

type New = { file: Upload; kind: FileKind; description: string | null; late: boolean; by: number; version: number }
/** Adds it to all these analyses; a late annex belongs to their current version. @returns its id */
export async function insert(tx: Db, analyses: readonly number[], { file, kind, description, late, by, version }: New): Promise<number> {
  const made = await row(
    tx,
    sql<{ id: number }>`insert into annex (name, size, sha256, kind, description, late, added_by)
      values (${file.name}, ${file.size}, ${file.sha256}, ${kind}, ${description}, ${late}, ${by}) returning id`,
  )
  await sql`insert into annex_of (analysis_id, annex_id, since)
    select m.id, ${made!.id}::int, ${late ? version : null}::int from unnest(${analyses}::int[]) as m(id)`.execute(tx)
  return made!.id
}

/**
 * Removes it from what is submitted next; it is deleted if it was never submitted.
 * @returns whether any of the analyses had it, and its SHA-256 if none has it any more
 */
export async function remove(tx: Db, analyses: readonly number[], id: number) {
  const theirs = sql`annex_id = ${id} and analysis_id = any(${analyses}::int[])`
  const ended = await rows(
    tx,
    sql`update annex_of o set until = a.version from analysis a where a.id = o.analysis_id and ${theirs} and o.since is not null and o.until is null returning o.annex_id`,
  )
  const gone = await rows(tx, sql`delete from annex_of where ${theirs} and since is null returning annex_id`)
  const last = await row(
    tx,
    sql<{
      sha256: string
    }>`delete from annex x where x.id = ${id} and not exists (select from annex_of o where o.annex_id = x.id) returning sha256`,
  )
  return { found: ended.length + gone.length > 0, gone: last?.sha256 }
}

/** Makes the annexes part of a version. */
export const addToVersion = (tx: Db, analyses: readonly number[], version: number) =>
  sql`update annex_of set since = ${version} where analysis_id = any(${analyses}::int[]) and since is null`.execute(tx)

/** Gives each analysis the annexes of all, the same content once. */
export const shareWithAll = (tx: Db, analyses: readonly number[]) =>
  sql`insert into annex_of (analysis_id, annex_id)
    select m.id, h.annex_id from unnest(${analyses}::int[]) as m(id)
    cross join (select distinct on (x.sha256) x.sha256, o.annex_id from annex_of o join annex x on x.id = o.annex_id
      where o.analysis_id = any(${analyses}::int[]) and o.until is null order by x.sha256, o.since nulls last, o.annex_id) h
    where not exists (select from annex_of p join annex y on y.id = p.annex_id where p.analysis_id = m.id and p.until is null and y.sha256 = h.sha256)
    on conflict do nothing`.execute(tx)

/** Locks the analyses that the annex belongs to and the caller may see, in the order of their ids. */
export const lockOwners = (tx: Db, caller: Caller, id: number) =>
  rows(
    tx,
    sql<{ analyst_id: number; since: number | null }>`select coalesce(a.next_analyst_id, a.analyst_id) as analyst_id, o.since from ${joined}
      where x.id = ${id} and ${visible(caller)} and ${analysisScope(caller)} order by a.id for no key update of a`,
  )
export const setDescription = (tx: Db, id: number, description: string | null) =>
  sql`update annex set description = ${description} where id = ${id}`.execute(tx)

type Kept = { id: number; name: string; sha256: string; kind: FileKind; added_by: number }
export const findInScope = (tx: Db, caller: Caller, id: number) =>
  row(
    tx,
    sql<Kept>`select x.id, x.name, x.sha256, x.kind, x.added_by from ${joined} where x.id = ${id} and ${visible(caller)} and ${analysisScope(caller)} limit 1`,
  )

type Opened = {
  analysis_id: number
  period_id: number
  version: number
  group: { id: number; nombre: string; revision: number } | null
}
/** The analyses in whose current version this person opens the annex for the first time, after its submission. */
export const opened = (tx: Db, caller: Caller, id: number) =>
  rows(
    tx,
    sql<Opened>`with mine as (select o.analysis_id, o.annex_id, a.version, a.period_id, a.group_id from ${joined}
        where x.id = ${id} and o.since is not null and ${analysisScope(caller)}),
      first as (insert into annex_reader select analysis_id, annex_id, version, ${caller.userId}::int from mine order by analysis_id
        on conflict do nothing returning analysis_id)
      select m.analysis_id, m.period_id, m.version,
        case when g.id is not null then json_build_object('id', g.id, 'nombre', g.name, 'revision', m.version) end as "group"
      from mine m join first f on f.analysis_id = m.analysis_id left join analysis_group g on g.id = m.group_id order by m.analysis_id`,
  )
