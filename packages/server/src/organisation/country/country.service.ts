import type { CountryManager, updateCountryManager } from '@cuadre/api/country'
import type { Parsed } from '@cuadre/api/endpoint'
import { assertRevision, recordMasterChange } from '../../platform/change/index.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as repository from './country.repository.ts'

export const { list, options } = repository

const master = ({ ID_PAIS, PAIS }: CountryManager) => ({ entity: 'pais' as const, id: ID_PAIS, name: PAIS })

export async function get(db: Db, id: number) {
  const country = await repository.find(db, id)
  if (!country) throw NotFound()
  return country
}

export const create = (db: Db, caller: Caller, country: repository.Write) =>
  transaction(db, async (tx) => {
    await checkManager(tx, country.ID_USUARIO_ENCARGADO)
    await repository.lockNames(tx)
    const id = (await repository.isTaken(tx, null, country)) ? undefined : await repository.insert(tx, country)
    if (!id) throw Invalid('PAIS', 'country_exists')
    const made = await get(tx, id)
    await recordMasterChange(tx, caller, master(made), null, made)
    return made
  })

export const update = (db: Db, caller: Caller, id: number, { REVISION, ...change }: Parsed<typeof updateCountryManager>['body']) =>
  transaction(db, async (tx) => {
    await repository.lockNames(tx)
    const before = await repository.lock(tx, id)
    if (!before) throw NotFound()
    assertRevision(before, REVISION)
    const after = { ...before, ...change }
    if (after.ID_USUARIO_ENCARGADO !== before.ID_USUARIO_ENCARGADO) await checkManager(tx, after.ID_USUARIO_ENCARGADO)
    if (await repository.isTaken(tx, id, after)) throw Invalid('PAIS', 'country_exists')
    const negocios = before.ACTIVO && !after.ACTIVO ? await repository.activeBusinesses(tx, id) : 0
    if (negocios > 0) throw Conflict('country_in_use', { negocios }, { negocios })
    await repository.save(tx, id, after)
    const saved = await get(tx, id)
    await recordMasterChange(tx, caller, master(saved), before, saved)
    return saved
  })

async function checkManager(db: Db, userId: number | null) {
  if (userId !== null && !(await repository.isActiveUser(db, userId))) throw Invalid('ID_USUARIO_ENCARGADO', 'user_not_active')
}
