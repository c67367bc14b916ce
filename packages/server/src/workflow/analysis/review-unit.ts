import type { Analysis } from '@cuadre/api/analysis'
import type { Group } from '@cuadre/api/group'
import { pageLink } from '@cuadre/api/pages'
import { sql } from 'kysely'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Forbidden, type NamedError, NotFound } from '../../platform/errors.ts'
import type { EventKind } from '../../platform/event/index.ts'
import { recordAll } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { MessageKey, Params } from '../../platform/messages/index.ts'
import * as groups from '../group/group.repository.ts'
import { isRefusal, type States, type Step, stateLabel, statesAfter } from './analysis.flow.ts'
import { routeToDecide, routeToPrepare } from './analysis.links.ts'
import * as repository from './analysis.repository.ts'
import * as steps from './analysis.steps.repository.ts'

/** What is submitted and decided as one: a single analysis, or all members of a group (decisions §4). Its rows are locked. */
export type ReviewUnit = {
  group: { id: number; name: string } | null
  /** Ordered by id; the first represents all, which always have the same states. */
  members: readonly steps.AnalysisForStep[]
  head: steps.AnalysisForStep
  /** Counts every change of any member. */
  revision: number
  /** When the first of its members is due. */
  due: string | null
}
/** The unit that a call names. */
export type Target = { id: number; grouped: boolean }
export const analysisTarget = (id: number): Target => ({ id, grouped: false })
export const groupTarget = (id: number): Target => ({ id, grouped: true })

/** Locks and reads a unit. @throws 404 out of scope, which who had it before is told the reason of, 409 for a group's member addressed on its own */
export async function lockUnit(tx: Db, caller: Caller, { id, grouped }: Target, chiefId?: number): Promise<ReviewUnit> {
  if (grouped && (await steps.lockGroups(tx, [id])).length === 0) throw NotFound()
  const members = await steps.lockForStep(tx, caller, grouped ? { groupIds: [id], chiefId } : { ids: [id], chiefId })
  const unit = unitOf(members)
  if (!unit) throw grouped ? NotFound() : await notTheirs(tx, caller, id)
  if (!grouped && unit.group)
    throw Conflict('analysis_in_group', { group: unit.group.name, id: unit.group.id }, await repository.find(tx, id))
  return unit
}

/** A 404; who had the analysis until it was handed over is told by whom, and to whom. */
export async function notTheirs(db: Db, caller: Caller, id: number): Promise<NamedError> {
  const handed = await steps.handedOver(db, id, caller.userId)
  return handed ? NotFound('analysis_handed_over', handed) : NotFound()
}

export function unitOf(members: readonly steps.AnalysisForStep[]): ReviewUnit | undefined {
  const [head] = members
  if (!head) return undefined
  return {
    group: head.group_id === null ? null : { id: head.group_id, name: head.group_name ?? '' },
    members,
    head,
    revision: Math.max(...members.map(({ revision }) => revision)),
    due: members.flatMap(({ due }) => due ?? []).reduce<string | null>(earlier, null),
  }
}

const earlier = (a: string | null, b: string) => (a !== null && Date.parse(a) <= Date.parse(b) ? a : b)

export const idsOf = ({ members }: ReviewUnit) => members.map(({ id }) => id)
export const accountsOf = ({ members }: ReviewUnit) => members.map(({ account_id }) => account_id)
/** Its name for people. */
export const nameOf = ({ group, head }: ReviewUnit) => group?.name ?? head.account
export const statesOf = ({ state_main, state_jefatura, state_control, submitted }: steps.AnalysisForStep): States => ({
  main: state_main,
  jefatura: state_jefatura,
  control: state_control,
  submitted,
})

/** Runs a step on an analysis in its own transaction. @returns the analysis afterwards */
export const onAnalysis = (db: Db, id: number, step: (tx: Db, target: Target) => Promise<void>): Promise<Analysis> =>
  transaction(db, async (tx) => {
    await step(tx, analysisTarget(id))
    return (await repository.find(tx, id))!
  })
/** Runs a step on a group in its own transaction. @returns the group afterwards */
export const onGroup = (db: Db, id: number, step: (tx: Db, target: Target) => Promise<void>): Promise<Group> =>
  transaction(db, async (tx) => {
    await step(tx, groupTarget(id))
    return (await groups.find(tx, id))!
  })

/** Error code if this step is not allowed in the current state, or if REVISION, the one the caller has seen, is outdated. */
export function refusalOf({ head, revision }: ReviewUnit, step: Step, REVISION?: number): MessageKey | null {
  if (head.closed) return 'period_closed'
  if (REVISION !== undefined && REVISION !== revision) return 'analysis_moved'
  const then = statesAfter(statesOf(head), step)
  return isRefusal(then) ? then.refused : null
}
/** The states after a step that `refusalOf` allows. */
export function outcomeOf({ head }: ReviewUnit, step: Step): States {
  const then = statesAfter(statesOf(head), step)
  if (isRefusal(then)) throw new Error(`${step} was not checked`)
  return then
}
export const paramsOf = ({ head }: ReviewUnit, { locale }: Caller): Params => ({ state: stateLabel(statesOf(head), locale), by: '' })

/** In the shape of the contract. */
const currentOf = (tx: Db, { group, head }: ReviewUnit): Promise<Analysis | Group | undefined> =>
  group ? groups.find(tx, group.id) : repository.find(tx, head.id)
/** A 409 with the current state, and for what has moved who brought it there: the caller themselves, perhaps in another window, as well. */
export async function conflict(tx: Db, caller: Caller, unit: ReviewUnit, code: MessageKey): Promise<NamedError> {
  const last = code === 'analysis_moved' ? await steps.lastStep(tx, unit.head.id) : undefined
  const who = last?.actor_id === caller.userId ? YOU[caller.locale] : last?.name
  return Conflict(code, { ...paramsOf(unit, caller), by: who ? ` (${who})` : '' }, await currentOf(tx, unit))
}
const YOU = { es: 'usted', en: 'you' }

/** Stores new states of all members of all units, with further columns in `set`. The members of a group get the same new revision. */
export async function saveStates(tx: Db, units: readonly ReviewUnit[], then: States, set: ReturnType<typeof sql>): Promise<void> {
  const changed = units.flatMap((unit) => unit.members.map(({ id }) => ({ id, revision: unit.revision + 1 })))
  await sql`update analysis a set state_main = ${then.main}, state_jefatura = ${then.jefatura}, state_control = ${then.control}, ${set}, revision = r.revision
    from unnest(${changed.map(({ id }) => id)}::int[], ${changed.map(({ revision }) => revision)}::int[]) as r(id, revision) where a.id = r.id`.execute(
    tx,
  )
}

type StepEvent = {
  kind: EventKind
  to: number
  comment?: string | undefined | ((member: steps.AnalysisForStep) => string | undefined)
  detail?: (member: steps.AnalysisForStep) => object
}
/**
 * Records one event per member. Those of a group carry its id and revision, by which the group's history recognises one step. What else a step writes
 * comes before: from its first event until its transaction ends nobody else's is added to the chain of the period.
 */
export const recordSteps = (tx: Db, caller: Caller, units: readonly ReviewUnit[], { kind, to, comment, detail }: StepEvent) =>
  recordAll(
    tx,
    units.flatMap((unit) =>
      unit.members.map((member) => ({
        periodId: member.period_id,
        kind,
        analysisId: member.id,
        caller,
        from: member.state_main,
        to,
        comment: (typeof comment === 'function' ? comment(member) : comment) || undefined,
        detail: { ...detail?.(member), ...inGroup(unit) },
      })),
    ),
  )
const inGroup = ({ group, revision }: ReviewUnit) => group && { grupo: { id: group.id, nombre: group.name, revision: revision + 1 } }

export const unitRouteToPrepare = ({ group, head }: ReviewUnit) =>
  group ? pageLink('/home', { grupo: group.id }) : routeToPrepare(head.id)
export const unitRouteToDecide = ({ group, head }: ReviewUnit) =>
  group ? pageLink('/cuentas/analisis', { grupo: group.id }) : routeToDecide(head.id)

/** @throws 403 unless the caller is its analyst, 409 unless it waits for them */
export async function assertWaitsForAnalyst(tx: Db, caller: Caller, unit: ReviewUnit): Promise<void> {
  if (unit.head.analyst_id !== caller.userId) throw Forbidden('duty_not_yours')
  const refused = refusalOf(unit, 'enviado')
  if (refused) throw await conflict(tx, caller, unit, refused)
}
