import type {
  AnalysisStatus,
  createAnalysisStatus,
  createRejectReason,
  listAnalysisStatuses,
  listRejectReasons,
  RejectReason,
} from '@cuadre/api/analysis-status'
import { STATUS_CATEGORY } from '@cuadre/api/analysis-status'
import type { Parsed } from '@cuadre/api/endpoint'
import { sql } from 'kysely'
import { analysisScope } from '../../platform/access/scope.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'
import { lockPeriods } from '../analysis/analysis.steps.repository.ts'

export type Status = Parsed<typeof createAnalysisStatus>['body']
export type Reason = Parsed<typeof createRejectReason>['body']

// For the four states of the system, the analyses in that state; for sub-states, the analyses marked with it.
const columns = sql`s.id, s.code as codigo, s.name_es as "nombreEs", s.name_en as "nombreEn", (array['PENDIENTE', 'REVISION', 'RECHAZADO', 'APROBADO'])[s.category] as categoria,
  s.level as nivel, s.color, s.icon as icono, s.position as orden, s.final as "esFinal", s.needs_comment as "requiereComentario", s.min_characters as "minCaracteres", s.needs_reason as "requiereMotivo", s.revision,
  s.sla_hours as "slaHorasHabiles", s.active as activo, s.system as "esSistema",
  case when s.system then (select count(*)::int from analysis a where a.state_main = s.category) else (select count(*)::int from analysis a where a.status_id = s.id) end as "enUso"`

export const list = (db: Db, query: Parsed<typeof listAnalysisStatuses>['query']) =>
  page<AnalysisStatus, typeof query>(db, query, {
    select: columns,
    from: sql`analysis_status s`,
    where: all(
      contains(sql`s.search`, query.search),
      query.categoria && sql`s.category = ${STATUS_CATEGORY[query.categoria]}`,
      query.activo !== undefined && sql`s.active = ${query.activo}`,
    ),
    sortable: { CODIGO: sql`s.code`, NOMBRE: sql`s.name_es`, CATEGORIA: sql`s.category`, ORDEN: sql`s.position` },
    by: sql`s.category, not s.system, s.position`,
    id: sql`s.id`,
  })

export const find = (db: Db, id: number) => row(db, sql<AnalysisStatus>`select ${columns} from analysis_status s where s.id = ${id}`)
export const lock = (tx: Db, id: number) => sql`select from analysis_status where id = ${id} for update`.execute(tx)

const names = sql`code, name_es, name_en, category, level, color, icon, position, final, needs_comment, min_characters, sla_hours, active, needs_reason`
const values = (
  s: Status,
) => sql`${s.codigo}::text, ${s.nombreEs}::text, ${s.nombreEn}::text, ${STATUS_CATEGORY[s.categoria]}::int, ${s.nivel}::text, ${s.color}::char(7), ${s.icono}::text,
  ${s.orden}::int, ${s.esFinal}::boolean, ${s.requiereComentario}::boolean, ${s.minCaracteres}::int, ${s.slaHorasHabiles}::int, ${s.activo}::boolean, ${s.requiereMotivo}::boolean`

/** undefined if the code is taken. */
export const insert = async (tx: Db, status: Status) =>
  (
    await row(
      tx,
      sql<{ id: number }>`insert into analysis_status (${names}) values (${values(status)}) on conflict do nothing returning id`,
    )
  )?.id
export const save = (tx: Db, id: number, status: Status) =>
  sql`update analysis_status set (${names}) = (select ${values(status)}), revision = revision + 1 where id = ${id}`.execute(tx)
export const codeTaken = (tx: Db, table: 'analysis_status' | 'reject_reason', code: string, id: number) =>
  row(tx, sql`select id from ${sql.table(table)} where code = ${code} and id <> ${id}`)
/** The names that another row has already, however capitals and accents are written; reasons of two levels may be called the same. */
export const namesTaken = async (
  tx: Db,
  table: 'analysis_status' | 'reject_reason',
  { nombreEs, nombreEn, nivel }: Pick<Status, 'nombreEs' | 'nombreEn' | 'nivel'>,
  id: number,
) =>
  (await row(
    tx,
    sql<{ nombreEs: boolean; nombreEn: boolean }>`select coalesce(bool_or(plain(name_es) = plain(${nombreEs})), false) as "nombreEs",
      coalesce(bool_or(plain(name_en) = plain(${nombreEn})), false) as "nombreEn" from ${sql.table(table)}
      where id <> ${id} and ${table === 'reject_reason' ? sql`level = ${nivel}` : sql`true`}`,
  ))!
export const remove = (tx: Db, id: number) => sql`delete from analysis_status where id = ${id}`.execute(tx)

const reasonColumns = sql`r.id, r.code as codigo, r.name_es as "nombreEs", r.name_en as "nombreEn", r.level as nivel, r.active as activo, r.revision,
  (select count(*)::int from analysis a where a.reject_reason_id = r.id) as "enUso"`
export const listReasons = (db: Db, query: Parsed<typeof listRejectReasons>['query']) =>
  page<RejectReason, typeof query>(db, query, {
    select: reasonColumns,
    from: sql`reject_reason r`,
    where: all(
      contains(sql`r.search`, query.search),
      query.nivel && sql`r.level = ${query.nivel}`,
      query.activo !== undefined && sql`r.active = ${query.activo}`,
    ),
    sortable: { CODIGO: sql`r.code`, NOMBRE: sql`r.name_es`, NIVEL: sql`r.level` },
    by: sql`r.level, r.name_es`,
    id: sql`r.id`,
  })
export const findReason = (db: Db, id: number) =>
  row(db, sql<RejectReason>`select ${reasonColumns} from reject_reason r where r.id = ${id}`)
/** What the state that a decision leads to asks of it. */
export const asked = async (tx: Db, stateId: number) =>
  (await row(
    tx,
    sql<{
      comment: boolean
      characters: number
      reason: boolean
    }>`select needs_comment as comment, min_characters as characters, needs_reason as reason
      from analysis_status where id = ${stateId}`,
  ))!
/** An active reason of a level by its code, locked until the transaction ends. */
export const usableReason = (tx: Db, code: string, level: RejectReason['nivel']) =>
  row(tx, sql<{ id: number }>`select id from reject_reason where code = ${code} and level = ${level} and active for share`)
export const lockReason = (tx: Db, id: number) => sql`select from reject_reason where id = ${id} for update`.execute(tx)
export const insertReason = async (tx: Db, r: Reason) =>
  (
    await row(
      tx,
      sql<{
        id: number
      }>`insert into reject_reason (code, name_es, name_en, level, active) values (${r.codigo}, ${r.nombreEs}, ${r.nombreEn}, ${r.nivel}, ${r.activo})
        on conflict do nothing returning id`,
    )
  )?.id
export const saveReason = (tx: Db, id: number, r: Reason) =>
  sql`update reject_reason set code = ${r.codigo}, name_es = ${r.nombreEs}, name_en = ${r.nombreEn}, level = ${r.nivel}, active = ${r.activo}, revision = revision + 1 where id = ${id}`.execute(
    tx,
  )
export const removeReason = (tx: Db, id: number) => sql`delete from reject_reason where id = ${id}`.execute(tx)

type Change = { subject: 'estado' | 'motivo'; id: number; before: object | null; after: object | null; userId: number }
export const keepChange = (tx: Db, { subject, id, before, after, userId }: Change) =>
  sql`insert into analysis_status_change (subject, subject_id, before, after, changed_by)
    values (${subject}, ${id}, ${before && JSON.stringify(before)}::jsonb, ${after && JSON.stringify(after)}::jsonb, ${userId})`.execute(tx)

type Marked = { id: number; period_id: number; group_id: number | null; state_main: number; status_id: number | null }
/** An analysis in the caller's scope, locked. */
export async function lockAnalysis(tx: Db, caller: Caller, id: number): Promise<Marked | undefined> {
  await lockPeriods(tx, sql`select period_id from analysis where id = ${id}`)
  return row(
    tx,
    sql<Marked>`select a.id, a.period_id, a.group_id, a.state_main, a.status_id from analysis a where a.id = ${id} and ${analysisScope(caller)} for no key update`,
  )
}

type Member = { id: number; group: { id: number; nombre: string; revision: number } | null }
/** Together with all members of its group, which are returned. The reason of a rejection stays unless another one is given. */
export const mark = async (tx: Db, { id, group_id }: Marked, statusId: number | null, reasonId: number | null): Promise<Member[]> =>
  (
    await rows(
      tx,
      sql<Member>`update analysis a set status_id = ${statusId}, reject_reason_id = coalesce(${reasonId}::int, a.reject_reason_id)
        where a.id = ${id} or a.group_id = ${group_id}::int
        returning a.id, (select json_build_object('id', g.id, 'nombre', g.name, 'revision', a.revision) from analysis_group g where g.id = a.group_id) as "group"`,
    )
  ).sort((a, b) => a.id - b.id)
