import { type BalanceLoad, type confirmBalances, createsMany, type listLoadRows, type Mapping } from '@cuadre/api/balance'
import type { Bytes, Parsed, Upload } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import { PERIOD_STATUS } from '@cuadre/api/period'
import { ROLE } from '@cuadre/api/roles'
import type { SaidUnit } from '@cuadre/tables'
import type { AppOptions } from '../../options.ts'
import { withBulkPlanner } from '../../platform/database/bulk-planner.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import type { Live } from '../../platform/database/live.ts'
import { Conflict, Invalid, InvalidMany, NotFound } from '../../platform/errors.ts'
import { record } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { listOrExport } from '../../platform/http/export.ts'
import { alertTypeOf } from '../../platform/mail/alert-types.ts'
import { deliver } from '../../platform/mail/deliver.ts'
import { notifyAddedByAlerts, notifyOnly } from '../../platform/mail/notify.ts'
import { sentence } from '../../platform/messages/index.ts'
import { progressTo } from '../../platform/notification/announce.ts'
import { withCopy } from '../../platform/storage/index.ts'
import { certifyAutomatically, certifyLater } from '../../workflow/generation/certification.ts'
import { applyBalances, carryForward, openAnalyses } from '../../workflow/generation/generation.ts'
import { judgeFrom } from '../movement/movement.service.ts'
import { refuseUntied } from '../tie-out/tie-out.load.ts'
import * as apply from './balance.apply.ts'
import { classifyRows } from './balance.classification.ts'
import { checkMapping, chooseMapping, namingOf, needsMapping, parseMapping, suggested } from './balance.mapping.ts'
import * as reading from './balance.reading.ts'
import * as repository from './balance.repository.ts'
import { ROW_COLUMNS } from './balance.rows.ts'
import { chooseDocument, type Document, stageRows } from './balance.staging.ts'

export { list } from './balance.repository.ts'
export { findBalance, listBalancesIn, newestBalance } from './stored.repository.ts'

export type Options = Pick<AppOptions, 'db' | 'storage'> & { live?: Live }
type Form = { file: Upload; COD_PERIODO: number; SIMULAR: boolean; MAPEO?: string | undefined }

/**
 * The dry run of a load: file → layout → mapping → rows staged and compared. Without SIMULAR it is confirmed in the same transaction, all
 * or nothing.
 */
export async function upload(
  { db, storage, live }: Options,
  caller: Caller,
  { file, COD_PERIODO, SIMULAR, MAPEO }: Form,
): Promise<BalanceLoad> {
  if (!file?.path) throw Invalid('file', 'file_required')
  await checkPeriod(db, COD_PERIODO, caller)
  const ownMapping = MAPEO === undefined ? undefined : parseMapping(MAPEO)
  const inspected = await reading.inspect(file.path, file.name, ownMapping?.sheet)
  const { mapping, profileId, needs } = await chooseMapping(db, caller, inspected, ownMapping)
  if (needs.length > 0) await reading.readToEnd(inspected)
  if (needs.length > 0 && !SIMULAR) throw needsMapping(needs, caller)
  let lost: Refused | undefined
  const done = transaction(db, async (tx) => {
    const period = await checkPeriod(tx, COD_PERIODO, caller, !SIMULAR)
    const id = await repository.insert(tx, { file, periodId: COD_PERIODO, caller })
    const read = { signature: reading.fingerprint(inspected), profileId, mapping }
    await repository.saveReading(tx, id, { ...read, layout: inspected.wire, needs })
    const open = needs.length === 0 ? await stage(tx, id, inspected, mapping, caller, live) : undefined
    if (open) {
      if (!SIMULAR) throw needsMapping([open.need], caller)
      if (open.need !== 'documento') await reading.readToEnd(inspected)
      await repository.saveReading(tx, id, { ...read, layout: layoutWith(inspected.wire, open), needs: [open.need] })
    }
    const refused = { file: file.name, period: period.name, ...(await repository.refusals(tx, id)) }
    if (SIMULAR) await notifyRefused(tx, caller, { id, ...refused })
    else {
      lost = refused
      await refuseRefused(tx, id, caller)
      lost = undefined
      await repository.lockAnalyses(tx, id, COD_PERIODO)
      await classifyAndPreview(tx, id, 'staged', caller)
      await applyLoad(tx, caller, id, period)
    }
    await storage.keep(file)
    return get(tx, caller, id)
  })
  return done.catch(async (error) => {
    // The load was rolled back, but people are still notified of the refused rows.
    const told = lost
    if (told) await transaction(db, (tx) => notifyRefused(tx, caller, told))
    throw error
  })
}

type Refused = { id?: number; file: string; period: string; n: number; businesses: number[] }
/**
 * Rows were refused: the loader gets a notification for a stored load (no mail, because the page shows it); recipients that alerts add are
 * notified too.
 */
async function notifyRefused(tx: Db, { userId, name }: Caller, { id, file, period, n, businesses }: Refused) {
  if (n === 0) return
  const message = {
    template: 'carga_con_errores' as const,
    params: { who: name, file, period, n },
    route: pageLink('/cuentas/carga-balance', { carga: id }),
  }
  const { id: typeId, prioridad: priority } = alertTypeOf(message.template)!
  if (id !== undefined) await deliver(tx, [userId], message, { typeId, priority, app: true, mail: false })
  const places = businesses.length > 0 ? businesses.map((businessId) => ({ businessId })) : [{}]
  await notifyAddedByAlerts(
    tx,
    [userId],
    message.template,
    message.route,
    places.map((about) => ({ about, params: message.params })),
  )
}

/** Stores the columns chosen by a person, and remembers them for the next file of the same layout. */
export async function changeMapping({ db, storage, live }: Options, caller: Caller, id: number, chosen: Mapping): Promise<BalanceLoad> {
  const load = await loadOfCaller(db, caller, id)
  const current = await get(db, caller, id)
  assertState(load, current, 'columnas', 'revision')
  await checkPeriod(db, load.period_id, caller)
  return withCopy(storage, load.sha256, (path) => applyMapping({ db, live }, caller, { load, current, path }, chosen))
}

type Held = { load: Awaited<ReturnType<typeof loadOfCaller>>; current: BalanceLoad; path: string }
async function applyMapping({ db, live }: Omit<Options, 'storage'>, caller: Caller, { load, current, path }: Held, chosen: Mapping) {
  const { id } = load
  const inspected = await reading.inspect(path, load.file_name, chosen.sheet)
  // Units are the form's default: they answer the question only where it was asked, so that a note far down is not overlooked, now or next month.
  const asked = inspected.unit !== null || current.layout?.unidad !== undefined
  const mapping: Mapping = chosen.unidad === 1 && !asked ? { ...chosen, unidad: undefined } : chosen
  await checkMapping(db, caller, inspected, mapping)
  return transaction(db, async (tx) => {
    const held = await loadOfCaller(tx, caller, id, true)
    assertState(held, await get(tx, caller, id), 'columnas', 'revision')
    const signature = reading.fingerprint(inspected)
    const read = { signature, profileId: null, layout: inspected.wire, mapping }
    await repository.saveReading(tx, id, { ...read, needs: [] })
    const open = await stage(tx, id, inspected, mapping, caller, live)
    if (open?.need === 'decimal') throw Invalid('decimal', 'decimal_ambiguous')
    if (open) {
      await repository.saveReading(tx, id, { ...read, layout: layoutWith(inspected.wire, open), needs: [open.need] })
      return get(tx, caller, id)
    }
    const { name: month } = await checkPeriod(tx, load.period_id, caller)
    const refused = await repository.refusals(tx, id)
    // Notified once only, however often groups are excluded and included again.
    if (refused.n !== held.preview?.clases.find(({ clase }) => clase === 'rechazada')?.cuentas)
      await notifyRefused(tx, caller, { id, file: load.file_name, period: month, ...refused })
    const names = await repository.businessNames(tx, id)
    const name = [names.length === 1 ? names[0]!.name : null, load.file_name.replace(/\.\w+$/, '')].filter(Boolean).join(', ')
    const businessId = mapping.ID_NEGOCIO ?? caller.businessId ?? null
    const profileId = await repository.saveProfile(tx, { signature, businessId, name: name.slice(0, 200), mapping, userId: caller.userId })
    await repository.setProfile(tx, id, profileId)
    return get(tx, caller, id)
  })
}

/** Switches to another sheet, with the mapping that its headings suggest. @throws 422 for a sheet that does not exist */
export async function sheet({ db, storage }: Options, caller: Caller, id: number, name: string) {
  const load = await loadOfCaller(db, caller, id)
  const inspected = await withCopy(storage, load.sha256, (path) => reading.inspect(path, load.file_name, name))
  return { mapping: await suggested(db, caller, inspected, reading.suggestedMapping(inspected)), layout: inspected.wire }
}

/** Applies the preview with this token, or answers 409 with the current preview. */
export async function confirm(
  { db }: Options,
  caller: Caller,
  id: number,
  { token, CREA }: Parsed<typeof confirmBalances>['body'],
): Promise<BalanceLoad> {
  const moved = await transaction(db, async (tx) => {
    // The period is locked before the load, as everything that opens analyses does: assignments and closing wait.
    const { period_id } = await loadOfCaller(tx, caller, id)
    const period = await checkPeriod(tx, period_id, caller, true)
    assertState(await loadOfCaller(tx, caller, id, true), await get(tx, caller, id), 'revision')
    // Decisions on analyses to be reopened wait until this is done, and then find them changed.
    await repository.lockAnalyses(tx, id, period_id)
    const preview = await classifyAndPreview(tx, id, 'staged', caller)
    // The current preview is stored, so that it can be looked at and confirmed.
    if (preview.token !== token) return true
    checkCreation(preview, CREA)
    await applyLoad(tx, caller, id, period)
    return false
  })
  const load = await get(db, caller, id)
  if (moved) throw Conflict('load_moved', {}, load)
  return load
}

/** Much that is created is confirmed with its numbers. @throws 422 */
function checkCreation(preview: NonNullable<BalanceLoad['preview']>, said: { negocios: number; cuentas: number } | undefined) {
  if (!createsMany(preview)) return
  const [negocios, cuentas] = [preview.negociosCreados.length, preview.cuentasCreadas]
  if (said?.negocios !== negocios || said.cuentas !== cuentas) throw Invalid('CREA', 'load_creates', { negocios, cuentas })
}

/** What a person knows the file to add up to. It changes no row: the comparison is shown, and recorded when the load is confirmed. */
export const setControl = (db: Db, caller: Caller, id: number, total: string | null): Promise<BalanceLoad> =>
  transaction(db, async (tx) => {
    assertState(await loadOfCaller(tx, caller, id, true), await get(tx, caller, id), 'columnas', 'revision')
    await repository.saveControl(tx, id, total)
    return get(tx, caller, id)
  })

export async function discard({ db }: Options, caller: Caller, id: number): Promise<BalanceLoad> {
  await transaction(db, async (tx) => {
    const held = await loadOfCaller(tx, caller, id, true)
    assertState(held, await get(tx, caller, id), 'columnas', 'revision')
    await repository.saveDiscarded(tx, id)
  })
  return get(db, caller, id)
}

export async function get(db: Db, caller: Caller, id: number): Promise<BalanceLoad> {
  const load = await repository.find(db, caller, id)
  if (!load) throw NotFound()
  return load
}

/** Rows by class, or as a workbook; refused ones with the reason in the reader's language. */
export async function listRows(db: Db, caller: Caller, id: number, query: Parsed<typeof listLoadRows>['query']) {
  await get(db, caller, id)
  return listOrExport(caller.locale, query, { es: 'Filas de la carga', en: 'Rows of the load' }, ROW_COLUMNS, async (query) => {
    const found = await repository.listRows(db, caller, id, query)
    return {
      ...found,
      data: found.data.map(({ reason, params, ...rest }) => ({ ...rest, motivo: reason && sentence(reason, caller.locale, params ?? {}) })),
      totales: query.format === 'excel' ? [] : await repository.rowTotals(db, caller, id, query),
    }
  })
}

export async function file({ db, storage }: Options, caller: Caller, id: number): Promise<Bytes> {
  const { file_name, sha256 } = await loadOfCaller(db, caller, id)
  return { name: file_name, type: 'application/octet-stream', body: await storage.download(sha256) }
}

export async function loadOfCaller(db: Db, caller: Caller, id: number, lock = false) {
  const load = await repository.findWholeLoad(db, caller, id, lock)
  if (!load) throw NotFound()
  return load
}

export function assertState({ status }: { status: BalanceLoad['ESTADO'] }, current: BalanceLoad, ...states: BalanceLoad['ESTADO'][]) {
  if (!states.includes(status)) throw Conflict(`load_is_${status}`, {}, current)
}

/** A load needs an open period; an administrator's may also go into one that is closing (rules §2.6). */
export async function checkPeriod(db: Db, periodId: number, caller: Caller, lock = false) {
  if (lock) await repository.lockPeriods(db, [periodId])
  const period = await repository.findPeriod(db, periodId)
  if (!period) throw Invalid('COD_PERIODO', 'period_unknown')
  if (period.status_id === PERIOD_STATUS.cerrado) throw Conflict('period_closed')
  if (period.status_id === PERIOD_STATUS.enCierre && caller.roleId !== ROLE.administrador) throw Conflict('period_not_open')
  return period
}

/** What shows only in the rows and must be chosen by a person. */
type Open = { need: 'decimal' } | { need: 'documento'; documentos: Document[] } | { need: 'unidad'; said: SaidUnit }

/** The layout as the page needs it to ask for what is open. */
function layoutWith(wire: reading.Inspected['wire'], open: Open) {
  if (open.need === 'documento') return { ...wire, documentos: open.documentos }
  return open.need === 'unidad' ? { ...wire, unidad: reading.wireUnit(open.said) } : wire
}

/** Reports progress to the loader as job `carga:id`. @returns what a person must choose first, in which case nothing is staged */
async function stage(
  tx: Db,
  id: number,
  inspected: reading.Inspected,
  mapping: Mapping,
  caller: Caller,
  live?: Live,
): Promise<Open | undefined> {
  const tell = live ? progressTo(live) : () => {}
  const batches = reading.read(inspected, reading.fileMapping(mapping, inspected))
  const staged = await stageRows(tx, id, batches, namingOf(mapping, inspected), (read) =>
    tell(`carga:${id}`, caller.userId, read, null),
  ).catch((error) => {
    if (error instanceof reading.DecimalUnclear) return { need: 'decimal' as const }
    if (error instanceof reading.UnitUnclear) return { need: 'unidad' as const, said: error.said }
    throw error
  })
  if ('need' in staged) return staged
  const { rows, passed, control } = staged
  tell(`carga:${id}`, caller.userId, rows, rows)
  if (rows === 0) throw Invalid('file', 'load_empty')
  const { documents, open, passed: ofOthers } = await chooseDocument(tx, mapping.documento)
  if (open) return { need: 'documento', documentos: documents }
  if (documents.length > 0) await repository.saveLayout(tx, id, { ...inspected.wire, documentos: documents })
  const { negocioCodigo, negocioNombre, ...headings } = reading.headings(mapping, inspected)
  const negocio = [negocioCodigo, negocioNombre].filter(Boolean).join(' / ')
  await repository.saveRead(tx, id, { headings: { ...headings, negocio }, passed: { ...passed, documentos: ofOthers }, control })
  await classifyAndPreview(tx, id, 'read', caller)
  return undefined
}

/** Classifies the rows against the current data, and stores the preview. */
async function classifyAndPreview(tx: Db, id: number, source: 'read' | 'staged', caller: Caller) {
  const { mapping, headings, omitted } = await repository.readingOf(tx, id)
  const preview = await classifyRows(tx, id, source, mapping, headings, omitted, caller)
  await repository.savePreview(tx, id, preview)
  return preview
}

async function refuseRefused(tx: Db, id: number, caller: Caller) {
  const { total, data } = await repository.listRows(tx, caller, id, { clase: 'rechazada', page: 1, limit: 50, format: 'json' })
  if (total === 0) return
  const reasonOf = ({ reason, params }: repository.FoundRow) => sentence(reason!, caller.locale, params ?? {})
  const first = data[0]!
  throw InvalidMany(
    'load_refused_rows',
    data.map((refused) => ({
      path: 'file',
      code: 'load_refused_row',
      params: { row: refused.fila ?? 0, column: refused.columna ?? '', value: refused.valor ?? '', reason: reasonOf(refused) },
    })),
    { n: total, row: first.fila ?? 0, reason: reasonOf(first) },
  )
}

/** The totals that the file and the person stated, where they did, beside what was read. */
function controlsOf({ preview, TOTAL_CONTROL }: BalanceLoad) {
  const control = preview?.completitud?.control
  const stated = { ...(control?.archivo && { totalArchivo: control.archivo.valor }), ...(TOTAL_CONTROL && { totalControl: TOTAL_CONTROL }) }
  return Object.keys(stated).length > 0 ? { ...stated, totalLeido: control?.leido } : {}
}

/** Writes what was previewed, in the caller's transaction, all or nothing. */
async function applyLoad(tx: Db, caller: Caller, id: number, period: repository.Period) {
  await refuseUntied(tx, caller, id)
  const load = await get(tx, caller, id)
  if (load.REPETIDA_DE !== null) return repository.saveResult(tx, id, { saldos: 0, cuentasCreadas: 0, analisisNuevos: 0, reabiertos: 0 })
  const of = { periodId: period.id, loadId: id, caller }
  const { negocios, cuentasCreadas, saldos, total, reabiertos, analisisNuevos } = await withBulkPlanner(tx, async () => ({
    negocios: await apply.createBusinesses(tx, id, load.mapping?.crearNegociosEnPais),
    cuentasCreadas: await apply.createAccounts(tx, id),
    ...(await apply.writeBalances(tx, id, period.id)),
    reabiertos: (await applyBalances(tx, of)).reabiertos,
    analisisNuevos: await openAnalyses(tx, { ...of, accountIds: await apply.toOpen(tx, id) }),
  }))
  const written = await apply.written(tx, id, period.id)
  await certifyAutomatically(tx, period.id, written, { loadId: id, later: false })
  await carryForward(tx, of)
  await certifyLater(tx, period.id, written, id)
  await judgeFrom(tx, period.name, written)
  const result = { saldos, cuentasCreadas, analisisNuevos, reabiertos }
  await record(tx, {
    periodId: period.id,
    kind: 'carga_confirmada',
    loadId: id,
    caller,
    detail: {
      archivo: load.ARCHIVO,
      sha256: load.SHA256,
      unidad: load.mapping?.unidad ?? 1,
      ...result,
      total,
      negociosCreados: negocios,
      ...controlsOf(load),
    },
  })
  await repository.saveResult(tx, id, result)
  for (const { n, due, zone, analysts } of await apply.dueByAnalyst(tx, id, period.id))
    await notifyOnly(
      tx,
      analysts,
      'saldos_cargados',
      { period: period.name, n, due: due ?? period.due_analyst, ...(zone && { zone }) },
      pageLink('/home'),
    )
  for (const { business_id, business, n, due, zone, analysts } of await apply.dueByBusiness(tx, id, period.id))
    await notifyAddedByAlerts(tx, analysts, 'saldos_cargados_negocio', pageLink('/home'), [
      {
        about: { businessId: business_id },
        params: { period: period.name, business, n, due: due ?? period.due_analyst, ...(zone && { zone }) },
      },
    ])
}
