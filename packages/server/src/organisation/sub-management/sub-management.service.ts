import type { Parsed } from '@cuadre/api/endpoint'
import type { SubManagement, updateSubManagement } from '@cuadre/api/sub-management'
import { assertRevision, recordMasterChange } from '../../platform/change/index.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { lockActive } from '../business/business.repository.ts'
import { isActiveUser } from '../country/country.repository.ts'
import * as repository from './sub-management.repository.ts'

const master = ({ COD_SUB_GERENCIA, NOMBRE_SUB_GERENCIA, ID_NEGOCIO }: SubManagement) => ({
  entity: 'subgerencia' as const,
  id: COD_SUB_GERENCIA,
  name: NOMBRE_SUB_GERENCIA,
  businessId: ID_NEGOCIO,
})

export async function get(db: Db, caller: Caller, id: number) {
  const found = await repository.find(db, caller, id)
  if (!found) throw NotFound()
  return found
}

export const create = (db: Db, caller: Caller, made: repository.New) =>
  transaction(db, async (tx) => {
    if (!(await lockActive(tx, caller, made.ID_NEGOCIO))) throw Invalid('ID_NEGOCIO', 'business_unknown')
    await checkManager(tx, made.ID_USUARIO_ENCARGADO)
    if (await repository.isTaken(tx, null, made.ID_NEGOCIO, made.NOMBRE_SUB_GERENCIA))
      throw Invalid('NOMBRE_SUB_GERENCIA', 'sub_management_exists')
    const saved = await get(tx, caller, await repository.insert(tx, made))
    await recordMasterChange(tx, caller, master(saved), null, saved)
    return saved
  })

export const update = (db: Db, caller: Caller, id: number, { REVISION, ...change }: Parsed<typeof updateSubManagement>['body']) =>
  transaction(db, async (tx) => {
    const before = await repository.lock(tx, caller, id)
    if (!before) throw NotFound()
    assertRevision(before, REVISION)
    const after = { ...before, ...change }
    const held = await lockActive(tx, caller, before.ID_NEGOCIO)
    if (!held && after.ACTIVO) throw Invalid('ACTIVO', 'business_unknown')
    if (after.ID_USUARIO_ENCARGADO !== before.ID_USUARIO_ENCARGADO) await checkManager(tx, after.ID_USUARIO_ENCARGADO)
    if (await repository.isTaken(tx, id, before.ID_NEGOCIO, after.NOMBRE_SUB_GERENCIA))
      throw Invalid('NOMBRE_SUB_GERENCIA', 'sub_management_exists')
    const departamentos = before.ACTIVO && !after.ACTIVO ? await repository.activeDepartments(tx, id) : 0
    if (departamentos > 0) throw Conflict('sub_management_in_use', { departamentos }, { departamentos })
    await repository.save(tx, after)
    const saved = await get(tx, caller, id)
    await recordMasterChange(tx, caller, master(saved), before, saved)
    return saved
  })

async function checkManager(db: Db, userId: number | null) {
  if (userId !== null && !(await isActiveUser(db, userId))) throw Invalid('ID_USUARIO_ENCARGADO', 'user_not_active')
}
