import type { BalanceLoad } from '@cuadre/api/balance'
import type { Hold } from '@cuadre/api/delivery'
import type { Upload } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import type { AppOptions } from '../../options.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid, NamedError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { notify } from '../../platform/mail/notify.ts'
import * as balances from '../balance/balance.service.ts'
import { tieOutOfLoad } from '../tie-out/tie-out.load.ts'
import { holdsOf } from './delivery.holds.ts'
import * as repository from './delivery.repository.ts'

export type Options = Pick<AppOptions, 'db' | 'storage' | 'zone' | 'live'>
export type Given = {
  origin: 'api' | 'carpeta'
  file: Upload
  PERIODO?: string | undefined
  NEGOCIO?: string | undefined
  TOTAL_CONTROL?: string | undefined
  idempotencyKey?: string | undefined
}

export type Taken = { id: number; refused?: NamedError }

/**
 * Takes a balance file of a program: the dry run of every load, then confirmed where nothing holds it, else control is told. The same content, or
 * the same key, is taken once.
 * @returns the number of the delivery, and why it was refused as a whole
 * @throws 409 while it is being read elsewhere, 422 for a key used with other content, or of another month, business or total
 */
export async function take(options: Options, caller: Caller, given: Given): Promise<Taken> {
  const { db, zone } = options
  const { origin, file, PERIODO, NEGOCIO = '', TOTAL_CONTROL, idempotencyKey } = given
  const period = await repository.findPeriod(db, PERIODO, zone)
  const claim = await transaction(db, (tx) =>
    repository.claim(tx, {
      origin,
      senderId: caller.userId,
      key:
        idempotencyKey === undefined
          ? ['sha256', file.sha256, period?.name ?? PERIODO ?? '', NEGOCIO, ...(TOTAL_CONTROL ? [TOTAL_CONTROL] : [])].join(' ')
          : `key ${idempotencyKey}`,
      ownKey: idempotencyKey ?? null,
      file,
      periodId: period?.id ?? null,
      asked: JSON.stringify({ PERIODO, NEGOCIO, TOTAL_CONTROL }),
    }),
  )
  const { id } = claim
  if (!claim.same) throw Invalid('Idempotency-Key', 'delivery_key_used')
  if (!claim.mine && claim.running) throw Conflict('delivery_running')
  if (!claim.mine) return claim.error ? { id, refused: refusedAgain(claim.error) } : { id }
  try {
    const as = await inBusiness(db, caller, NEGOCIO)
    const own = await repository.businessesOf(db, caller.userId)
    const loadId = claim.load ?? (await read(options, as, given, period?.id, id))
    await settle(options, as, id, loadId, own)
    return { id }
  } catch (error) {
    if (!(error instanceof NamedError) || error.status >= 500) {
      // Nobody is to wait for what this process has lost: the sender may send it again at once.
      await repository.forget(db, id)
      throw error
    }
    await refuse(db, caller, id, file.name, error)
    return { id, refused: error }
  }
}

/** A call that is repeated hears the refusal that it may not have heard the first time. */
const refusedAgain = ({ status = 422, code, params, issues }: repository.StoredError) =>
  new NamedError(status, code, { params, ...(issues.length > 0 && { issues }) })

/** What the folder holds and cannot even be received, as too large a file: control is told as of any refused delivery. */
export async function refuseUnread({ db }: Pick<Options, 'db'>, caller: Caller, file: string, error: NamedError): Promise<number> {
  const id = await repository.insertUnread(db, caller.userId, file)
  await refuse(db, caller, id, file, error)
  return id
}

/** In the business that the sender names, as if it were chosen at the top of the page. @throws 422 */
async function inBusiness(db: Db, caller: Caller, name: string): Promise<Caller> {
  if (!name) return caller
  const found = await repository.businessesCalled(db, caller, name)
  if (found.length !== 1) throw Invalid('NEGOCIO', 'delivery_business', { name })
  return { ...caller, businessId: found[0]!.id }
}

async function read(options: Options, caller: Caller, { file, PERIODO, TOTAL_CONTROL }: Given, periodId: number | undefined, id: number) {
  if (periodId === undefined)
    throw Invalid('PERIODO', PERIODO === undefined || /^\d{4}-\d\d$/.test(PERIODO) ? 'delivery_period' : 'delivery_month', {
      said: PERIODO ?? '',
    })
  const { COD_CARGA } = await balances.upload(options, caller, { file, COD_PERIODO: periodId, SIMULAR: true })
  if (TOTAL_CONTROL !== undefined) await balances.setControl(options.db, caller, COD_CARGA, TOTAL_CONTROL)
  await repository.saveLoad(options.db, id, COD_CARGA)
  return COD_CARGA
}

/** What is confirmed meanwhile moves the preview: it is looked at again, and then left to a person. */
const TRIES = 3

/** Confirms a load that nothing holds; otherwise says why it waits, and to whom. */
async function settle(options: Options, caller: Caller, id: number, loadId: number, own: readonly number[]): Promise<void> {
  const { db } = options
  for (let left = TRIES; ; left--) {
    const load = await balances.get(db, caller, loadId)
    const holds = load.ESTADO === 'confirmada' ? [] : await holdsNow(db, caller, id, load, own)
    if (holds.length > 0 || left === 0) return wait(db, caller, id, load, left === 0 && holds.length === 0 ? ['cambio'] : holds)
    if (load.ESTADO === 'confirmada') return void (await repository.saveRead(db, id, []))
    try {
      await balances.confirm(options, caller, loadId, { token: load.preview!.token })
      return void (await repository.saveRead(db, id, []))
    } catch (error) {
      if (!(error instanceof NamedError) || error.status !== 409) throw error
    }
  }
}

async function holdsNow(db: Db, caller: Caller, id: number, load: BalanceLoad, own: readonly number[]): Promise<Hold[]> {
  const holds = holdsOf({
    load,
    allowed: await repository.isAllowed(db, load.COD_CARGA),
    monthGuessed: await repository.monthGuessed(db, id),
    comesBack: await repository.comesBack(db, id),
    untied: (await tieOutOfLoad(db, { ...caller, countryId: null, businessId: null }, load.COD_CARGA)).filter(({ CUADRA }) => !CUADRA)
      .length,
  })
  return (await repository.isStillSenders(db, load.COD_CARGA, caller.userId, own)) ? holds : [...holds, 'cambio']
}

const wait = (db: Db, caller: Caller, id: number, { COD_CARGA, ARCHIVO: file, PERIODO: period }: BalanceLoad, holds: readonly Hold[]) =>
  transaction(db, async (tx) => {
    await repository.saveRead(tx, id, holds)
    const told = await repository.controlOf(tx, COD_CARGA, caller.userId)
    const route = pageLink('/cuentas/carga-balance', { carga: COD_CARGA })
    await notify(tx, told, 'entrega_espera', { who: caller.name, file, period }, route)
  })

const refuse = (db: Db, caller: Caller, id: number, file: string, { status, code, params, issues = [] }: NamedError) =>
  transaction(db, async (tx) => {
    await repository.saveRefused(tx, id, { status, code, params, issues: issues.slice(0, 50) })
    const told = await repository.controlOf(tx, null, caller.userId)
    await notify(tx, told, 'entrega_rechazada', { who: caller.name, file }, pageLink('/cuentas/entregas'))
  })
