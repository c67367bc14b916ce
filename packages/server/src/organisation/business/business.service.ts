import type { Business, updateBusiness } from '@cuadre/api/business'
import type { Bytes, Parsed, Upload } from '@cuadre/api/endpoint'
import { found, type Master, masterData } from '../../platform/change/index.ts'
import type { Db } from '../../platform/database/index.ts'
import { picture } from '../../platform/document/picture.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { Storage } from '../../platform/storage/index.ts'
import * as repository from './business.repository.ts'

export const masterOf = ({ ID_NEGOCIO, NEGOCIO }: Business): Master => ({
  entity: 'negocio',
  id: ID_NEGOCIO,
  name: NEGOCIO,
  businessId: ID_NEGOCIO,
})
const businesses = masterData(masterOf)

export const get = (db: Db, caller: Caller, id: number) => found(repository.find(db, caller, id))
/** The caller may have chosen another business as context. */
const anywhere = (caller: Caller): Caller => ({ ...caller, countryId: null, businessId: null })

/** The country must be granted to the caller as a whole, otherwise they could not see the business they create. */
export const create = (db: Db, caller: Caller, business: repository.New) =>
  businesses.create(db, caller, async (tx) => {
    const country = await repository.lockGrantedCountry(tx, caller, business.ID_PAIS)
    if (!country) throw Invalid('ID_PAIS', 'country_unknown')
    await refuseTaken(tx, null, business)
    const id = await repository.insert(tx, business, business.MONEDA ?? country.currency)
    if (!id) throw Invalid('NEGOCIO', 'business_exists')
    return get(tx, anywhere(caller), id)
  })

export const update = (db: Db, caller: Caller, id: number, { CONFIRMAR = false, ...change }: Parsed<typeof updateBusiness>['body']) =>
  businesses.update(
    db,
    caller,
    change,
    (tx) => repository.lock(tx, caller, id),
    async (tx, before, after) => {
      await check(tx, caller, before, after, CONFIRMAR)
      await repository.save(tx, after)
      if (before.ACTIVO && !after.ACTIVO) await repository.clearContext(tx, id)
      return get(tx, anywhere(caller), id)
    },
  )

/** @throws 422 at the name, or at the code: '10069' is that of '00010069', from which a spreadsheet has taken the zeros */
async function refuseTaken(tx: Db, id: number | null, business: Parameters<typeof repository.likeIt>[2]) {
  const other = await repository.likeIt(tx, id, business)
  if (other?.named) throw Invalid('NEGOCIO', 'business_exists')
  if (other) throw Invalid('CODIGO', 'business_code_exists', { code: other.code! })
}

async function check(tx: Db, caller: Caller, before: Business, after: Business, confirmed: boolean) {
  await repository.lockCountry(tx, after.ID_PAIS)
  const moves = after.ID_PAIS !== before.ID_PAIS
  const country = moves || (after.ACTIVO && !before.ACTIVO) ? await repository.lockGrantedCountry(tx, caller, after.ID_PAIS) : true
  if (!country && moves) throw Invalid('ID_PAIS', 'country_unknown')
  if (!country) throw Invalid('ACTIVO', 'country_unknown')
  // Two that are alike already may still be changed, and deactivated.
  if (moves || after.NEGOCIO !== before.NEGOCIO || after.CODIGO !== before.CODIGO) await refuseTaken(tx, before.ID_NEGOCIO, after)
  const { analisis, cuentas, departamentos, saldos, alcances } = await repository.usage(tx, before.ID_NEGOCIO)
  if (moves && (saldos || departamentos > 0 || alcances)) throw Invalid('ID_PAIS', 'business_country_used')
  if (after.MONEDA !== before.MONEDA && saldos) throw Invalid('MONEDA', 'business_currency_used')
  if (after.ACTIVO || !before.ACTIVO) return
  if (analisis > 0) throw Conflict('business_open_work', { n: analisis }, { analisis })
  if (cuentas + departamentos > 0 && !confirmed) throw Conflict('business_in_use', { cuentas, departamentos }, { cuentas, departamentos })
}

export async function setImage(db: Db, storage: Storage, caller: Caller, id: number, upload: Upload) {
  await get(db, caller, id)
  const { type, file } = await picture(upload)
  await storage.keep(file)
  return businesses.update(
    db,
    caller,
    {},
    (tx) => repository.lock(tx, caller, id),
    async (tx) => {
      await repository.saveImage(tx, id, file.sha256, type)
      return get(tx, caller, id)
    },
  )
}

export async function getImage(db: Db, storage: Storage, caller: Caller, id: number): Promise<Bytes> {
  const { sha256, type } = await found(repository.image(db, caller, id))
  return { name: `negocio-${id}.${type.replace('image/', '')}`, type, body: await storage.download(sha256), inline: true, etag: sha256 }
}
