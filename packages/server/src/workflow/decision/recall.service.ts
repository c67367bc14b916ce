import { type Recall, type Reopen, STATE } from '@cuadre/api/analysis'
import type { Permission } from '@cuadre/api/permissions'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/index.ts'
import { Forbidden } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { type MessageSubject, notify } from '../../platform/mail/notify.ts'
import type { MessageKey } from '../../platform/messages/index.ts'
import { type Level, lastDecision } from '../analysis/analysis.flow.ts'
import * as steps from '../analysis/analysis.steps.repository.ts'
import {
  accountsOf,
  conflict,
  idsOf,
  lockUnit,
  nameOf,
  outcomeOf,
  type ReviewUnit,
  recordSteps,
  refusalOf,
  saveStates,
  type Target,
  unitRouteToDecide,
  unitRouteToPrepare,
} from '../analysis/review-unit.ts'
import { uncertifyLater } from '../generation/certification.ts'
import { handBack } from '../generation/hand-back.ts'
import { controllersWithoutConflict } from './decision.service.ts'

/**
 * Recalls the last step: the analyst a submission that is undecided; the last decider their decision, within 24 hours and while nobody has
 * acted on it (decisions §4).
 * @throws 403 if it was somebody else's step, 404, 409 with the current state
 */
export async function recall(tx: Db, caller: Caller, target: Target, { comentario, REVISION }: z.output<typeof Recall>): Promise<void> {
  const unit = await lockUnit(tx, caller, target)
  const taken = lastStep(unit)
  const refused = refusalOf(unit, taken.step, REVISION)
  if (refused) throw await conflict(tx, caller, unit, refused)
  const duty = recallDuty(caller, taken)
  if (duty) throw Forbidden(duty)
  if (taken.level && !unit.head.fresh) throw await conflict(tx, caller, unit, 'recall_late')

  const then = outcomeOf(unit, taken.step)
  const uploaders = await steps.uploaders(tx, idsOf(unit))
  await saveStates(tx, [unit], then, taken.level ? columnsUndone(taken.level) : sql`submitted_at = null`)
  if (unit.head.state_main === STATE.rechazado) await restoreSubmitted(tx, unit)
  const params = { who: caller.name, account: nameOf(unit), period: unit.head.period }
  await notify(tx, await askedToAct(tx, caller, unit, taken.level, uploaders), taken.step, params, unitRouteToDecide(unit))
  if (taken.level) await notify(tx, [unit.head.signer_id], taken.step, params, unitRouteToPrepare(unit))
  await recordSteps(tx, caller, [unit], {
    kind: taken.step,
    to: then.main,
    comment: comentario,
    detail: ({ version }) => ({ version, nivel: taken.level }),
  })
  if (unit.head.state_main === STATE.aprobado) await uncertifyLater(tx, unit.head.period_id, accountsOf(unit), caller)
}

/** The step to recall, by whom it was taken, and the permission it required. `level` null: the submission. */
type Taken = { step: 'recuperado' | 'decision_retirada'; level: Level | null; by: number | null; key: Permission }
function lastStep({ head }: ReviewUnit): Taken {
  if (head.state_main === 1) return { step: 'recuperado', level: null, by: head.analyst_id, key: 'analysis.item.submit' }
  const level = lastDecision({ control: head.state_control })
  return { step: 'decision_retirada', level, by: head[`${level}_by`], key: `analysis.${level}.decide` }
}
const recallDuty = (caller: Caller, { by, key, level }: Taken) =>
  by === caller.userId && caller.permissions.has(key) ? null : level ? 'duty_not_author' : 'duty_not_yours'

/** Error code if the caller cannot recall anything, or null. */
export function recallRefusal(caller: Caller, unit: ReviewUnit): MessageKey | null {
  const taken = lastStep(unit)
  return refusalOf(unit, taken.step) ?? recallDuty(caller, taken) ?? (taken.level && !unit.head.fresh ? 'recall_late' : null)
}

/** As if the level had not decided: its rejection does not count either (rules, K11). */
function columnsUndone(level: Level) {
  const [at, by, rejections, state] = [
    sql.ref(`${level}_at`),
    sql.ref(`${level}_by`),
    sql.ref(`rejections_${level}`),
    sql.ref(`state_${level}`),
  ]
  return sql`${at} = null, ${by} = null, ${rejections} = a.${rejections} - (a.${state} = 3)::int, rejection = null`
}

/**
 * Restores what was submitted, because the analyst's draft since the rejection was not. Without a version the system had submitted the
 * balance.
 */
const restoreSubmitted = (tx: Db, unit: ReviewUnit) =>
  sql`update analysis a set value = coalesce(f.value, a.balance), comment = f.comment, auto = f.id is null
    from analysis b left join analysis_file f on f.analysis_id = b.id and f.version = b.version where a.id = b.id and b.id = any(${idsOf(unit)}::int[])`.execute(
    tx,
  )

/** Whoever was asked to act on the recalled step: the head on a submission, control on the head's approval. */
async function askedToAct(tx: Db, caller: Caller, unit: ReviewUnit, level: Level | null, uploaders: (id: number) => readonly number[]) {
  if (level === null) return unit.head.chief_id ? [unit.head.chief_id] : []
  return level === 'jefatura' && unit.head.state_main === 2 ? controllersWithoutConflict(tx, unit, caller.userId, uploaders) : []
}

/**
 * Reopens an approved analysis with a reason, for the role that acts next. Not in a closed period: an administrator reopens the period
 * first (decisions §6).
 * @throws 404, 409 with the current state
 */
export async function reopen(tx: Db, caller: Caller, target: Target, { motivo, nivel, REVISION }: z.output<typeof Reopen>): Promise<void> {
  const found = await lockUnit(tx, caller, target)
  const step = `reabierto_${nivel}` as const
  const refused = refusalOf(found, step, REVISION)
  if (refused) throw await conflict(tx, caller, found, refused)
  const unit = (await handBack(tx, idsOf(found))).size > 0 ? await lockUnit(tx, caller, target) : found
  const then = outcomeOf(unit, step)
  const uploaders = await steps.uploaders(tx, idsOf(unit))
  await saveStates(tx, [unit], then, sql`reopenings = a.reopenings + 1, control_at = null, control_by = null ${cleared[nivel]}`)
  const { head } = unit
  const params = { who: caller.name, account: nameOf(unit), period: head.period, comment: motivo }
  const asked =
    nivel === 'jefatura' && head.chief_id
      ? [head.chief_id]
      : nivel === 'control'
        ? await controllersWithoutConflict(tx, unit, head.jefatura_by, uploaders)
        : []
  // Until it comes back to be prepared it is the signer's, who alone sees it.
  const analyst = nivel === 'analista' ? head.analyst_id : head.signer_id
  const about: MessageSubject = { analysisId: head.id, notified: [analyst, ...asked] }
  await notify(tx, [analyst], 'reabierto', params, unitRouteToPrepare(unit), about)
  await notify(tx, asked, 'reabierto', params, unitRouteToDecide(unit), about)
  await recordSteps(tx, caller, [unit], {
    kind: 'reabierto',
    to: then.main,
    comment: motivo,
    detail: ({ version }) => ({ version, nivel }),
  })
  await uncertifyLater(tx, head.period_id, accountsOf(unit), caller)
}
const cleared = {
  analista: sql`, jefatura_at = null, jefatura_by = null, submitted_at = null`,
  jefatura: sql`, jefatura_at = null, jefatura_by = null`,
  control: sql``,
}
