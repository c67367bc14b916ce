import type { Analysis } from '@cuadre/api/analysis'
import { type RawBuilder, sql } from 'kysely'
import { hasKey } from '../../platform/access/has-key.ts'
import { analysisScope } from '../../platform/access/scope.ts'
import { periodStatus, role } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { STEPS } from './analysis.flow.ts'
import { dueNow } from './measures.ts'

/** What a step needs to know of an analysis; its row is locked when read by `lockForStep`. */
export type AnalysisForStep = {
  id: number
  period_id: number
  period: string
  closed: boolean
  account_id: number
  account: string
  account_name: string
  business: string
  business_id: number
  department_id: number | null
  department: string | null
  currency: string
  /** Who prepares it, after a transfer as soon as it is theirs to prepare again. */
  analyst_id: number
  /** Whose it is until then, and who alone sees it: of what is sent or decided who signed it. */
  signer_id: number
  chief_id: number | null
  balance: string
  previous: string | null
  value: string | null
  comment: string | null
  /** What was written since a rejection; it counts nowhere until it is sent. */
  draft: { value: string; comment: string | null } | null
  /** The comment that was written since the last version was sent; that one's comment explains that one's file. */
  draft_comment: string | null
  materiality: Analysis['MATERIALIDAD']
  state_main: number
  state_jefatura: number
  state_control: number | null
  submitted: boolean
  jefatura_by: number | null
  control_by: number | null
  /** The last decision is less than a day old. */
  fresh: boolean
  version: number
  revision: number
  /** Deadline of whoever acts next; null if the analysis is finished. */
  due: string | null
  /** In which it is told; null for that of the product. */
  zone: string | null
  group_id: number | null
  group_name: string | null
}
const written = sql`case when a.draft_value is null then a.comment else a.draft_comment end`
// The present analyst, who after a transfer is not the one who signed.
const lockedColumns = sql`a.id, a.period_id, p.name as period, (p.status_id = ${periodStatus.cerrado} and not reopened(p.id, a.business_id)) as closed, a.account_id, c.code as account, c.name as account_name, n.name as business, a.business_id,
  a.department_id, d.name as department, a.currency, coalesce(a.next_analyst_id, a.analyst_id) as analyst_id, a.analyst_id as signer_id, d.chief_id, a.balance, a.previous, a.value, a.comment,
  case when a.draft_value is not null then json_build_object('value', a.draft_value::text, 'comment', a.draft_comment) end as draft,
  case when ${written} is distinct from (select f.comment from analysis_file f where f.analysis_id = a.id order by f.version desc limit 1) then ${written} end as draft_comment,
  a.materiality, a.state_main, a.state_jefatura, a.state_control,
  a.submitted_at is not null as submitted, a.jefatura_by, a.control_by, coalesce(greatest(a.jefatura_at, a.control_at) > now() - interval '24 hours', false) as fresh,
  a.version, a.revision, ${dueNow} as due, (select k.zone from calendar k where k.country_id = a.country_id) as zone, a.group_id, (select g.name from analysis_group g where g.id = a.group_id) as group_name`
const lockedFrom = sql`analysis a join period p on p.id = a.period_id join account c on c.id = a.account_id join business n on n.id = a.business_id
  left join department d on d.id = a.department_id`

/** With the value and comment that its analyst goes on from. */
export const asWritten = (now: AnalysisForStep): AnalysisForStep => ({ ...now, ...now.draft })

export const findForStep = (db: Db, caller: Caller, id: number) =>
  row(db, sql<AnalysisForStep>`select ${lockedColumns} from ${lockedFrom} where a.id = ${id} and ${analysisScope(caller)}`)
/** Ordered by id. */
export const findAllForStep = (db: Db, caller: Caller, ids: readonly number[]) =>
  rows(
    db,
    sql<AnalysisForStep>`select ${lockedColumns} from ${lockedFrom} where a.id = any(${ids}::int[]) and ${analysisScope(caller)} order by a.id`,
  )
/** The members of a group, ordered by id. */
export const findMembersForStep = (db: Db, caller: Caller, groupId: number) =>
  rows(
    db,
    sql<AnalysisForStep>`select ${lockedColumns} from ${lockedFrom} where a.group_id = ${groupId} and ${analysisScope(caller)} order by a.id`,
  )

/**
 * Locks periods before their analyses and in the order of their ids, as every caller does: until the transaction ends they cannot close or
 * get other deadlines.
 */
export const lockPeriods = (tx: Db, ids: RawBuilder<unknown>) =>
  sql`select from period where id in (${ids}) order by id for share`.execute(tx)

/**
 * Locks the analyses of these ids and groups that are in scope, in the order of their ids, as every caller does, after their periods, which
 * cannot close meanwhile. `no key`: an event references them through a foreign key. `chiefId` must be the department's head.
 */
export async function lockForStep(
  tx: Db,
  caller: Caller,
  { ids = [], groupIds = [], chiefId }: { ids?: readonly number[]; groupIds?: readonly number[]; chiefId?: number | undefined },
): Promise<AnalysisForStep[]> {
  const asked = sql`(a.id = any(${ids}::int[]) or a.group_id = any(${groupIds}::int[]))`
  await lockPeriods(tx, sql`select a.period_id from analysis a where ${asked}`)
  return rows(
    tx,
    sql<AnalysisForStep>`select ${lockedColumns} from ${lockedFrom} where ${asked} and ${analysisScope(caller)}
      and ${chiefId ? sql`d.chief_id = ${chiefId}` : sql`true`} order by a.id for no key update of a`,
  )
}
export const lock = async (tx: Db, caller: Caller, id: number): Promise<AnalysisForStep | undefined> =>
  (await lockForStep(tx, caller, { ids: [id] }))[0]
/** Locks groups before their members, so that changes of membership wait. @returns those that are not dissolved */
export const lockGroups = async (tx: Db, ids: readonly number[]) =>
  (
    await rows(
      tx,
      sql<{ id: number }>`select id from analysis_group where id = any(${ids}::int[]) and dissolved_at is null order by id for update`,
    )
  ).map(({ id }) => id)

/**
 * Everybody who uploaded a version or annex, by analysis. Read after the lock: a statement that waited for the lock still sees the earlier
 * files.
 */
export const uploaders = async (db: Db, ids: readonly number[]) => {
  const found = await rows(
    db,
    sql<{
      analysis_id: number
      uploaded_by: number
    }>`select distinct analysis_id, uploaded_by from v_upload where analysis_id = any(${ids}::int[])`,
  )
  const people = Map.groupBy(found, ({ analysis_id }) => analysis_id)
  return (id: number) => (people.get(id) ?? []).map((file) => file.uploaded_by)
}

/** Everybody who may decide at control in a business: who was denied that is not asked. */
export const controllers = async (db: Db, businessId: number) =>
  (
    await rows(
      db,
      sql<{
        user_id: number
      }>`select distinct s.user_id from user_scope s join business b on b.country_id = s.country_id and (s.business_id is null or s.business_id = b.id)
        join user_role r on r.user_id = s.user_id and r.role_id = ${role.control} where b.id = ${businessId} and ${hasKey('analysis.control.decide')}`,
    )
  ).map(({ user_id }) => user_id)

/** Who brought an analysis into its present state; nobody where a load did. */
export const lastStep = (tx: Db, id: number) =>
  row(
    tx,
    sql<{ actor_id: number; name: string }>`select u.id as actor_id, u.name from event e join app_user u on u.id = e.actor_id
      where e.analysis_id = ${id} and e.kind = any(${[...STEPS]}::text[]) order by e.seq desc limit 1`,
  )

/** Who took an analysis from a person whose it was, and who has it since. */
export const handedOver = (tx: Db, id: number, from: number) =>
  row(
    tx,
    sql<{ who: string; analyst: string }>`select w.name as who, n.name as analyst from analysis a
      join assignment_change c on c.account_id = a.account_id and c.role = 'ANALISTA' and c.old_user_id = ${from}
      join app_user w on w.id = c.changed_by join app_user n on n.id = c.new_user_id
      where a.id = ${id} and a.analyst_id <> ${from} and n.id <> ${from} order by c.id desc limit 1`,
  )
