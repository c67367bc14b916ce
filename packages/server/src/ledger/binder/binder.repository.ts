import type { Analysis, AnalysisEvent, Annex } from '@cuadre/api/analysis'
import type { CheckedBinder, evidenceBinder } from '@cuadre/api/binder'
import type { Parsed } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import { analysisScope } from '../../platform/access/scope.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as analyses from '../../workflow/analysis/analysis.repository.ts'

export type Selection = Parsed<typeof evidenceBinder>['query']

const chosen = (caller: Caller, zone: string, { ids, sampleId, ...query }: Selection) =>
  all(
    analyses.filter(caller, null, zone, query),
    ids && sql`a.id = any(${ids}::int[])`,
    sampleId !== undefined &&
      sql`a.id in (select i.analysis_id from audit_sample_item i join audit_sample s on s.id = i.sample_id where s.id = ${sampleId} and s.drawn_by = ${caller.userId})`,
  )

/** The number of analyses, the total size of their files, and their periods, oldest first. */
export const measure = (db: Db, caller: Caller, zone: string, selection: Selection) =>
  row(
    db,
    sql<{ analyses: number; bytes: number; periods: { id: number; name: string }[] }>`
      with chosen as (select a.id, a.period_id from ${analyses.from} where ${chosen(caller, zone, selection)})
      select (select count(*)::int from chosen) as analyses,
        (select coalesce(sum(size), 0)::float8 from (select f.size from analysis_file f join chosen on chosen.id = f.analysis_id
          union all select x.size from annex_of o join annex x on x.id = o.annex_id join chosen on chosen.id = o.analysis_id where o.since is not null) s) as bytes,
        (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name), '[]') from period p where p.id in (select period_id from chosen)) as periods`,
  )

type Head = { id: number; name: string; head: string; events: number; broken: number | null }
/** Where the chains of events of these periods end now, and whether they hold, by the months' order. */
export const heads = (db: Db, periods: readonly number[]) =>
  rows(
    db,
    sql<Head>`select p.id, p.name, encode(coalesce(h.hash, ''), 'hex') as head, coalesce(h.seq, 0) as events, verify_events(p.id) as broken
      from period p left join event_head h on h.period_id = p.id where p.id = any(${periods}::int[]) order by p.name`,
  )

/** Ordered ids, `limit` of them after `after`. */
export const idsAfter = async (
  db: Db,
  caller: Caller,
  zone: string,
  selection: Selection,
  after: number,
  limit: number,
): Promise<number[]> =>
  (
    await rows(
      db,
      sql<{
        id: number
      }>`select a.id from ${analyses.from} where ${chosen(caller, zone, selection)} and a.id > ${after} order by a.id limit ${limit}`,
    )
  ).map(({ id }) => id)

export const found = (db: Db, ids: readonly number[]): Promise<Analysis[]> => analyses.byIds(db, null, ids)

/** The groups that these are sent and decided with: one file supports all accounts of one. */
export const groups = (db: Db, ids: readonly number[]) =>
  rows(
    db,
    sql<{
      analysis: number
      name: string
    }>`select a.id as analysis, g.name from analysis a join analysis_group g on g.id = a.group_id where a.id = any(${ids}::int[])`,
  )

type Kept = { analysis: number; version: number; name: string; sha256: string; by: number }
export const files = (db: Db, ids: readonly number[]) =>
  rows(
    db,
    sql<Kept>`select analysis_id as analysis, version, name, sha256, uploaded_by as by from analysis_file where analysis_id = any(${ids}::int[]) order by analysis_id, version`,
  )

type KeptAnnex = Annex & { analysis: number; by: number }
/** Annexes of submitted versions, and late ones. */
export const annexes = (db: Db, ids: readonly number[]) =>
  rows(
    db,
    sql<KeptAnnex>`select o.analysis_id as analysis, x.added_by as by, x.id as "ID", x.name as "NOMBRE", x.size as "TAMANO", x.sha256 as "SHA256", x.description as "DESCRIPCION",
        u.name as "CARGADO_POR", x.added_at as "CARGADO_EN", o.since as "VERSION_DESDE", o.until as "VERSION_HASTA", x.late as "POSTERIOR"
      from annex_of o join annex x on x.id = o.annex_id join app_user u on u.id = x.added_by
      where o.analysis_id = any(${ids}::int[]) and o.since is not null order by o.analysis_id, x.id`,
  )

/** Of analyses as a query of `id`, `period_id` and `generated_by_load`: what opened them and the transfers that included them, one event for many. */
const shared = (of: RawBuilder<unknown>) => sql`
  select e.id, m.id as analysis from (${of}) m join event e on e.period_id = m.period_id and e.kind = 'generado' and e.load_id = m.generated_by_load
  union ${listing(of, sql`e.kind = 'generado'`)} union ${listing(of, sql`e.kind = 'traspaso'`)}`
/** Each kind by itself: each has an index of its own. */
const listing = (of: RawBuilder<unknown>, kind: RawBuilder<unknown>) => sql`
  select l.event, m.id from (select e.id as event, e.period_id, jsonb_array_elements_text(e.detail -> 'analisis')::int as id
      from event e where ${kind} and e.period_id in (select period_id from (${of}) p)) l
    join (${of}) m on m.id = l.id and m.period_id = l.period_id`

type Step = AnalysisEvent & { analysis: number; by: number | null }
/** As the detail of an analysis tells them. `by`: of a step on that analysis alone. */
export const steps = (db: Db, ids: readonly number[]) =>
  rows(
    db,
    sql<Step>`select ${analyses.eventColumns}, e.analysis, e.by from (
        select w.id, w.seq, w.kind, w.at, w.actor_id, w.role_id, w.comment, w.hash, w.detail - 'analisis' - 'firmados' as detail, s.analysis,
          case when w.analysis_id is not null then w.actor_id end as by
        from (select e.id, e.analysis_id as analysis from event e where e.analysis_id = any(${ids}::int[])
          union ${shared(sql`select a.id, a.period_id, a.generated_by_load from analysis a where a.id = any(${ids}::int[])`)}) s join event w on w.id = s.id) e
      ${analyses.eventPeople} order by e.analysis, e.seq`,
  )

export type Link = { n: number; previo: string; huella: string; texto: string | null }
/**
 * Events of a period in order, after `after` and up to `last`, the head of when it was measured: what happens while they are written is not
 * in it. For a whole period all of them, so that the hash chain can be verified: those that the caller
 * may not read appear by their hash only. For a selection those of the analyses that were written (`ids`), with what opened or transferred them.
 */
export function chain(
  db: Db,
  caller: Caller,
  selection: Selection,
  { period, ids, after, last, limit }: { period: number; ids: readonly number[]; after: number; last: number; limit: number },
) {
  const general = [ROLE.control, ROLE.gerencia, ROLE.auditor, ROLE.administrador].some((role) => role === caller.roleId)
  const mine = sql`select a.id, a.period_id, a.generated_by_load from analysis a where a.id = any(${[...ids]}::int[]) and a.period_id = ${period}`
  const readable = sql`case when e.analysis_id is null then ${general} else exists (select from analysis a where a.id = e.analysis_id and ${analysisScope(caller)}) end`
  return rows(
    db,
    sql<Link>`select e.seq as n, encode(e.previous_hash, 'hex') as previo, encode(e.hash, 'hex') as huella, case when ${readable} then event_text(e) end as texto
      from event e where e.period_id = ${period} and e.seq > ${after} and e.seq <= ${last} ${isWholePeriod(selection) ? sql`` : sql`and (e.analysis_id in (select id from (${mine}) m) or e.id in (select id from (${shared(mine)}) s))`} order by e.seq limit ${limit}`,
  )
}
/** The selection names only the period. */
export const isWholePeriod = ({ periodId, ...more }: Selection) =>
  periodId !== undefined && Object.values(more).every((value) => value === undefined)

type Signature = { id: number; username: string; name: string; sha256: string | null; kind: string | null; since: string | null }
/** People and their current signature. */
export const signatures = (db: Db, people: readonly number[]) =>
  rows(
    db,
    sql<Signature>`select u.id, u.username, u.name, s.sha256, s.kind, s.uploaded_at as since from app_user u
      left join lateral (select * from user_signature s where s.user_id = u.id order by s.id desc limit 1) s on true
      where u.id = any(${[...people]}::int[]) order by u.username`,
  )

type Made = { huella: string; selection: Selection; analyses: number; files: number }
export const keep = (db: Db, { userId, roleId }: Caller, { huella, selection, analyses, files }: Made) =>
  sql`insert into binder (manifest_sha256, selection, analyses, files, made_by, role_id)
    values (${huella}, ${JSON.stringify(selection)}::jsonb, ${analyses}, ${files}, ${userId}, ${roleId})`.execute(db)

export const made = (db: Db, huella: string) =>
  row(
    db,
    sql<{ hechoPor: string; hechoEn: string; analisis: number; archivos: number }>`
      select u.name as "hechoPor", b.made_at as "hechoEn", b.analyses as analisis, b.files as archivos from binder b join app_user u on u.id = b.made_by
      where b.manifest_sha256 = ${huella}`,
  )

/**
 * What the chain of each period says today beside what a binder says of it. The head of a binder without events is empty; a period of which
 * the caller may see no analysis is not theirs.
 */
export const chainsToday = (db: Db, caller: Caller, periods: readonly { periodo: string; eventos: number; cabeza: string }[]) =>
  rows(
    db,
    sql<
      CheckedBinder['periodos'][number]
    >`select w.periodo, w.eventos, h.seq as hoy, coalesce(verify_events(p.id) is null, false) as integra,
        case when p.id is null then 'ajeno' when coalesce(encode(h.hash, 'hex'), '') = w.cabeza then 'igual'
          when exists (select from event e where e.period_id = p.id and e.seq = w.eventos and encode(e.hash, 'hex') = w.cabeza) then 'sigue' else 'otra' end as cadena
      from jsonb_to_recordset(${JSON.stringify(periods)}::jsonb) as w(periodo text, eventos int, cabeza text)
      left join period p on p.name = w.periodo and exists (select from analysis a where a.period_id = p.id and ${analysisScope(caller)})
      left join event_head h on h.period_id = p.id order by w.periodo`,
  )

type Content = { analysis: number; version: number | null; annex: number | null; sha256: string }
/** The content of every version and annex that is kept of these analyses. */
export const contents = (db: Db, caller: Caller, ids: readonly number[]) =>
  rows(
    db,
    sql<Content>`select a.id as analysis, c.version, c.annex, c.sha256 from analysis a
      join lateral (select f.version, null::int as annex, f.sha256 from analysis_file f where f.analysis_id = a.id
        union all select null, x.id, x.sha256 from annex_of o join annex x on x.id = o.annex_id where o.analysis_id = a.id) c on true
      where a.id = any(${[...ids]}::int[]) and ${analysisScope(caller)}`,
  )
