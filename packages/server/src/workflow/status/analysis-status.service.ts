import { type AnalysisStatus, type markAnalysisStatus, STATUS_CATEGORY } from '@cuadre/api/analysis-status'
import type { Parsed } from '@cuadre/api/endpoint'
import type { Permission } from '@cuadre/api/permissions'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import { recordAll } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as repository from './analysis-status.repository.ts'
import { contrastWithWhite } from './contrast.ts'

export { list, listReasons } from './analysis-status.repository.ts'

const MIN_CONTRAST = 4.5
/** The permission required to set a sub-state of a level. */
const KEY: Record<AnalysisStatus['nivel'], Permission> = {
  ANALISTA: 'analysis.item.submit',
  JEFATURA: 'analysis.jefatura.decide',
  CONTROL: 'analysis.control.decide',
}

export async function get(db: Db, id: number): Promise<AnalysisStatus> {
  const status = await repository.find(db, id)
  if (!status) throw NotFound()
  return status
}

export const create = (db: Db, caller: Caller, body: repository.Status) =>
  transaction(db, async (tx) => {
    check(body)
    const id = await repository.insert(tx, body)
    if (!id) throw Conflict('status_exists', { code: body.codigo })
    await checkNames(tx, 'analysis_status', id, body)
    const after = await get(tx, id)
    await repository.keepChange(tx, { subject: 'estado', id, before: null, after, userId: caller.userId })
    return after
  })

type Seen = { revision?: number | undefined }
function checkSeen(before: Seen, revision: number | undefined) {
  if (revision !== undefined && revision !== before.revision) throw Conflict('row_moved', {}, before)
}

export const update = (db: Db, caller: Caller, id: number, { revision, ...change }: Partial<repository.Status> & Seen) =>
  transaction(db, async (tx) => {
    const before = await held(tx, id)
    checkSeen(before, revision)
    const wanted = { ...before, ...change }
    if (before.esSistema)
      for (const field of ['codigo', 'categoria', 'activo', 'nivel'] as const)
        if (wanted[field] !== before[field]) throw Invalid(field, 'status_of_system')
    // Otherwise its analyses would have a sub-state of a state they are not in.
    if (wanted.categoria !== before.categoria && before.enUso > 0) throw Conflict('status_in_use', { n: before.enUso }, before)
    check(wanted)
    if (await repository.codeTaken(tx, 'analysis_status', wanted.codigo, id)) throw Conflict('status_exists', { code: wanted.codigo })
    await checkNames(tx, 'analysis_status', id, wanted, before)
    await repository.save(tx, id, wanted)
    const after = await get(tx, id)
    await repository.keepChange(tx, { subject: 'estado', id, before, after, userId: caller.userId })
    return after
  })

export const remove = (db: Db, caller: Caller, id: number) =>
  transaction(db, async (tx) => {
    const before = await held(tx, id)
    if (before.esSistema) throw Conflict('status_of_system', {}, before)
    if (before.enUso > 0) throw Conflict('status_in_use', { n: before.enUso }, before)
    await repository.remove(tx, id)
    await repository.keepChange(tx, { subject: 'estado', id, before, after: null, userId: caller.userId })
    return { ok: true as const }
  })

type Names = Pick<repository.Status, 'nombreEs' | 'nombreEn' | 'nivel'>
/** Whoever reads a state or a reason has its name alone, and takes two of the same for one. A row keeps what it is called already. */
async function checkNames(tx: Db, table: 'analysis_status' | 'reject_reason', id: number, wanted: Names, before?: Names) {
  const taken = await repository.namesTaken(tx, table, wanted, id)
  for (const field of ['nombreEs', 'nombreEn'] as const)
    if (taken[field] && (wanted[field] !== before?.[field] || wanted.nivel !== before.nivel))
      throw Invalid(field, 'status_name_exists', { name: wanted[field] })
}

async function held(tx: Db, id: number) {
  await repository.lock(tx, id)
  return get(tx, id)
}

function check({ color, requiereComentario, minCaracteres, requiereMotivo, categoria }: repository.Status) {
  if (requiereMotivo && categoria !== 'RECHAZADO') throw Invalid('requiereMotivo', 'status_reason')
  const contrast = contrastWithWhite(color)
  if (contrast < MIN_CONTRAST) throw Invalid('color', 'status_contrast', { contrast: contrast.toFixed(2) })
  if (minCaracteres > 0 && !requiereComentario) throw Invalid('minCaracteres', 'status_characters')
}

/** What the state that a decision leads to asks of it: a comment, of a length, one of the reasons. @throws 422 */
export async function checkAsked(
  tx: Db,
  stateId: number,
  { comentario, motivo }: { comentario?: string | undefined; motivo?: string | undefined },
) {
  const { comment, characters, reason } = await repository.asked(tx, stateId)
  const needed = comment ? Math.max(1, characters) : 0
  if ((comentario?.trim() ?? '').length < needed) throw Invalid('comentario', 'status_comment', { n: needed })
  if (reason && motivo === undefined) throw Invalid('motivo', 'reason_required')
}

/** Setting the state itself removes the sub-state. @throws 409 if the analysis is in another state */
export const mark = (
  db: Db,
  caller: Caller,
  id: number,
  { COD_ANALISIS, motivoId, comentario }: Parsed<typeof markAnalysisStatus>['body'],
) =>
  transaction(db, async (tx) => {
    const analysis = await repository.lockAnalysis(tx, caller, COD_ANALISIS)
    if (!analysis) throw NotFound()
    const status = await held(tx, id)
    // Who may say a sub-state may take it back, whoever's the state itself is.
    const said = status.esSistema && analysis.status_id !== null ? await get(tx, analysis.status_id) : status
    if (!caller.permissions.has(KEY[said.nivel])) throw Forbidden()
    if (!status.activo) throw Invalid('id', 'status_inactive')
    if (analysis.state_main !== STATUS_CATEGORY[status.categoria])
      throw Conflict('status_other_state', { state: status.categoria }, { ESTADO_PRINCIPAL_ID: analysis.state_main })
    if (!status.esSistema && status.requiereComentario && comentario.length < Math.max(1, status.minCaracteres))
      throw Invalid('comentario', 'status_comment', { n: Math.max(1, status.minCaracteres) })
    const reason = motivoId === null ? null : await repository.findReason(tx, motivoId)
    if (reason === undefined || (reason && (!reason.activo || status.categoria !== 'RECHAZADO')))
      throw Invalid('motivoId', 'reason_unknown')
    const marked = await repository.mark(tx, analysis, status.esSistema ? null : id, motivoId)
    // Its name as it was then: a sub-state may be renamed, or removed when nothing is in it any more.
    const { codigo: estado, nombreEs, nombreEn, esSistema } = status
    const detail = { estado, nombreEs, nombreEn, quitado: esSistema, motivo: reason?.codigo ?? null }
    const step = new Date().toISOString()
    await recordAll(
      tx,
      marked.map((member) => ({
        periodId: analysis.period_id,
        kind: 'subestado',
        analysisId: member.id,
        caller,
        from: analysis.state_main,
        to: analysis.state_main,
        comment: comentario || undefined,
        detail: member.group ? { ...detail, grupo: { ...member.group, paso: step } } : detail,
      })),
    )
    return { ok: true as const }
  })

export const createReason = (db: Db, caller: Caller, body: repository.Reason) =>
  transaction(db, async (tx) => {
    const id = await repository.insertReason(tx, body)
    if (!id) throw Conflict('status_exists', { code: body.codigo })
    await checkNames(tx, 'reject_reason', id, body)
    const after = (await repository.findReason(tx, id))!
    await repository.keepChange(tx, { subject: 'motivo', id, before: null, after, userId: caller.userId })
    return after
  })

export const updateReason = (db: Db, caller: Caller, id: number, { revision, ...change }: Partial<repository.Reason> & Seen) =>
  transaction(db, async (tx) => {
    const before = await heldReason(tx, id)
    checkSeen(before, revision)
    const wanted = { ...before, ...change }
    if (await repository.codeTaken(tx, 'reject_reason', wanted.codigo, id)) throw Conflict('status_exists', { code: wanted.codigo })
    await checkNames(tx, 'reject_reason', id, wanted, before)
    await repository.saveReason(tx, id, wanted)
    const after = (await repository.findReason(tx, id))!
    await repository.keepChange(tx, { subject: 'motivo', id, before, after, userId: caller.userId })
    return after
  })

export const removeReason = (db: Db, caller: Caller, id: number) =>
  transaction(db, async (tx) => {
    const before = await heldReason(tx, id)
    if (before.enUso > 0) throw Conflict('status_in_use', { n: before.enUso }, before)
    await repository.removeReason(tx, id)
    await repository.keepChange(tx, { subject: 'motivo', id, before, after: null, userId: caller.userId })
    return { ok: true as const }
  })

async function heldReason(tx: Db, id: number) {
  await repository.lockReason(tx, id)
  const reason = await repository.findReason(tx, id)
  if (!reason) throw NotFound()
  return reason
}
