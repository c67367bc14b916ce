import type { Annex, Evidence } from '@cuadre/api/analysis'
import { type addAnnex, MAX_ANNEXES } from '@cuadre/api/annex'
import type { Bytes, Parsed, Upload } from '@cuadre/api/endpoint'
import type { Clock } from '../../organisation/auditor/watermark.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import { recordAll } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { Storage } from '../../platform/storage/index.ts'
import * as repository from '../analysis/analysis.repository.ts'
import { idsOf, lockUnit, mustWaitFor, type Target, tell, type Unit, unitOf } from '../analysis/unit.ts'
import { bytesOf, evidenceOf } from '../submission/evidence.ts'
import { readUpload } from '../workbook/book.ts'
import * as annexes from './annex.repository.ts'

/**
 * A further file beside the one that a version is sent with: kept with the draft of an analysis or of all members of a group, and part of the
 * version that is sent next. POSTERIOR: of what lies in a closed period, with an event of its own, and nothing else changes; a member of a group
 * may then get one alone. @throws 403 when it is somebody else's, 404, 409 with the state, or with the annex that has this content already, 422
 */
export async function add(
  db: Db,
  storage: Storage,
  caller: Caller,
  target: Target,
  { file, DESCRIPCION, POSTERIOR: late }: Parsed<typeof addAnnex>['body'],
): Promise<Annex> {
  // A text field of that name is no file.
  if (typeof file !== 'object') throw Invalid('file', 'file_required')
  const seen = target.grouped ? await repository.lookMembers(db, caller, target.id) : await repository.lookAll(db, caller, [target.id])
  if (seen.length === 0) throw NotFound()
  const { kind } = await readUpload(file, [], [])
  return transaction(db, async (tx) => {
    const unit = late ? await lockClosed(tx, caller, target) : await lockUnit(tx, caller, target)
    if (!late) await mustWaitFor(tx, caller, unit)
    const ids = idsOf(unit)
    await mustBeNew(tx, ids, file, late)
    const description = DESCRIPCION || null
    const { version } = unit.head
    const id = await annexes.insert(tx, ids, { file, kind, description, late, by: caller.userId, version })
    await storage.keep(file)
    if (late)
      await tell(tx, caller, [unit], {
        kind: 'anexo_posterior',
        to: unit.head.state_main,
        comment: description ?? undefined,
        detail: () => ({ version, anexo: id, archivo: file.name, sha256: file.sha256 }),
      })
    return annexes.find(tx, id)
  })
}

/** @throws 403, 404, 409 unless its period is closed */
async function lockClosed(tx: Db, caller: Caller, { id, grouped }: Target): Promise<Unit> {
  const found = unitOf(await repository.lockAll(tx, caller, grouped ? { groupIds: [id] } : { ids: [id] }))
  if (!found) throw NotFound()
  const unit = grouped ? found : { ...found, group: null }
  if (!mayAddLate(caller, unit)) throw Forbidden('duty_not_yours')
  if (!unit.head.closed) throw Conflict('annex_not_closed')
  return unit
}
/** Control, or the analyst of it. */
export const mayAddLate = ({ permissions, userId }: Caller, { head }: Unit) =>
  permissions.has('analysis.control.decide') || (permissions.has('analysis.item.submit') && head.analyst_id === userId)

/** @throws 409 when this content is there already, 422 when there are as many as there may be: the late ones are counted apart */
async function mustBeNew(tx: Db, ids: readonly number[], { sha256 }: Upload, late: boolean): Promise<void> {
  const there = await annexes.inForce(tx, ids)
  const same = there.find((each) => each.sha256 === sha256)
  if (same) throw Conflict('annex_twice', { name: same.name }, await annexes.find(tx, same.id))
  // Before it is sent, what was the file of the last version may become an annex of the next.
  const file = late && (await annexes.sameFile(tx, ids, sha256))
  if (file) throw Conflict('annex_twice', { name: file.name })
  if (there.filter((each) => each.late === late).length >= MAX_ANNEXES) throw tooMany('file')
}
const tooMany = (field: string) => Invalid(field, 'annex_too_many', { max: MAX_ANNEXES })

/** From what is sent next: what was part of a sent version stays part of that. @throws 403, 404, 409 unless it waits for its analyst */
export const remove = (db: Db, storage: Storage, caller: Caller, target: Target, annexId: number): Promise<{ ok: true }> =>
  transaction(db, async (tx) => {
    const unit = await lockUnit(tx, caller, target)
    await mustWaitFor(tx, caller, unit)
    const { found, gone } = await annexes.remove(tx, idsOf(unit), annexId)
    if (!found) throw NotFound()
    if (gone) await storage.discard(gone)
    return { ok: true }
  })

/** @throws 403 when it is somebody else's, 404, 409 when it was sent */
export const describe = (db: Db, caller: Caller, id: number, description: string): Promise<Annex> =>
  transaction(db, async (tx) => {
    const owners = await annexes.lockOwners(tx, caller, id)
    if (owners.length === 0) throw NotFound()
    if (owners.some((each) => each.analyst_id !== caller.userId)) throw Forbidden('duty_not_yours')
    if (owners.some((each) => each.since !== null)) throw Conflict('annex_sent', {}, await annexes.find(tx, id))
    await annexes.setDescription(tx, id, description || null)
    return annexes.find(tx, id)
  })

/** They become part of the version that is being sent. @returns what its event says of them @throws 422 when its file is one of them */
export async function sendAnnexes(tx: Db, unit: Unit, version: number, { sha256 }: Upload) {
  const sent = await annexes.inForce(tx, idsOf(unit))
  const same = sent.find((each) => each.sha256 === sha256)
  if (same) throw Invalid('file', 'annex_is_file', { name: same.name })
  await annexes.stamp(tx, idsOf(unit), version)
  return sent.map((each) => ({ archivo: each.name, sha256: each.sha256, ...(each.description && { descripcion: each.description }) }))
}

/** Who comes together in a group has the annexes of all. @throws 422 when they are more than there may be */
export async function shareAnnexes(tx: Db, unit: Unit): Promise<void> {
  await annexes.share(tx, idsOf(unit))
  const contents = new Set((await annexes.inForce(tx, idsOf(unit))).filter(({ late }) => !late).map(({ sha256 }) => sha256))
  if (contents.size > MAX_ANNEXES) throw tooMany('COD_ANALISIS')
}

/** The bytes, as `download` of a submitted file. @throws 404, 409 */
export async function download(db: Db, storage: Storage, caller: Caller, id: number, clock: Clock): Promise<Bytes> {
  return bytesOf(storage, caller, await open(db, caller, id), clock)
}
/** To be read in the page. @throws 404 */
export async function evidence(db: Db, storage: Storage, caller: Caller, id: number): Promise<Evidence> {
  return evidenceOf(storage, await open(db, caller, id), null)
}

/** That somebody other than whoever added it opens it is recorded, once per person and version, for every analysis that it is of. */
const open = (db: Db, caller: Caller, id: number) =>
  transaction(db, async (tx) => {
    const file = await annexes.findInScope(tx, caller, id)
    if (!file) throw NotFound()
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
