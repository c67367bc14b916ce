import type { Annex, Evidence } from '@cuadre/api/analysis'
import { type addAnnex, MAX_ANNEXES } from '@cuadre/api/annex'
import type { Bytes, Parsed, Upload } from '@cuadre/api/endpoint'
import type { Clock } from '../../organisation/auditor/watermark.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import { recordAll } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { Storage } from '../../platform/storage/index.ts'
import * as steps from '../analysis/analysis.steps.repository.ts'
import { assertWaitsForAnalyst, idsOf, lockUnit, type ReviewUnit, recordSteps, type Target, unitOf } from '../analysis/review-unit.ts'
import { bytesOf, evidenceOf } from '../submission/evidence.service.ts'
import { readUpload } from '../workbook/workbook.reading.ts'
import * as annexes from './annex.repository.ts'

/**
 * Adds a file besides the one that a version is submitted with: stored with the draft of an analysis or of all members of a group, it
 * becomes part of the version that is submitted next. POSTERIOR: for a closed period, with its own event and without any other change;
 * there a single member of a group may get one.
 * @throws 403 for somebody else's, 404, 409 with the state or with the annex that has this content already, 422
 */
export async function add(
  db: Db,
  storage: Storage,
  caller: Caller,
  target: Target,
  { file, DESCRIPCION, POSTERIOR: late }: Parsed<typeof addAnnex>['body'],
): Promise<Annex> {
  // A text field with this name is not a file.
  if (typeof file !== 'object') throw Invalid('file', 'file_required')
  const seen = target.grouped ? await steps.findMembersForStep(db, caller, target.id) : await steps.findAllForStep(db, caller, [target.id])
  if (seen.length === 0) throw NotFound()
  const { kind } = await readUpload(file, [], [])
  return transaction(db, async (tx) => {
    const unit = late ? await lockClosed(tx, caller, target) : await lockUnit(tx, caller, target)
    if (!late) await assertWaitsForAnalyst(tx, caller, unit)
    const ids = idsOf(unit)
    await assertNew(tx, ids, file, late)
    const description = DESCRIPCION || null
    const { version } = unit.head
    const id = await annexes.insert(tx, ids, { file, kind, description, late, by: caller.userId, version })
    await storage.keep(file)
    if (late)
      await recordSteps(tx, caller, [unit], {
        kind: 'anexo_posterior',
        to: unit.head.state_main,
        comment: description ?? undefined,
        detail: () => ({ version, anexo: id, archivo: file.name, sha256: file.sha256 }),
      })
    return annexes.find(tx, id)
  })
}

/** @throws 403, 404, 409 unless its period is closed */
async function lockClosed(tx: Db, caller: Caller, { id, grouped }: Target): Promise<ReviewUnit> {
  const found = unitOf(await steps.lockForStep(tx, caller, grouped ? { groupIds: [id] } : { ids: [id] }))
  if (!found) throw NotFound()
  const unit = grouped ? found : { ...found, group: null }
  if (!mayAddLate(caller, unit)) throw Forbidden('duty_not_yours')
  if (!unit.head.closed) throw Conflict('annex_not_closed')
  return unit
}
/** Control, or its analyst. */
export const mayAddLate = ({ permissions, userId }: Caller, { head }: ReviewUnit) =>
  permissions.has('analysis.control.decide') || (permissions.has('analysis.item.submit') && head.analyst_id === userId)

/** @throws 409 if this content exists already, 422 if the maximum is reached: late annexes are counted separately */
async function assertNew(tx: Db, ids: readonly number[], { sha256 }: Upload, late: boolean): Promise<void> {
  const there = await annexes.annexesOfDraft(tx, ids)
  const same = there.find((each) => each.sha256 === sha256)
  if (same) throw Conflict('annex_twice', { name: same.name }, await annexes.find(tx, same.id))
  // Before the submission, the file of the last version may still become an annex of the next one.
  const file = late && (await annexes.sameFile(tx, ids, sha256))
  if (file) throw Conflict('annex_twice', { name: file.name })
  if (there.filter((each) => each.late === late).length >= MAX_ANNEXES) throw tooMany('file')
}
const tooMany = (field: string) => Invalid(field, 'annex_too_many', { max: MAX_ANNEXES })

/** Removes an annex from what is submitted next; submitted versions keep theirs. @throws 403, 404, 409 unless it waits for its analyst */
export const remove = (db: Db, storage: Storage, caller: Caller, target: Target, annexId: number): Promise<{ ok: true }> =>
  transaction(db, async (tx) => {
    const unit = await lockUnit(tx, caller, target)
    await assertWaitsForAnalyst(tx, caller, unit)
    const { found, gone } = await annexes.remove(tx, idsOf(unit), annexId)
    if (!found) throw NotFound()
    if (gone) await storage.discard(gone)
    return { ok: true }
  })

/** @throws 403 for somebody else's, 404, 409 if it was submitted */
export const describe = (db: Db, caller: Caller, id: number, description: string): Promise<Annex> =>
  transaction(db, async (tx) => {
    const owners = await annexes.lockOwners(tx, caller, id)
    if (owners.length === 0) throw NotFound()
    if (owners.some((each) => each.analyst_id !== caller.userId)) throw Forbidden('duty_not_yours')
    if (owners.some((each) => each.since !== null)) throw Conflict('annex_sent', {}, await annexes.find(tx, id))
    await annexes.setDescription(tx, id, description || null)
    return annexes.find(tx, id)
  })

/**
 * Makes the annexes part of the version being submitted.
 * @returns their description for the event
 * @throws 422 if the version's file is one of them
 */
export async function sendAnnexes(tx: Db, unit: ReviewUnit, version: number, { sha256 }: Upload) {
  const sent = await annexes.annexesOfDraft(tx, idsOf(unit))
  const same = sent.find((each) => each.sha256 === sha256)
  if (same) throw Invalid('file', 'annex_is_file', { name: same.name })
  await annexes.addToVersion(tx, idsOf(unit), version)
  return sent.map((each) => ({ archivo: each.name, sha256: each.sha256, ...(each.description && { descripcion: each.description }) }))
}

/** Members that join a group get the annexes of all. @throws 422 if they exceed the maximum */
export async function shareAnnexesInGroup(tx: Db, unit: ReviewUnit): Promise<void> {
  await annexes.shareWithAll(tx, idsOf(unit))
  const contents = new Set((await annexes.annexesOfDraft(tx, idsOf(unit))).filter(({ late }) => !late).map(({ sha256 }) => sha256))
  if (contents.size > MAX_ANNEXES) throw tooMany('COD_ANALISIS')
}

/** The file, like `download` of a submitted file. @throws 404, 409 */
export async function download(
  db: Db,
  storage: Storage,
  caller: Caller,
  id: number,
  { vista }: { vista: boolean },
  clock: Clock,
): Promise<Bytes> {
  return bytesOf(storage, caller, await (vista ? find : open)(db, caller, id), clock)
}
/** @throws 404 */
export async function seen(db: Db, caller: Caller, id: number): Promise<{ ok: true }> {
  await open(db, caller, id)
  return { ok: true }
}
/** For display in the page. @throws 404 */
export async function evidence(db: Db, storage: Storage, caller: Caller, id: number): Promise<Evidence> {
  return evidenceOf(storage, await find(db, caller, id), null)
}

async function find(db: Db, caller: Caller, id: number) {
  const file = await annexes.findInScope(db, caller, id)
  if (!file) throw NotFound()
  return file
}

/** Opening by anybody but its uploader is recorded once per person and version, for every analysis that it belongs to. */
const open = (db: Db, caller: Caller, id: number) =>
  transaction(db, async (tx) => {
    const file = await find(tx, caller, id)
    if (file.added_by === caller.userId) return file
    const opened = await annexes.opened(tx, caller, id)
    await recordAll(
      tx,
      opened.map(({ analysis_id, period_id, version, group }) => ({
        periodId: period_id,
        kind: 'visto',
        analysisId: analysis_id,
        caller,
        detail: { version, anexo: id, archivo: file.name, sha256: file.sha256, ...(group && { grupo: group }) },
      })),
    )
    return file
  })
