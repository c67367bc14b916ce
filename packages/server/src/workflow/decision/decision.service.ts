import { type Analysis, STATE } from '@cuadre/api/analysis'
import type { Group } from '@cuadre/api/group'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'
import { Forbidden, Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { notify } from '../../platform/mail/notify.ts'
import { conflictOfDuty, type Level } from '../analysis/analysis.flow.ts'
import * as steps from '../analysis/analysis.steps.repository.ts'
import {
  conflict,
  idsOf,
  lockUnit,
  nameOf,
  onAnalysis,
  onGroup,
  outcomeOf,
  type ReviewUnit,
  recordSteps,
  refusalOf,
  saveStates,
  type Target,
  unitRouteToDecide,
  unitRouteToPrepare,
} from '../analysis/review-unit.ts'
import { certifyLater } from '../generation/certification.ts'
import { usableReason } from '../status/analysis-status.repository.ts'
import { checkAsked } from '../status/analysis-status.service.ts'

type Outcome = 'aprobado' | 'rechazado'
export type Decision = {
  level: Level
  outcome: Outcome
  comentario?: string | undefined
  /** Code of the reject reason. */
  motivo?: string | undefined
  REVISION?: number | undefined
}
export type Uploaders = (id: number) => readonly number[]

/**
 * Approves or rejects at a level: state, event and notifications in one transaction, with the analysis or the group and all its members
 * locked. Of two decisions at once the second finds the state changed.
 * @throws 403 by segregation of duties, 404 out of scope, 409 with the current state, 422 for a reason that does not exist at the level
 */
async function decideUnit(tx: Db, caller: Caller, target: Target, decision: Decision): Promise<void> {
  const unit = await lockUnit(tx, caller, target, requiredHead(caller, decision.level))
  const refused = refusalOf(unit, stepOf(decision), decision.REVISION)
  if (refused) throw await conflict(tx, caller, unit, refused)
  const uploaders = await steps.uploaders(tx, idsOf(unit))
  const duty = dutyConflictOf(caller, unit, decision.level, uploaders)
  if (duty) throw Forbidden(duty)
  await saveDecision(tx, caller, [unit], decision, () => notifyDecision(tx, caller, unit, decision, uploaders))
}
export const decide = (db: Db, caller: Caller, id: number, decision: Decision): Promise<Analysis> =>
  onAnalysis(db, id, (tx, target) => decideUnit(tx, caller, target, decision))
export const decideGroup = (db: Db, caller: Caller, id: number, decision: Decision): Promise<Group> =>
  onGroup(db, id, (tx, target) => decideUnit(tx, caller, target, decision))

export const stepOf = ({ outcome, level }: Decision) => `${outcome}_${level}` as const
/** Jefatura must be the head of the department, whatever else they may see. */
export const requiredHead = (caller: Caller, level: Level) => (level === 'jefatura' ? caller.userId : undefined)

/** Segregation of duties over all versions of all members (decisions §4). */
export const dutyConflictOf = (caller: Caller, { members, head }: ReviewUnit, level: Level, uploaders: Uploaders) =>
  conflictOfDuty(caller.userId, level, { uploaders: members.flatMap(({ id }) => uploaders(id)), jefatura: head.jefatura_by })

/** Stores states and events of units that all allow this decision; `notifyPeople` comes in between (`recordSteps`). */
export async function saveDecision(
  tx: Db,
  caller: Caller,
  units: readonly ReviewUnit[],
  decision: Decision,
  notifyPeople: () => Promise<void>,
): Promise<void> {
  const { level, outcome, comentario, motivo } = decision
  const reason = motivo === undefined ? undefined : await usableReason(tx, motivo, level === 'jefatura' ? 'JEFATURA' : 'CONTROL')
  if (motivo !== undefined && !reason) throw Invalid('motivo', 'reason_unknown')
  const then = outcomeOf(units[0]!, stepOf(decision))
  await checkAsked(tx, then.main, decision)
  const [at, by, rejections] = [sql.ref(`${level}_at`), sql.ref(`${level}_by`), sql.ref(`rejections_${level}`)]
  const rejected = outcome === 'rechazado'
  await saveStates(
    tx,
    units,
    then,
    sql`${at} = now(), ${by} = ${caller.userId}, ${rejections} = a.${rejections} + ${rejected ? 1 : 0}, rejection = ${rejected ? comentario : null}::text,
      reject_reason_id = ${reason?.id ?? null}::int`,
  )
  await notifyPeople()
  await recordSteps(tx, caller, units, {
    kind: stepOf(decision),
    to: then.main,
    comment: comentario,
    detail: ({ version }) => ({ version, ...(motivo && { motivo }) }),
  })
  if (then.main !== STATE.aprobado) return
  // A rule of the next period may have waited for it.
  const members = units.flatMap((unit) => unit.members)
  for (const [periodId, approved] of [...Map.groupBy(members, ({ period_id }) => period_id)].sort(([one], [other]) => one - other))
    await certifyLater(
      tx,
      periodId,
      approved.map(({ account_id }) => account_id),
    )
}

async function notifyDecision(tx: Db, caller: Caller, unit: ReviewUnit, { level, outcome, comentario }: Decision, uploaders: Uploaders) {
  const params = { who: caller.name, account: nameOf(unit), period: unit.head.period }
  if (outcome === 'rechazado')
    return notify(tx, [unit.head.analyst_id], 'rechazado', { ...params, comment: comentario ?? '' }, unitRouteToPrepare(unit), {
      analysisId: unit.head.id,
    })
  if (level === 'control')
    return notify(tx, [unit.head.signer_id], 'aprobado_final', params, unitRouteToPrepare(unit), { analysisId: unit.head.id })
  return notify(
    tx,
    await controllersWithoutConflict(tx, unit, caller.userId, uploaders),
    'aprobado_jefatura',
    params,
    unitRouteToDecide(unit),
    {
      analysisId: unit.head.id,
    },
  )
}

/** The people of control whose duties allow them to decide. `jefatura`: who approved before. */
export const withoutConflict = (people: readonly number[], { members }: ReviewUnit, jefatura: number | null, uploaders: Uploaders) => {
  const hands = { uploaders: members.flatMap(({ id }) => uploaders(id)), jefatura }
  return people.filter((person) => !conflictOfDuty(person, 'control', hands))
}
export const controllersWithoutConflict = async (tx: Db, unit: ReviewUnit, jefatura: number | null, uploaders: Uploaders) =>
  withoutConflict(await steps.controllers(tx, unit.head.business_id), unit, jefatura, uploaders)
