import type { CountryManager, updateCountryManager } from '@cuadre/api/country'
import type { Parsed } from '@cuadre/api/endpoint'
import { found, type Master, masterData } from '../../platform/change/index.ts'
import type { Db } from '../../platform/database/index.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as repository from './country.repository.ts'

export const { list, options } = repository

export const masterOf = ({ ID_PAIS, PAIS }: CountryManager): Master => ({ entity: 'pais', id: ID_PAIS, name: PAIS })
const countries = masterData(masterOf)

export const get = (db: Db, id: number) => found(repository.find(db, id))

export const create = (db: Db, caller: Caller, country: repository.Write) =>
  countries.create(db, caller, async (tx) => {
    await checkManager(tx, country.ID_USUARIO_ENCARGADO)
    await repository.lockNames(tx)
    const id = (await repository.isTaken(tx, null, country)) ? undefined : await repository.insert(tx, country)
    if (!id) throw Invalid('PAIS', 'country_exists')
    return get(tx, id)
  })

export const update = (db: Db, caller: Caller, id: number, change: Parsed<typeof updateCountryManager>['body']) =>
  countries.update(
    db,
    caller,
    change,
    async (tx) => {
      await repository.lockNames(tx)
      return repository.lock(tx, id)
    },
    async (tx, before, after) => {
      if (after.ID_USUARIO_ENCARGADO !== before.ID_USUARIO_ENCARGADO) await checkManager(tx, after.ID_USUARIO_ENCARGADO)
      if (await repository.isTaken(tx, id, after)) throw Invalid('PAIS', 'country_exists')
      const negocios = before.ACTIVO && !after.ACTIVO ? await repository.activeBusinesses(tx, id) : 0
      if (negocios > 0) throw Conflict('country_in_use', { negocios }, { negocios })
      await repository.save(tx, id, after)
      return get(tx, id)
    },
  )

/** Who is in charge of a country or a sub-management is an active user. */
export async function checkManager(db: Db, userId: number | null) {
  if (userId !== null && !(await repository.isActiveUser(db, userId))) throw Invalid('ID_USUARIO_ENCARGADO', 'user_not_active')
}
