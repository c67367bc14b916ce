import type { Business, updateBusiness } from '@cuadre/api/business'
import type { Bytes, Parsed, Upload } from '@cuadre/api/endpoint'
import { assertRevision, recordMasterChange } from '../../platform/change/index.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { image } from '../../platform/document/image.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { Storage } from '../../platform/storage/index.ts'
import * as repository from './business.repository.ts'

const master = ({ ID_NEGOCIO, NEGOCIO }: Business) => ({
  entity: 'negocio' as const,
  id: ID_NEGOCIO,
  name: NEGOCIO,
  businessId: ID_NEGOCIO,
})

export async function get(db: Db, caller: Caller, id: number) {
  const business = await repository.find(db, caller, id)
  if (!business) throw NotFound()
  return business
}

/** The country must be granted to the caller as a whole, otherwise they could not see the business they create. */
export const create = (db: Db, caller: Caller, business: repository.New) =>
  transaction(db, async (tx) => {
    const country = await repository.lockGrantedCountry(tx, caller, business.ID_PAIS)
    if (!country) throw Invalid('ID_PAIS', 'country_unknown')
    if (await repository.isTaken(tx, null, business)) throw Invalid('NEGOCIO', 'business_exists')
    const id = await repository.insert(tx, business, business.MONEDA ?? country.currency)
    if (!id) throw Invalid('NEGOCIO', 'business_exists')
    // The caller may have chosen another business as context.
    const made = await get(tx, { ...caller, countryId: null, businessId: null }, id)
    await recordMasterChange(tx, caller, master(made), null, made)
    return made
  })

export const update = (db: Db, caller: Caller, id: number, body: Parsed<typeof updateBusiness>['body']) =>
  transaction(db, async (tx) => {
    const { REVISION, CONFIRMAR, ...change } = body
    const before = await repository.lock(tx, caller, id)
    if (!before) throw NotFound()
    assertRevision(before, REVISION)
    const after = { ...before, ...change }
    await check(tx, caller, before, after, CONFIRMAR ?? false)
    await repository.save(tx, after)
    if (before.ACTIVO && !after.ACTIVO) await repository.clearContext(tx, id)
    const saved = await get(tx, { ...caller, countryId: null, businessId: null }, id)
    await recordMasterChange(tx, caller, master(saved), before, saved)
    return saved
  })

async function check(tx: Db, caller: Caller, before: Business, after: Business, confirmed: boolean) {
  await repository.lockCountry(tx, after.ID_PAIS)
  const moves = after.ID_PAIS !== before.ID_PAIS
  const country = moves || (after.ACTIVO && !before.ACTIVO) ? await repository.lockGrantedCountry(tx, caller, after.ID_PAIS) : true
  if (!country && moves) throw Invalid('ID_PAIS', 'country_unknown')
  if (!country) throw Invalid('ACTIVO', 'country_unknown')
  if (await repository.isTaken(tx, before.ID_NEGOCIO, after)) throw Invalid('NEGOCIO', 'business_exists')
  const { analisis, cuentas, departamentos, saldos, alcances } = await repository.usage(tx, before.ID_NEGOCIO)
  if (moves && (saldos || departamentos > 0 || alcances)) throw Invalid('ID_PAIS', 'business_country_used')
  if (after.MONEDA !== before.MONEDA && saldos) throw Invalid('MONEDA', 'business_currency_used')
  if (after.ACTIVO || !before.ACTIVO) return
  if (analisis > 0) throw Conflict('business_open_work', { n: analisis }, { analisis })
  if (cuentas + departamentos > 0 && !confirmed) throw Conflict('business_in_use', { cuentas, departamentos }, { cuentas, departamentos })
}

export async function setImage(db: Db, storage: Storage, caller: Caller, id: number, file: Upload) {
  await get(db, caller, id)
  const { type } = await image(file)
  await storage.keep(file)
  return transaction(db, async (tx) => {
    const before = await repository.lock(tx, caller, id)
    if (!before) throw NotFound()
    await repository.saveImage(tx, id, file.sha256, type)
    const after = await get(tx, caller, id)
    await recordMasterChange(tx, caller, master(after), before, after)
    return after
  })
}

export async function getImage(db: Db, storage: Storage, caller: Caller, id: number): Promise<Bytes> {
  const found = await repository.image(db, caller, id)
  if (!found) throw NotFound()
  const { sha256, type } = found
  return { name: `negocio-${id}.${type.replace('image/', '')}`, type, body: storage.open(sha256), inline: true, etag: sha256 }
}
