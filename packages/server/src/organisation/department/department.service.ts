import type { Department, updateDepartment } from '@cuadre/api/department'
import type { Parsed } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import { found, type Master } from '../../platform/change/index.ts'
import type { Db } from '../../platform/database/index.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { unitsOf } from '../business/unit.ts'
import * as repository from './department.repository.ts'

export const masterOf = ({ COD_DEPARTAMENTO, DEPARTAMENTO, ID_NEGOCIO }: Department): Master => ({
  entity: 'departamento',
  id: COD_DEPARTAMENTO,
  name: DEPARTAMENTO,
  businessId: ID_NEGOCIO,
})
const departments = unitsOf(masterOf)

export const get = (db: Db, caller: Caller, id: number) => found(repository.find(db, caller, id))

export const create = (db: Db, caller: Caller, department: repository.New) =>
  departments.create(db, caller, department, async (tx) => {
    await check(tx, department)
    return get(tx, caller, await repository.insert(tx, department))
  })

/** Analyses refer to the head of the moment (decisions §5), so a new head has the department's open work from the commit on. */
export const update = (db: Db, caller: Caller, id: number, change: Parsed<typeof updateDepartment>['body']) =>
  departments.update(
    db,
    caller,
    change,
    (tx) => repository.lock(tx, caller, id),
    async (tx, before, after) => {
      await check(tx, after, before)
      await refuseOpenWork(tx, before, after)
      await repository.save(tx, after)
      // A head who changes it may no longer lead it.
      return found(repository.find(tx, { ...caller, roleId: ROLE.administrador }, id))
    },
  )

/** Unchanged fields are not checked again: a head who is no longer active must not keep others from renaming the department. */
async function check(tx: Db, now: Pick<Department, keyof repository.New>, before?: Department) {
  const { DEPARTAMENTO, ID_NEGOCIO, COD_SUB_GERENCIA, ID_USUARIO_JEFE } = now
  if (COD_SUB_GERENCIA !== null && COD_SUB_GERENCIA !== before?.COD_SUB_GERENCIA)
    if (!(await repository.isSubManagementOf(tx, COD_SUB_GERENCIA, ID_NEGOCIO))) throw Invalid('COD_SUB_GERENCIA', 'sub_management_wrong')
  if (ID_USUARIO_JEFE !== null && ID_USUARIO_JEFE !== before?.ID_USUARIO_JEFE)
    if (!(await repository.isActiveChief(tx, ID_USUARIO_JEFE))) throw Invalid('ID_USUARIO_JEFE', 'chief_wrong')
  if (await repository.isTaken(tx, before?.COD_DEPARTAMENTO ?? null, ID_NEGOCIO, DEPARTAMENTO))
    throw Invalid('DEPARTAMENTO', 'department_exists')
}

/** Open work needs a department and somebody to decide it. */
async function refuseOpenWork(tx: Db, before: Department, after: Department) {
  const closes = before.ACTIVO && !after.ACTIVO
  const leaves = before.ID_USUARIO_JEFE !== null && after.ID_USUARIO_JEFE === null
  if (!closes && !leaves) return
  const { cuentas, analisis } = await repository.usage(tx, before.COD_DEPARTAMENTO)
  if (closes && cuentas + analisis > 0) throw Conflict('department_in_use', { cuentas, analisis }, { cuentas, analisis })
  if (leaves && analisis > 0) throw Conflict('department_open_work', { n: analisis }, { analisis })
}
