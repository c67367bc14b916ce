import type { Parsed } from '@cuadre/api/endpoint'
import { type Group, GroupValues, type uploadGroupFile } from '@cuadre/api/group'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { amountText, cents, fits, fromCents } from '../../platform/money.ts'
import type { Storage } from '../../platform/storage/index.ts'
import * as steps from '../analysis/analysis.steps.repository.ts'
import { assertWaitsForAnalyst, groupTarget as groupOf, lockUnit, type ReviewUnit } from '../analysis/review-unit.ts'
import { largeDifferences } from '../submission/difference.ts'
import { isMaterial, type MemberSubmission, saveSubmission } from '../submission/submission.service.ts'
import { namesOf } from '../template/filling.ts'
import { signingKey } from '../workbook/signature.ts'
import { amountOf, bookOf, type Cells, namesOfGroup, type Reading, readUpload, textOf } from '../workbook/workbook.reading.ts'
import { asError, groupFaultsOf, signatureOf, uncheckedIn } from '../workbook/workbook.rules.ts'
import * as groups from './group.repository.ts'

type Submission = Parsed<typeof uploadGroupFile>['body']
type Value = { VALOR_ANALISIS: string; VARIACION?: string | undefined; COMENTARIO_VARIACION?: string | undefined }

/**
 * One file for all members, which become version n+1 together. A member's value and comment are those of VALORES, else of our workbook,
 * else of its draft; the comment of an earlier version is never that of this one.
 * @throws 403 for somebody else's, 404, 409 with the current state, 422 naming the member whose value or comment is missing
 */
export async function submitGroup(db: Db, storage: Storage, caller: Caller, id: number, body: Submission): Promise<Group> {
  if (typeof body.file !== 'object') throw Invalid('file', 'file_required')
  const members = await steps.findMembersForStep(db, caller, id)
  if (members.length === 0) throw NotFound()
  const typed = valuesOf(body.VALORES)
  const reading = await readUpload(body.file, namesOfGroup(members), ['AGRUPADO_ID'])
  const key = await signingKey(db)
  return transaction(db, async (tx) => {
    const unit = await lockUnit(tx, caller, groupOf(id))
    await assertWaitsForAnalyst(tx, caller, unit)
    const supported = resolve(caller, unit, reading, typed, body.COMENTARIO_VARIACION, key)
    await assertExplained(tx, caller, supported)
    await saveSubmission(tx, storage, caller, unit, body.file, reading.kind, supported)
    return (await groups.find(tx, id))!
  })
}

/** @throws 422 naming the first member with a difference above its threshold that nobody explains */
async function assertExplained(tx: Db, { locale }: Caller, supported: readonly MemberSubmission[]) {
  const silent = supported.filter(({ comment }) => !comment)
  const large = await largeDifferences(
    tx,
    locale,
    silent.map(({ member, value }) => ({ id: member.id, value })),
  )
  for (const { member } of silent) {
    const figures = large.get(member.id)
    if (figures) throw Invalid('COMENTARIO_VARIACION', 'group_difference_unexplained', { account: member.account, ...figures })
  }
}

/** By analysis id. @throws 422 */
function valuesOf(text: string | undefined): Map<number, Value> {
  const found = GroupValues.safeParse(text ? parsed(text) : [])
  if (!found.success) throw Invalid('VALORES', 'group_values_json')
  const values = new Map<number, Value>()
  for (const { COD_ANALISIS, ...value } of found.data) {
    if (values.has(COD_ANALISIS)) throw Invalid('VALORES', 'group_value_unknown', { id: COD_ANALISIS })
    values.set(COD_ANALISIS, value)
  }
  return values
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What is submitted for each member. @throws 422 */
function resolve(
  { locale }: Caller,
  unit: ReviewUnit,
  reading: Reading,
  typed: Map<number, Value>,
  common: string | undefined,
  key: string,
): MemberSubmission[] {
  const members = new Set(unit.members.map(({ id }) => id))
  for (const id of typed.keys()) if (!members.has(id)) throw Invalid('VALORES', 'group_value_unknown', { id })
  const expected = unit.members.map((member) => ({ ...member, typed: typed.get(member.id)?.VALOR_ANALISIS }))
  const wrong = asError(groupFaultsOf(reading, unit.group!.id, expected, key, locale))
  if (wrong) throw wrong
  const signed = signatureOf(reading, key).firma === 'valida'
  const unchecked = uncheckedIn(reading).length > 0
  const seen = [...typed.values()].some(({ VARIACION }) => VARIACION !== undefined)
  for (const { id, account, balance } of unit.members) {
    const value = typed.get(id)
    if (value?.VARIACION === undefined) continue
    const off = cents(balance) - cents(value.VALOR_ANALISIS) - cents(value.VARIACION)
    if (off > 1n || off < -1n) throw Invalid('VALORES', 'group_balance_moved', { account, balance: amountText(balance, locale) })
  }
  return unit.members.map((member) => supportOf(member, reading.cells ?? {}, { signed, unchecked, seen }, typed.get(member.id), common))
}

function supportOf(
  member: steps.AnalysisForStep,
  cells: Cells,
  { signed, unchecked, seen }: { signed: boolean; unchecked: boolean; seen: boolean },
  typed: Value | undefined,
  common: string | undefined,
): MemberSubmission {
  const { account, balance } = member
  const names = namesOf(member.id)
  const cell = cells[names.value]
  const read = amountOf(cell?.value ?? null)
  const value = typed?.VALOR_ANALISIS ?? (read !== null ? fromCents(read) : seen ? null : steps.asWritten(member).value)
  if (value === null) throw Invalid('VALORES', 'group_value_missing', { account })
  if (!fits(cents(balance) - cents(value))) throw Invalid('VALORES', 'analysis_value_range')
  const comment =
    typed?.COMENTARIO_VARIACION || textOf(cells[names.comment]) || common || (cells[names.comment] ? null : member.draft_comment) || null
  if (!comment && isMaterial(member)) throw Invalid('COMENTARIO_VARIACION', 'group_comment_required', { account })
  return { member, value, comment, book: bookOf(cell, signed, unchecked) }
}
