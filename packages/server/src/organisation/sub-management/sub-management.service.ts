import type { Parsed } from '@cuadre/api/endpoint'
import type { SubManagement, updateSubManagement } from '@cuadre/api/sub-management'
import { found, masterData } from '../../platform/change/index.ts'
import type { Db } from '../../platform/database/index.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { lockActive } from '../business/business.repository.ts'
import { checkManager } from '../country/country.service.ts'
import * as repository from './sub-management.repository.ts'

const subManagements = masterData(({ COD_SUB_GERENCIA, NOMBRE_SUB_GERENCIA, ID_NEGOCIO }: SubManagement) => ({
  entity: 'subgerencia',
  id: COD_SUB_GERENCIA,
  name: NOMBRE_SUB_GERENCIA,
  businessId: ID_NEGOCIO,
}))

export const get = (db: Db, caller: Caller, id: number) => found(repository.find(db, caller, id))

export const create = (db: Db, caller: Caller, made: repository.New) =>
  subManagements.create(db, caller, async (tx) => {
    if (!(await lockActive(tx, caller, made.ID_NEGOCIO))) throw Invalid('ID_NEGOCIO', 'business_unknown')
    await checkManager(tx, made.ID_USUARIO_ENCARGADO)
    if (await repository.isTaken(tx, null, made.ID_NEGOCIO, made.NOMBRE_SUB_GERENCIA))
      throw Invalid('NOMBRE_SUB_GERENCIA', 'sub_management_exists')
    return get(tx, caller, await repository.insert(tx, made))
  })

export const update = (db: Db, caller: Caller, id: number, change: Parsed<typeof updateSubManagement>['body']) =>
  subManagements.update(
    db,
    caller,
    change,
    (tx) => repository.lock(tx, caller, id),
    async (tx, before, after) => {
      const held = await lockActive(tx, caller, before.ID_NEGOCIO)
      if (!held && after.ACTIVO) throw Invalid('ACTIVO', 'business_unknown')
      if (after.ID_USUARIO_ENCARGADO !== before.ID_USUARIO_ENCARGADO) await checkManager(tx, after.ID_USUARIO_ENCARGADO)
      if (await repository.isTaken(tx, id, before.ID_NEGOCIO, after.NOMBRE_SUB_GERENCIA))
        throw Invalid('NOMBRE_SUB_GERENCIA', 'sub_management_exists')
      const departamentos = before.ACTIVO && !after.ACTIVO ? await repository.activeDepartments(tx, id) : 0
      if (departamentos > 0) throw Conflict('sub_management_in_use', { departamentos }, { departamentos })
      await repository.save(tx, after)
      return get(tx, caller, id)
    },
  )
