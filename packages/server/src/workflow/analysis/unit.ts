import type { Analysis } from '@cuadre/api/analysis'
import type { Group } from '@cuadre/api/group'
import { sql } from 'kysely'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Forbidden, type NamedError, NotFound } from '../../platform/errors.ts'
import type { EventKind } from '../../platform/event/index.ts'
import { recordAll } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { MessageKey, Params } from '../../platform/messages/index.ts'
import * as groups from '../group/group.repository.ts'
import { isRefusal, next, type States, type Step, stateLabel } from './analysis.flow.ts'
import * as repository from './analysis.repository.ts'
import { routeToDecide, routeToPrepare } from './notices.ts'

/** What is sent and decided as one: an analysis, or all members of a group (decisions §4). Its rows are locked. */
export type Unit = {
  group: { id: number; name: string } | null
  /** In the order of their ids; the first stands for all, which are in step. */
  members: readonly repository.Locked[]
  head: repository.Locked
  /** Of the unit: counts every change of any member. */
  revision: number
}
/** Which one a call names. */
export type Target = { id: number; grouped: boolean }
export const one = (id: number): Target => ({ id, grouped: false })
export const group = (id: number): Target => ({ id, grouped: true })

/** Locks it. @throws 404 out of scope, 409 for a member of a group that is to be treated alone */
export async function lockUnit(tx: Db, caller: Caller, { id, grouped }: Target, chiefId?: number): Promise<Unit> {
  if (grouped && (await repository.lockGroups(tx, [id])).length === 0) throw NotFound()
  const members = await repository.lockAll(tx, caller, grouped ? { groupIds: [id], chiefId } : { ids: [id], chiefId })
  const unit = unitOf(members)
  if (!unit) throw NotFound()
  if (!grouped && unit.group)
    throw Conflict('analysis_in_group', { group: unit.group.name, id: unit.group.id }, await repository.find(tx, id))
  return unit
}

export function unitOf(members: readonly repository.Locked[]): Unit | undefined {
  const [head] = members
  if (!head) return undefined
  return {
    group: head.group_id === null ? null : { id: head.group_id, name: head.group_name ?? '' },
    members,
    head,
    revision: Math.max(...members.map(({ revision }) => revision)),
  }
}

export const idsOf = ({ members }: Unit) => members.map(({ id }) => id)
/** What people call it. */
export const nameOf = ({ group, head }: Unit) => group?.name ?? head.account
export const statesOf = ({ state_main, state_jefatura, state_control, submitted }: repository.Locked): States => ({
  main: state_main,
  jefatura: state_jefatura,
  control: state_control,
  submitted,
})

/** A step in a transaction of its own, and what the analysis is afterwards. */
export const onAnalysis = (db: Db, id: number, step: (tx: Db, target: Target) => Promise<void>): Promise<Analysis> =>
  transaction(db, async (tx) => {
    await step(tx, one(id))
    return (await repository.find(tx, id))!
  })
/** The same for a group. */
export const onGroup = (db: Db, id: number, step: (tx: Db, target: Target) => Promise<void>): Promise<Group> =>
  transaction(db, async (tx) => {
    await step(tx, group(id))
    return (await groups.find(tx, id))!
  })

/** What speaks against a step whoever takes it: a code of messages.ts. REVISION is the one that the caller saw. */
export function against({ head, revision }: Unit, step: Step, REVISION?: number): MessageKey | null {
  if (head.closed) return 'period_closed'
  if (REVISION !== undefined && REVISION !== revision) return 'analysis_moved'
  const then = next(statesOf(head), step)
  return isRefusal(then) ? then.refused : null
}
/** The states after a step against which nothing speaks. */
export function outcomeOf({ head }: Unit, step: Step): States {
  const then = next(statesOf(head), step)
  if (isRefusal(then)) throw new Error(`${step} was not checked`)
  return then
}
export const paramsOf = ({ head }: Unit, { locale }: Caller): Params => ({ state: stateLabel(statesOf(head), locale) })

/** The row as the contract has it. */
export const current = (tx: Db, { group, head }: Unit): Promise<Analysis | Group | undefined> =>
  group ? groups.find(tx, group.id) : repository.find(tx, head.id)
/** A 409 with what it is now. */
export const conflict = async (tx: Db, caller: Caller, unit: Unit, code: MessageKey): Promise<NamedError> =>
  Conflict(code, paramsOf(unit, caller), await current(tx, unit))

/** Writes a change to all members of all units: `set` is further columns. Members of a group get the same new revision. */
export async function write(tx: Db, units: readonly Unit[], then: States, set: ReturnType<typeof sql>): Promise<void> {
  const changed = units.flatMap((unit) => unit.members.map(({ id }) => ({ id, revision: unit.revision + 1 })))
  await sql`update analysis a set state_main = ${then.main}, state_jefatura = ${then.jefatura}, state_control = ${then.control}, ${set}, revision = r.revision
    from unnest(${changed.map(({ id }) => id)}::int[], ${changed.map(({ revision }) => revision)}::int[]) as r(id, revision) where a.id = r.id`.execute(
    tx,
  )
}

export type Told = {
  kind: EventKind
  to: number
  comment?: string | undefined | ((member: repository.Locked) => string | undefined)
  detail?: (member: repository.Locked) => object
}
/** An event for each member; those of a group say so, and with which revision, by which the group's history knows one step. */
export const tell = (tx: Db, caller: Caller, units: readonly Unit[], { kind, to, comment, detail }: Told) =>
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
export const inGroup = ({ group, revision }: Unit) => group && { grupo: { id: group.id, nombre: group.name, revision: revision + 1 } }

export const toPrepare = ({ group, head }: Unit) => (group ? `/home?grupo=${group.id}` : routeToPrepare(head.id))
export const toDecide = ({ group, head }: Unit) => (group ? `/cuentas/analisis?grupo=${group.id}` : routeToDecide(head.id))

/** @throws 403 unless it is the caller's, 409 unless it waits for its analyst */
export async function mustWaitFor(tx: Db, caller: Caller, unit: Unit): Promise<void> {
  if (unit.head.analyst_id !== caller.userId) throw Forbidden('duty_not_yours')
  const refused = against(unit, 'enviado')
  if (refused) throw await conflict(tx, caller, unit, refused)
}
