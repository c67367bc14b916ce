import { createHash } from 'node:crypto'
import type { Output, Parsed } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import { PERIOD_STATUS } from '@cuadre/api/period'
import { ROLE } from '@cuadre/api/roles'
import { MAX_TRANSFERRED, type resolveAccounts, type TransferResult } from '@cuadre/api/transfer'
import { cellText, normaliseHeader, openTable } from '@cuadre/tables'
import { bareCode } from '@cuadre/tables/format/account-code'
import { DateTime } from 'luxon'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid, InvalidMany, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { notifyAddedByAlerts, notifyOnly } from '../../platform/mail/notify.ts'
import type { TemplateParams } from '../../platform/mail/templates.ts'
import { sentence } from '../../platform/messages/index.ts'
import * as accounts from '../account/account.repository.ts'
import { lockOpenPeriods } from '../account/assignment.service.ts'
import { withFileErrors } from '../balance/balance.reading.ts'
import * as moves from './transfer.moves.ts'
import * as repository from './transfer.repository.ts'
import type { Order, ValidatedAccount } from './transfer.selection.ts'
import * as selection from './transfer.selection.ts'

export const { list } = repository
const MIN_REASON = 10
type Clock = { zone: string; now: Date }
const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/**
 * Transfers accounts (rules §2.5). Preview and transfer run the same code, so that what is done equals the preview: `huella` identifies
 * exactly the accounts and work that were shown.
 * @throws 409 with the current preview if it has changed, 422 with the conflicts
 */
export async function transfer(db: Db, caller: Caller, order: Order, clock: Clock): Promise<TransferResult> {
  const { simular, huella, idempotencia } = order
  if (order.origenUsuarioId === order.destinoUsuarioId) throw Invalid('destinoUsuarioId', 'transfer_same')
  if (simular) return preview(db, caller, order, await plan(db, caller, order, clock, false))
  if (order.motivo.length < MIN_REASON) throw Invalid('motivo', 'transfer_reason', { min: MIN_REASON })
  if (!huella) throw Invalid('huella', 'transfer_unseen')
  await refuseUnknown(db, order)
  const request = hashOf(order)
  return transaction(db, async (tx) => {
    const lote = await repository.reserveKey(tx, order, caller.userId, request)
    if (lote === undefined) {
      const before = (await repository.findByKey(tx, caller.userId, idempotencia!))!
      if (before.hash !== request) throw Conflict('transfer_key_used')
      return before.result
    }
    await lockOpenPeriods(tx)
    const planned = await plan(tx, caller, order, clock, true)
    const current = await preview(tx, caller, order, planned)
    const held = order.rol !== 'JEFE' || (await moves.lockDepartments(tx, planned.going))
    if (current.huella !== huella || !held) throw Conflict('transfer_moved', {}, current)
    if (current.conflictos.length > 0) {
      const issues = current.conflictos
        .slice(0, 50)
        .map(({ CUENTA, motivo }) => ({ path: 'cuentaIds', code: `transfer_${motivo}` as const, params: { code: CUENTA } }))
      throw InvalidMany('transfer_conflicts', issues, { n: current.conflictos.length })
    }
    if (planned.going.length === 0) throw Invalid('cuentaIds', 'transfer_nothing')
    await moves.moveAccounts(tx, { lote, order, since: planned.since, accounts: planned.going, caller })
    if (order.notificar) await notifyBoth(tx, planned, order)
    await notifyAddedPeople(tx, lote, planned)
    const result = { ...current, simulado: false, lote }
    await repository.saveResult(tx, lote, result)
    return result
  })
}

/** The batch refers to both people and to the period: they must exist before its key is reserved. @throws 422 at the field */
async function refuseUnknown(db: Db, { origenUsuarioId, destinoUsuarioId, desdePeriodoId, rol }: Order) {
  const known = new Set((await selection.people(db, [origenUsuarioId, destinoUsuarioId])).map(({ id }) => id))
  if (!known.has(origenUsuarioId)) throw Invalid('origenUsuarioId', 'transfer_origin')
  if (!known.has(destinoUsuarioId)) throw Invalid('destinoUsuarioId', `transfer_destination_${rol}`)
  if (!(await selection.period(db, desdePeriodoId))) throw Invalid('desdePeriodoId', 'period_unknown')
}

type Plan = {
  since: string
  origin: selection.Person
  destination: selection.Person
  chosen: ValidatedAccount[]
  going: ValidatedAccount[]
}
/** The selected accounts and the reasons against them; with `lock` they stay as read until the transaction ends. @throws 422 */
async function plan(db: Db, caller: Caller, order: Order, { zone, now }: Clock, lock: boolean): Promise<Plan> {
  const persons = await selection.people(db, [order.origenUsuarioId, order.destinoUsuarioId])
  const origin = persons.find(({ id }) => id === order.origenUsuarioId)
  const destination = persons.find(({ id }) => id === order.destinoUsuarioId)
  if (!origin) throw Invalid('origenUsuarioId', 'transfer_origin')
  const role = order.rol === 'JEFE' ? ROLE.jefatura : ROLE.analista
  if (!destination?.active || !destination.roles.includes(role)) throw Invalid('destinoUsuarioId', `transfer_destination_${order.rol}`)
  const period = await selection.period(db, order.desdePeriodoId)
  if (!period) throw Invalid('desdePeriodoId', 'period_unknown')
  if (period.status === PERIOD_STATUS.cerrado) throw Invalid('desdePeriodoId', 'transfer_period_closed', { period: period.name })
  // In the zone in which it goes back (`returnDue`).
  const today = DateTime.fromJSDate(now, { zone }).toISODate()!
  if (order.hasta && order.hasta < today) throw Invalid('hasta', 'transfer_until_past')

  const wanted = [...new Set(order.cuentaIds)]
  if (wanted.length === 0 && !order.filtro) throw Invalid('cuentaIds', 'accounts_none')
  const chosen = wanted.length > 0 ? { ids: wanted } : { filter: order.filtro!, holder: { role: order.rol, userId: order.origenUsuarioId } }
  const ids = await accounts.selectedIds(db, caller, chosen, MAX_TRANSFERRED, lock)
  if (ids.length > MAX_TRANSFERRED) throw Invalid('cuentaIds', 'transfer_too_many', { max: MAX_TRANSFERRED })
  if (ids.length < wanted.length) throw Invalid('cuentaIds', 'accounts_unknown', { n: wanted.length - ids.length })
  if (ids.length === 0) throw Invalid('cuentaIds', 'accounts_none')
  const judged = await keepGroupsTogether(db, await selection.validateAccounts(db, order, period.name, ids))
  return { since: period.name, origin, destination, chosen: judged, going: judged.filter(({ reason }) => reason === null) }
}

/** A group has one analyst: an account whose group would be split is not transferred, nor are the others of its groups. */
async function keepGroupsTogether(db: Db, judged: ValidatedAccount[]): Promise<ValidatedAccount[]> {
  const groups = [...new Set(judged.flatMap((account) => account.groups ?? []))]
  if (groups.length === 0) return judged
  const members = await selection.membersOf(db, groups)
  const going = new Set(judged.filter(({ reason }) => reason === null).map(({ id }) => id))
  for (let torn = true; torn; ) {
    const broken = new Set(members.filter(({ account }) => !going.has(account)).map(({ group }) => group))
    const left = members.filter(({ account, group }) => going.has(account) && broken.has(group))
    for (const { account } of left) going.delete(account)
    torn = left.length > 0
  }
  return judged.map((account) =>
    account.reason === null && !going.has(account.id) ? { ...account, reason: 'agrupada' as const } : account,
  )
}

async function preview(
  db: Db,
  { locale }: Caller,
  order: Order,
  { since, origin, destination, chosen, going }: Plan,
): Promise<TransferResult> {
  const ids = going.map(({ id }) => id)
  const work = await selection.work(db, order, since, ids)
  const loads = await selection.loads(db, order)
  const left = chosen
    .filter((account): account is ValidatedAccount & { reason: selection.Reason } => account.reason !== null)
    .map(({ id, code, business, name, reason }) => ({
      COD_CUENTA: id,
      CUENTA: code,
      NEGOCIO: business,
      NOMBRE: name,
      motivo: reason,
      texto: sentence(`transfer_${reason}`, locale, { code }),
    }))
  const skipped = ({ motivo }: { motivo: selection.Reason }) => order.omitirErrores || motivo === 'omitida'
  const { rol, incluirEnCurso, hasta = null } = order
  const moves = rol === 'JEFE' ? 0 : work.preparar
  return {
    simulado: true,
    lote: null,
    huella: hashOf([
      origin.id,
      destination.id,
      rol,
      since,
      incluirEnCurso,
      hasta,
      chosen.map((a) => [a.id, a.reason, a.department]),
      work.mark,
    ]),
    seleccionadas: chosen.length,
    movidas: going.length,
    omitidas: left.filter(skipped),
    conflictos: left.filter((account) => !skipped(account)),
    enCurso: { porPreparar: work.preparar, firmados: work.firmados, quedan: work.queda },
    periodos: work.periodos,
    enRiesgo: { total: work.riesgo, data: work.primeros },
    carga: loads.map(({ id, name, cuentas, pendientes }) => {
      const sign = id === destination.id ? 1 : -1
      return {
        ID_USUARIO: id,
        NOMBRE: name,
        cuentasAntes: cuentas,
        cuentasDespues: cuentas + sign * going.length,
        pendientesAntes: pendientes,
        pendientesDespues: pendientes + sign * moves,
      }
    }),
  }
}

/** One summary for each of the two people. */
async function notifyBoth(tx: Db, { origin, destination, going, since }: Plan, { rol }: Order) {
  const n = going.length
  const as: TemplateParams = rol === 'ANALISTA' ? {} : { as: rol }
  await notifyOnly(
    tx,
    [destination.id],
    'traspaso_recibido',
    { n, who: origin.name, period: since, ...as },
    pageLink(rol === 'JEFE' ? '/cuentas/analisis' : '/home'),
  )
  await notifyOnly(tx, [origin.id], 'traspaso_cedido', { n, who: destination.name, period: since, ...as }, pageLink('/home'))
}

/** Notifies recipients that alerts add, per business. */
async function notifyAddedPeople(tx: Db, lote: number, { origin, destination, since }: Plan) {
  const places = (await repository.businesses(tx, lote)).map(({ id, business, n }) => ({
    about: { businessId: id, event: String(lote) },
    params: { n, business, from: origin.name, who: destination.name, period: since },
  }))
  await notifyAddedByAlerts(tx, [origin.id, destination.id], 'traspaso', pageLink('/cuentas'), places)
}
/** Tells the two people, and recipients that alerts add, that accounts are back. */
async function notifyReturn(
  tx: Db,
  lote: number,
  { from, to }: { from: number; to: number },
  template: 'traspaso_deshecho' | 'traspaso_devuelto' | 'traspaso_sin_vuelta',
  params: TemplateParams,
) {
  await notifyOnly(tx, [from, to], template, params, pageLink('/home'))
  const places = (await repository.businesses(tx, lote)).map(({ id }) => ({ about: { businessId: id, event: String(lote) }, params }))
  await notifyAddedByAlerts(tx, [from, to], template, pageLink('/cuentas'), places)
}

/** @throws 404, 409 after a day, if it is undone already, if the origin is not active any more, or if somebody has acted on it */
export const undo = (db: Db, caller: Caller, lote: number) =>
  transaction(db, async (tx) => {
    if (!(await repository.find(tx, caller, lote))) throw NotFound()
    await lockOpenPeriods(tx)
    const batch = (await moves.lockBatch(tx, lote))!
    if (batch.undone || batch.returned) throw Conflict('transfer_undone', {}, await repository.find(tx, caller, lote))
    if (batch.old) throw Conflict('transfer_old', {}, await repository.find(tx, caller, lote))
    await moves.lockAccounts(tx, lote)
    const lost = await moves.inactiveOrigins(tx, batch)
    if (lost.length > 0) throw Conflict('transfer_lost', { name: lost[0]!.name }, lost)
    const acted = await moves.actedOn(tx, batch)
    if (acted.length > 0)
      throw Conflict(
        'transfer_acted',
        {
          accounts: acted
            .slice(0, 5)
            .map(({ code, business }) => `${code} · ${business}`)
            .join(', '),
        },
        acted,
      )
    const n = await moves.giveBack(tx, batch, caller)
    await repository.markUndone(tx, lote, caller.userId)
    await notifyReturn(tx, lote, batch, 'traspaso_deshecho', { n, who: caller.name })
    return (await repository.find(tx, caller, lote))!
  })

/**
 * Returns temporary transfers whose last day is over in `zone`; what was changed by hand meanwhile stays, and so does what would go to an
 * inactive person or department. Each in its own transaction, so any number of processes may run it.
 * @returns how many are over
 */
export async function returnDue(db: Db, zone: string): Promise<number> {
  let returned = 0
  for (const { id } of await repository.dueReturns(db, zone))
    returned += await transaction(db, async (tx) => {
      await lockOpenPeriods(tx)
      const batch = (await moves.lockBatch(tx, id))!
      if (batch.undone || batch.returned) return 0
      await moves.lockAccounts(tx, id)
      const lost = await moves.inactiveOrigins(tx, batch)
      const gone = lost.length > 0 && batch.role !== 'JEFE'
      const departments = lost.flatMap(({ departmentId }) => departmentId ?? [])
      const n = gone ? 0 : await moves.giveBack(tx, batch, null, departments)
      await repository.markReturned(tx, id)
      for (const { name } of lost) await notifyReturn(tx, id, batch, 'traspaso_sin_vuelta', { name })
      if (!gone) await notifyReturn(tx, id, batch, 'traspaso_devuelto', { n })
      return 1
    })
  return returned
}

const ofSeveralBusinesses = (found: readonly { ID_NEGOCIO: number }[]) => new Set(found.map(({ ID_NEGOCIO }) => ID_NEGOCIO)).size > 1
const CODE_HEADINGS = /^(cuenta|codigo|cod|account|code|numero de cuenta|codigo de cuenta|cod cuenta|account code|account number)$/
/** @throws 422 without codes or with too many */
export async function resolve(
  db: Db,
  caller: Caller,
  { lista, file, businessId }: Parsed<typeof resolveAccounts>['body'],
): Promise<Output<typeof resolveAccounts>> {
  const codes = [...(lista ?? '').split(/[\s;,]+/), ...(typeof file === 'object' ? await codesOf(file) : [])]
    .map((code) => code.trim())
    .filter(Boolean)
  if (codes.length === 0) throw Invalid('lista', 'accounts_none')
  const wanted = [...new Set(codes)]
  if (wanted.length > MAX_TRANSFERRED) throw Invalid('lista', 'transfer_too_many', { max: MAX_TRANSFERRED })
  const exact = await repository.byCodes(db, caller, { exact: wanted, bare: [] }, businessId)
  const known = new Set(exact.map(({ CUENTA }) => CUENTA))
  // A spreadsheet has taken the zeros of the rest away, or nobody has them.
  const rest = wanted.filter((code) => !known.has(code))
  const alike = (rest.length > 0 ? await repository.byCodes(db, caller, { exact: [], bare: rest }, businessId) : []).filter(
    ({ CUENTA }) => !known.has(CUENTA),
  )
  const of = Map.groupBy(alike, ({ CUENTA }) => bareCode(CUENTA))
  const times = Map.groupBy(exact, ({ CUENTA }) => CUENTA)
  return {
    encontradas: [...exact, ...alike],
    noEncontradas: rest.filter((code) => !of.has(bareCode(code))),
    ambiguas: [
      ...wanted.filter((code) => (times.get(code)?.length ?? 0) > 1),
      ...new Set([...of.values()].filter(ofSeveralBusinesses).flatMap((several) => several.map(({ CUENTA }) => CUENTA))),
    ],
    parecidas: rest.flatMap((said) => of.get(bareCode(said))?.map(({ CUENTA }) => ({ DICHO: said, CUENTA })) ?? []),
    repetidas: codes.length - wanted.length,
  }
}

/** The column whose heading reads like an account, else the first. The heading row is not a code. */
const codesOf = (file: { path: string; name: string }) => withFileErrors(() => readCodes(file))
async function readCodes(file: { path: string; name: string }): Promise<string[]> {
  const table = await openTable(file.path, file.name, { maxRows: 20_000 })
  const codes: string[] = []
  let column: number | undefined
  for await (const batch of table.rows())
    for (const { cells } of batch) {
      const heading = column === undefined ? cells.findIndex((cell) => CODE_HEADINGS.test(normaliseHeader(cellText(cell)))) : -1
      if (heading >= 0) column = heading
      else codes.push(cellText(cells[column ?? 0]).trim())
    }
  return codes
}
