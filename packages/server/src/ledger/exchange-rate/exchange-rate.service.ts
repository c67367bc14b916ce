import type { Parsed } from '@cuadre/api/endpoint'
import type { createExchangeRate, deleteExchangeRate, ExchangeRate, setGroupCurrency, updateExchangeRate } from '@cuadre/api/exchange-rate'
import { assertUnchanged, found, recordMasterChange } from '../../platform/change/index.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as repository from './exchange-rate.repository.ts'
import { checkCurrency, checkDay, checkLikely, checkOpen, sameRate } from './exchange-rate.rules.ts'

export const { list } = repository

const governs = (caller: Caller) => caller.permissions.has('parameters.rate.govern')
const master = ({ ID, MONEDA, PERIODO }: ExchangeRate) => ({ entity: 'tipo_de_cambio' as const, id: ID, name: `${MONEDA} ${PERIODO}` })
/** What is kept of a change: the reason too, which the rate itself does not carry. */
const kept = ({ PERIODO, MONEDA, MONEDA_GRUPO, TASA, FECHA_TASA }: ExchangeRate) => ({ PERIODO, MONEDA, MONEDA_GRUPO, TASA, FECHA_TASA })
const recordChange = (tx: Db, caller: Caller, before: ExchangeRate | null, after: ExchangeRate | null, motivo: string | undefined) =>
  recordMasterChange(tx, caller, master((after ?? before)!), before && kept(before), after && { ...kept(after), ...(motivo && { motivo }) })

/** @throws 409 with the row where another changed it */
export const setGroup = (db: Db, caller: Caller, { MONEDA, motivo, REVISION }: Parsed<typeof setGroupCurrency>['body']) =>
  transaction(db, async (tx) => {
    await repository.lock(tx)
    const before = await assertUnchanged(tx, { entity: 'moneda_grupo', id: 1 }, await repository.groupCurrency(tx), REVISION)
    checkCurrency(MONEDA, null)
    await repository.saveGroup(tx, MONEDA, motivo, caller.userId)
    const was = before.MONEDA === null ? null : { MONEDA: before.MONEDA, motivo: before.MOTIVO }
    await recordMasterChange(tx, caller, { entity: 'moneda_grupo', id: 1, name: MONEDA }, was, { MONEDA, motivo })
    return repository.groupCurrency(tx)
  })

/** The newest year with a period, unless another one is asked for. */
export async function year(db: Db, asked: number | undefined) {
  const { MONEDA: grupo } = await repository.groupCurrency(db)
  const periods = await repository.periods(db)
  const anios = [...new Set(periods.map(({ name }) => Number(name.slice(0, 4))))]
  const anio = asked ?? anios[0] ?? null
  const rates = anio === null ? [] : await repository.ofYear(db, anio)
  const used = anio === null ? [] : await repository.inUse(db, anio)
  const meses = periods
    .filter(({ name }) => Number(name.slice(0, 4)) === anio)
    .map(({ id, name, closed }) => {
      const tasas = rates.filter(({ COD_PERIODO }) => COD_PERIODO === id)
      const enUso = used.filter(({ period }) => period === id).map(({ currency }) => currency)
      const faltan = grupo === null ? [] : enUso.filter((currency) => !tasas.some(({ MONEDA }) => MONEDA === currency))
      return { COD_PERIODO: id, PERIODO: name, CERRADO: closed, enUso, tasas, faltan }
    })
  const monedas = [...new Set([...used.map(({ currency }) => currency), ...rates.map(({ MONEDA }) => MONEDA)])].sort()
  return { anios, anio, grupo, monedas, meses }
}

/** @throws 409 where there is one already, 422 */
export const create = (db: Db, caller: Caller, { motivo, CONFIRMADA, ...rate }: Parsed<typeof createExchangeRate>['body']) =>
  transaction(db, async (tx) => {
    await repository.lock(tx)
    return createLocked(tx, caller, rate, motivo, CONFIRMADA)
  })
/** In a transaction that has locked the rates. */
export async function createLocked(
  tx: Db,
  caller: Caller,
  rate: repository.Rate,
  motivo: string | undefined,
  confirmed = false,
): Promise<ExchangeRate> {
  const { MONEDA: group } = await repository.groupCurrency(tx)
  if (group === null) throw Invalid('MONEDA', 'group_currency_needed')
  checkCurrency(rate.MONEDA, group)
  const period = await repository.period(tx, rate.COD_PERIODO)
  if (!period) throw Invalid('COD_PERIODO', 'not_found')
  checkDay(rate.FECHA_TASA, period.name)
  checkOpen(period, governs(caller), motivo)
  if (!confirmed) checkLikely(rate.TASA, await repository.beside(tx, { currency: rate.MONEDA, group, period: period.name }), caller.locale)
  const id = await repository.insert(tx, rate, group, caller.userId)
  if (id === undefined) throw Conflict('rate_exists', { currency: rate.MONEDA, period: period.name })
  const made = (await repository.find(tx, id))!
  await recordChange(tx, caller, null, made, motivo)
  return made
}

/** @throws 404, 409 with the rate as it is now, 422 */
export const update = (db: Db, caller: Caller, id: number, body: Parsed<typeof updateExchangeRate>['body']) =>
  transaction(db, async (tx) => {
    await repository.lock(tx)
    return updateLocked(tx, caller, id, body)
  })
export async function updateLocked(
  tx: Db,
  caller: Caller,
  id: number,
  { TASA, FECHA_TASA, motivo, CONFIRMADA, REVISION }: Parsed<typeof updateExchangeRate>['body'],
): Promise<ExchangeRate> {
  const before = await assertUnchanged(tx, { entity: 'tipo_de_cambio', id }, await found(repository.find(tx, id)), REVISION)
  const wanted = { ID: id, TASA: TASA ?? before.TASA, FECHA_TASA: FECHA_TASA ?? before.FECHA_TASA }
  checkDay(wanted.FECHA_TASA, before.PERIODO)
  checkOpen((await repository.period(tx, before.COD_PERIODO))!, governs(caller), motivo)
  const { MONEDA: currency, MONEDA_GRUPO: group, PERIODO: period } = before
  if (!CONFIRMADA && !sameRate(wanted.TASA, before.TASA))
    checkLikely(wanted.TASA, await repository.beside(tx, { currency, group, period }), caller.locale)
  await repository.save(tx, wanted, caller.userId)
  const after = (await repository.find(tx, id))!
  await recordChange(tx, caller, before, after, motivo)
  return after
}

/** @throws 404, 409 with the rate as it is now, 422 */
export const remove = (db: Db, caller: Caller, id: number, { motivo, REVISION }: Parsed<typeof deleteExchangeRate>['query']) =>
  transaction(db, async (tx) => {
    await repository.lock(tx)
    const before = await assertUnchanged(tx, { entity: 'tipo_de_cambio', id }, await found(repository.find(tx, id)), REVISION)
    checkOpen((await repository.period(tx, before.COD_PERIODO))!, governs(caller), motivo)
    await repository.remove(tx, id)
    await recordChange(tx, caller, before, null, motivo)
    return { ok: true as const }
  })
