import type { Analysis } from '@cuadre/api/analysis'
import type { Group } from '@cuadre/api/group'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'
import { Forbidden, Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { notify } from '../../platform/mail/notify.ts'
import { conflictOfDuty, type Level } from '../analysis/analysis.flow.ts'
import * as repository from '../analysis/analysis.repository.ts'
import {
  against,
  conflict,
  idsOf,
  lockUnit,
  nameOf,
  onAnalysis,
  onGroup,
  outcomeOf,
  type Target,
  tell,
  toDecide,
  toPrepare,
  type Unit,
  write,
} from '../analysis/unit.ts'
import { usableReason } from '../status/analysis-status.repository.ts'

type Outcome = 'aprobado' | 'rechazado'
export type Decision = {
  level: Level
  outcome: Outcome
  comentario?: string | undefined
  /** Code of the reason for a rejection. */
  motivo?: string | undefined
  REVISION?: number | undefined
}
export type Uploaders = (id: number) => readonly number[]

/**
 * Approves or rejects at a level: state, event and notices in one transaction, under the lock of the row, or of the group and all its members.
 * Of two at once the second finds the state moved. @throws 403 by segregation of duties, 404 out of scope, 409 with the current state, 422 for a
 * reason that there is not at the level
 */
async function decideUnit(tx: Db, caller: Caller, target: Target, decision: Decision): Promise<void> {
  const unit = await lockUnit(tx, caller, target, headAsked(caller, decision.level))
  const refused = against(unit, stepOf(decision), decision.REVISION)
  if (refused) throw await conflict(tx, caller, unit, refused)
  const uploaders = await repository.uploaders(tx, idsOf(unit))
  const duty = dutyAgainst(caller, unit, decision.level, uploaders)
  if (duty) throw Forbidden(duty)
  await save(tx, caller, [unit], decision)
  await notice(tx, caller, unit, decision, uploaders)
}
export const decide = (db: Db, caller: Caller, id: number, decision: Decision): Promise<Analysis> =>
  onAnalysis(db, id, (tx, target) => decideUnit(tx, caller, target, decision))
export const decideGroup = (db: Db, caller: Caller, id: number, decision: Decision): Promise<Group> =>
  onGroup(db, id, (tx, target) => decideUnit(tx, caller, target, decision))

export const stepOf = ({ outcome, level }: Decision) => `${outcome}_${level}` as const
/** Who decides as jefatura must be the head of the department, whatever else they may see. */
export const headAsked = (caller: Caller, level: Level) => (level === 'jefatura' ? caller.userId : undefined)

/** Segregation of duties over every version of every member (decisions §4). */
export const dutyAgainst = (caller: Caller, { members, head }: Unit, level: Level, uploaders: Uploaders) =>
  conflictOfDuty(caller.userId, level, { uploaders: members.flatMap(({ id }) => uploaders(id)), jefatura: head.jefatura_by })

/** States and events of units that can all take this decision. */
export async function save(tx: Db, caller: Caller, units: readonly Unit[], decision: Decision): Promise<void> {
  const { level, outcome, comentario, motivo } = decision
  const reason = motivo === undefined ? undefined : await usableReason(tx, motivo, level === 'jefatura' ? 'JEFATURA' : 'CONTROL')
  if (motivo !== undefined && !reason) throw Invalid('motivo', 'reason_unknown')
  const then = outcomeOf(units[0]!, stepOf(decision))
  const [at, by, rejections] = [sql.ref(`${level}_at`), sql.ref(`${level}_by`), sql.ref(`rejections_${level}`)]
  const rejected = outcome === 'rechazado'
  await write(
    tx,
    units,
    then,
    sql`${at} = now(), ${by} = ${caller.userId}, ${rejections} = a.${rejections} + ${rejected ? 1 : 0}, rejection = ${rejected ? comentario : null}::text,
      reject_reason_id = ${reason?.id ?? null}::int`,
  )
  await tell(tx, caller, units, {
    kind: stepOf(decision),
    to: then.main,
    comment: comentario,
    detail: ({ version }) => ({ version, ...(motivo && { motivo }) }),
  })
}

async function notice(tx: Db, caller: Caller, unit: Unit, { level, outcome, comentario }: Decision, uploaders: Uploaders) {
  const params = { who: caller.name, account: nameOf(unit), period: unit.head.period }
  if (outcome === 'rechazado')
    return notify(tx, [unit.head.analyst_id], 'rechazado', { ...params, comment: comentario ?? '' }, toPrepare(unit), {
      analysisId: unit.head.id,
    })
  if (level === 'control')
    return notify(tx, [unit.head.analyst_id], 'aprobado_final', params, toPrepare(unit), { analysisId: unit.head.id })
  return notify(tx, await freeControllers(tx, unit, caller.userId, uploaders), 'aprobado_jefatura', params, toDecide(unit), {
    analysisId: unit.head.id,
  })
}

/** Of control, those whose duties allow them to decide. `jefatura`: who approved before. */
export const freeOf = (people: readonly number[], { members }: Unit, jefatura: number | null, uploaders: Uploaders) => {
  const hands = { uploaders: members.flatMap(({ id }) => uploaders(id)), jefatura }
  return people.filter((person) => !conflictOfDuty(person, 'control', hands))
}
export const freeControllers = async (tx: Db, unit: Unit, jefatura: number | null, uploaders: Uploaders) =>
  freeOf(await repository.controllers(tx, unit.head.business_id), unit, jefatura, uploaders)
