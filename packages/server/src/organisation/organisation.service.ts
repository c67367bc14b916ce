import { type Db, transaction } from '../database/index.ts'
import { Invalid, NotFound } from '../errors.ts'
import type { Caller } from '../http/context.ts'
import * as repository from './organisation.repository.ts'

export const { businesses, subManagements, departments, headings } = repository

/** The country must be one the caller is given as a whole: a business made elsewhere would be out of its maker's sight. */
export const createBusiness = (db: Db, caller: Caller, business: repository.NewBusiness) =>
  transaction(db, async (tx) => {
    const country = await repository.givenCountry(tx, caller, business.ID_PAIS)
    if (!country) throw Invalid('ID_PAIS', 'country_unknown')
    const id = await repository.insertBusiness(tx, { ...business, MONEDA: business.MONEDA ?? country.currency })
    if (!id) throw Invalid('NEGOCIO', 'business_exists')
    return (await repository.business(tx, id))!
  })

export async function department(db: Db, caller: Caller, id: number) {
  const found = await repository.department(db, caller, id)
  if (!found) throw NotFound()
  return found
}

export const createDepartment = (db: Db, caller: Caller, department: repository.NewDepartment) =>
  transaction(db, async (tx) => {
    const { ID_NEGOCIO, COD_SUB_GERENCIA, ID_USUARIO_JEFE } = department
    if (!(await repository.businessInScope(tx, caller, ID_NEGOCIO))) throw Invalid('ID_NEGOCIO', 'business_unknown')
    if (COD_SUB_GERENCIA !== null && !(await repository.isSubManagementOf(tx, COD_SUB_GERENCIA, ID_NEGOCIO)))
      throw Invalid('COD_SUB_GERENCIA', 'sub_management_wrong')
    if (ID_USUARIO_JEFE !== null && !(await repository.isActiveChief(tx, ID_USUARIO_JEFE))) throw Invalid('ID_USUARIO_JEFE', 'chief_wrong')
    const id = await repository.insertDepartment(tx, department)
    if (!id) throw Invalid('DEPARTAMENTO', 'department_exists')
    return (await repository.department(tx, caller, id))!
  })
