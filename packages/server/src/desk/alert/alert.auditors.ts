import { ALERT_TYPES } from '@cuadre/api/alert-types'
import { sql } from 'kysely'
import { grantedBusinesses } from '../../platform/access/scope.ts'
import { state } from '../../platform/database/codes.ts'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Candidate, Rule } from './alert.candidates.ts'

type Granted = { user_id: number; only_approved: boolean; internal_comments: boolean }
/** Kinds that look for work that is not finished. */
const OPEN_WORK: readonly (typeof ALERT_TYPES)[number]['codigo'][] = [
  'POR_VENCER',
  'VENCIDO',
  'MATERIAL_SIN_EXPLICAR',
  'DIFERENCIA_ANTIGUA',
  'COLA_DETENIDA',
]
const isOfOpenWork = (type: number) => ALERT_TYPES.some(({ id, codigo }) => id === type && OPEN_WORK.includes(codigo))

/**
 * Without what an auditor would not find in the lists: a notice shows no more than those. Of an analysis that is who may see it, with its comments
 * where the message has one; of unfinished work, who sees more than what is approved. Whoever a rule names is told by the one who named them.
 */
export async function withinAudit<Reached extends { userId: number; candidate: Candidate }>(
  db: Db,
  rule: Rule,
  reached: readonly Reached[],
): Promise<Reached[]> {
  const people = [...new Set(reached.map(({ userId }) => userId))]
  const auditors = new Map(
    (await rows(db, sql<Granted>`select user_id, only_approved, internal_comments from auditor where user_id = any(${people}::int[])`)).map(
      (one) => [one.user_id, one],
    ),
  )
  if (auditors.size === 0) return [...reached]
  const analyses = [...new Set(reached.flatMap(({ candidate }) => candidate.analysis ?? []))]
  const seen = new Set(
    analyses.length > 0 ? (await seenBy(db, [...auditors.keys()], analyses)).map((one) => `${one.user_id} ${one.id}`) : [],
  )
  return reached.filter(({ userId, candidate: { analysis, params } }) => {
    const auditor = auditors.get(userId)
    if (!auditor || rule.recipients.usuarios.includes(userId)) return true
    if (analysis !== undefined) return seen.has(`${userId} ${analysis}`) && (auditor.internal_comments || !params.comment)
    return !auditor.only_approved || !isOfOpenWork(rule.type_id)
  })
}

const seenBy = (db: Db, auditors: readonly number[], analyses: readonly number[]) =>
  rows(
    db,
    sql<{ user_id: number; id: number }>`select x.user_id, a.id from auditor x join analysis a on a.id = any(${analyses}::int[])
      where x.user_id = any(${auditors}::int[]) and (a.state_main = ${state.aprobado} or not x.only_approved)
        and a.business_id in (${grantedBusinesses(sql`x.user_id`)})
        and (not exists (select from auditor_period p where p.user_id = x.user_id) or a.period_id in (select p.period_id from auditor_period p where p.user_id = x.user_id))`,
  )
