import { type Db, transaction } from '../database/index.ts'
import { Invalid, NotFound } from '../errors.ts'
import * as repository from './country.repository.ts'

export const { list, options } = repository

export async function get(db: Db, id: number) {
  const country = await repository.find(db, id)
  if (!country) throw NotFound()
  return country
}

export const create = (db: Db, country: repository.Write) =>
  transaction(db, async (tx) => {
    await checkManager(tx, country.ID_USUARIO_ENCARGADO)
    const id = await repository.insert(tx, country)
    if (!id) throw Invalid('PAIS', 'country_exists')
    return get(tx, id)
  })

export const update = (db: Db, id: number, change: Partial<repository.Write>) =>
  transaction(db, async (tx) => {
    const country = { ...(await get(tx, id)), ...change }
    await checkManager(tx, change.ID_USUARIO_ENCARGADO ?? null)
    if (await repository.taken(tx, id, country)) throw Invalid('PAIS', 'country_exists')
    await repository.save(tx, id, country)
    return get(tx, id)
  })

async function checkManager(db: Db, userId: number | null) {
  if (userId !== null && !(await repository.isActiveUser(db, userId))) throw Invalid('ID_USUARIO_ENCARGADO', 'user_not_active')
}
