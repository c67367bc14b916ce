import type { Group } from '@cuadre/api/group'
import { MAX_MEMBERS } from '@cuadre/api/group'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { MessageKey } from '../../platform/messages/index.ts'
import { stateLabel } from '../analysis/analysis.flow.ts'
import * as steps from '../analysis/analysis.steps.repository.ts'
import {
  conflict,
  groupTarget as groupOf,
  idsOf,
  lockUnit,
  type ReviewUnit,
  recordSteps,
  statesOf,
  unitOf,
} from '../analysis/review-unit.ts'
import { shareAnnexesInGroup } from '../annex/annex.service.ts'
import * as groups from './group.repository.ts'

/** Groups analyses of the caller that wait for their first submission of this round. @throws 404, 409 in a closed period, 422 */
export const create = (
  db: Db,
  caller: Caller,
  { NOMBRE, COD_ANALISIS }: { NOMBRE: string; COD_ANALISIS: readonly number[] },
): Promise<Group> =>
  transaction(db, async (tx) => {
    const asked = [...new Set(COD_ANALISIS)]
    if (asked.length < 2) throw Invalid('COD_ANALISIS', 'group_too_small')
    const members = await steps.lockForStep(tx, caller, { ids: asked })
    if (members.length < asked.length) throw NotFound()
    const first = members[0]!
    check(caller, members, first)
    const id = await groups.create(tx, caller.userId, NOMBRE, first)
    await enter(tx, caller, { id, name: NOMBRE }, members, members)
    return (await groups.find(tx, id))!
  })

export const add = (db: Db, caller: Caller, id: number, COD_ANALISIS: readonly number[]): Promise<Group> =>
  transaction(db, async (tx) => {
    const asked = [...new Set(COD_ANALISIS)]
    if ((await steps.lockGroups(tx, [id])).length === 0) throw NotFound()
    // In one statement, because every caller locks in the order of the ids.
    const all = await steps.lockForStep(tx, caller, { ids: asked, groupIds: [id] })
    const found = all.filter((each) => asked.includes(each.id))
    const unit = unitOf(all.filter((each) => each.group_id === id))
    if (!unit || found.length < asked.length) throw NotFound()
    await assertOwn(tx, caller, unit)
    if (unit.head.submitted || unit.head.state_main !== 1) throw await notChangeable(tx, caller, unit)
    if (unit.members.length + found.length > MAX_MEMBERS) throw Invalid('COD_ANALISIS', 'group_too_large', { max: MAX_MEMBERS })
    check(caller, found, unit.head)
    await enter(tx, caller, unit.group!, [...unit.members, ...found], found)
    return (await groups.find(tx, id))!
  })

/** The analysis continues on its own in its current state. */
export const remove = (db: Db, caller: Caller, id: number, analysisId: number): Promise<Group> =>
  transaction(db, async (tx) => {
    const unit = await lockOwn(tx, caller, id)
    const [leaving, left] = [unit.members.filter((each) => each.id === analysisId), unit.members.filter((each) => each.id !== analysisId)]
    if (leaving.length === 0) throw NotFound()
    if (!waits(unit)) throw await notChangeable(tx, caller, unit)
    if (left.length < 2) throw Invalid('analysisId', 'group_too_small')
    await groups.leave(tx, [analysisId])
    await groups.touch(
      tx,
      left.map((each) => each.id),
      unit.revision + 1,
    )
    await said(tx, caller, unit, 'desagrupado', leaving)
    return (await groups.find(tx, id))!
  })

export const dissolve = (db: Db, caller: Caller, id: number): Promise<{ ok: true }> =>
  transaction(db, async (tx) => {
    const unit = await lockOwn(tx, caller, id)
    if (!waits(unit)) throw await notChangeable(tx, caller, unit)
    await groups.leave(tx, idsOf(unit))
    await groups.dissolve(tx, id)
    await said(tx, caller, unit, 'desagrupado', unit.members)
    return { ok: true }
  })

/** @throws 403, 404, 409 in a closed period */
async function lockOwn(tx: Db, caller: Caller, id: number): Promise<ReviewUnit> {
  const unit = await lockUnit(tx, caller, groupOf(id))
  await assertOwn(tx, caller, unit)
  return unit
}
async function assertOwn(tx: Db, caller: Caller, unit: ReviewUnit): Promise<void> {
  if (unit.head.analyst_id !== caller.userId) throw Forbidden('duty_not_yours')
  if (unit.head.closed) throw await conflict(tx, caller, unit, 'period_closed')
}
const waits = ({ head }: ReviewUnit) => (head.state_main === 1 && !head.submitted) || head.state_main === 3
const notChangeable = (tx: Db, caller: Caller, unit: ReviewUnit) => conflict(tx, caller, unit, 'group_not_changeable')

/** All must belong to the caller, match `first`, and be neither submitted, decided nor grouped. */
function check(caller: Caller, members: readonly steps.AnalysisForStep[], first: steps.AnalysisForStep): void {
  if (first.closed) throw Conflict('period_closed')
  for (const each of members) {
    const { account } = each
    const wrong = (code: MessageKey, params = {}) => Invalid('COD_ANALISIS', code, { account, ...params })
    if (each.analyst_id !== caller.userId) throw wrong('group_of_others')
    if (each.group_id !== null) throw wrong('group_other', { group: each.group_name ?? '' })
    if (each.state_main !== 1 || each.submitted) throw wrong('group_not_open', { state: stateLabel(statesOf(each), caller.locale) })
    const differing = COMMON.filter(([column]) => each[column] !== first[column])
    const values = (of: steps.AnalysisForStep) => differing.map(([, name]) => of[name] ?? '—').join(', ')
    if (differing.length > 0) throw wrong('group_mixed', { own: values(each), first: first.account, other: values(first) })
  }
}
/** Equal for all members, so that one head decides on all and their sums are meaningful; and how each is called. */
const COMMON = [
  ['period_id', 'period'],
  ['business_id', 'business'],
  ['department_id', 'department'],
  ['currency', 'currency'],
] as const

async function enter(
  tx: Db,
  caller: Caller,
  group: { id: number; name: string },
  all: readonly steps.AnalysisForStep[],
  entering: readonly steps.AnalysisForStep[],
): Promise<void> {
  const unit = { ...unitOf(all)!, group }
  const version = Math.max(...all.map((each) => each.version))
  await groups.join(tx, idsOf(unit), group.id, { version, revision: unit.revision + 1 })
  await shareAnnexesInGroup(tx, unit)
  await said(tx, caller, unit, 'agrupado', entering)
}
const said = (tx: Db, caller: Caller, unit: ReviewUnit, kind: 'agrupado' | 'desagrupado', members: readonly steps.AnalysisForStep[]) =>
  recordSteps(tx, caller, [{ ...unit, members }], {
    kind,
    to: unit.head.state_main,
    detail: () => ({ cuentas: members.map(({ account }) => account) }),
  })
