import type { Parsed } from '@cuadre/api/endpoint'
import type { SubManagement, updateSubManagement } from '@cuadre/api/sub-management'
import { found, type Master } from '../../platform/change/index.ts'
import type { Db } from '../../platform/database/index.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { unitsOf } from '../business/unit.ts'
import { checkManager } from '../country/country.service.ts'
import * as repository from './sub-management.repository.ts'

export const masterOf = ({ COD_SUB_GERENCIA, NOMBRE_SUB_GERENCIA, ID_NEGOCIO }: SubManagement): Master => ({
  entity: 'subgerencia',
  id: COD_SUB_GERENCIA,
  name: NOMBRE_SUB_GERENCIA,
  businessId: ID_NEGOCIO,
})
const subManagements = unitsOf(masterOf)

export const get = (db: Db, caller: Caller, id: number) => found(repository.find(db, caller, id))

export const create = (db: Db, caller: Caller, subManagement: repository.New) =>
  subManagements.create(db, caller, subManagement, async (tx) => {
    await check(tx, subManagement)
    return get(tx, caller, await repository.insert(tx, subManagement))
  })

export const update = (db: Db, caller: Caller, id: number, change: Parsed<typeof updateSubManagement>['body']) =>
  subManagements.update(
    db,
    caller,
    change,
    (tx) => repository.lock(tx, caller, id),
    async (tx, before, after) => {
      await check(tx, after, before)
      const departamentos = before.ACTIVO && !after.ACTIVO ? await repository.activeDepartments(tx, id) : 0
      if (departamentos > 0) throw Conflict('sub_management_in_use', { departamentos }, { departamentos })
      await repository.save(tx, after)
      return get(tx, caller, id)
    },
  )

/** A deputy manager who stays is not checked again: one who is no longer active must not keep others from renaming it. */
async function check(tx: Db, now: Pick<SubManagement, keyof repository.New>, before?: SubManagement) {
  const { NOMBRE_SUB_GERENCIA, ID_NEGOCIO, ID_USUARIO_ENCARGADO } = now
  if (ID_USUARIO_ENCARGADO !== before?.ID_USUARIO_ENCARGADO) await checkManager(tx, ID_USUARIO_ENCARGADO)
  if (await repository.isTaken(tx, before?.COD_SUB_GERENCIA ?? null, ID_NEGOCIO, NOMBRE_SUB_GERENCIA))
    throw Invalid('NOMBRE_SUB_GERENCIA', 'sub_management_exists')
}
