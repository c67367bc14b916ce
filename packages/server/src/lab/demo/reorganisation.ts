import { sql } from 'kysely'
import { update as updateDepartment } from '../../organisation/department/department.service.ts'
import { create as createSubManagement } from '../../organisation/sub-management/sub-management.service.ts'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'

/** In the course of the year two banks put credit under a sub-management of its own: what was opened before stays under the one of then. */
export async function reorganise(db: Db, administrator: Caller): Promise<void> {
  const found = await rows(
    db,
    sql<{
      id: number
      business: number
      chief: number
      revision: number
    }>`select d.id, d.business_id as business, d.chief_id as chief, d.revision
      from department d join business b on b.id = d.business_id where b.name in ('BRADESCO', 'SANTANDER') and d.name = 'Cartera de créditos' order by d.id`,
  )
  for (const { id, business, chief, revision } of found) {
    const { COD_SUB_GERENCIA } = await createSubManagement(db, administrator, {
      ID_NEGOCIO: business,
      NOMBRE_SUB_GERENCIA: 'Subgerencia de riesgo de crédito',
      ID_USUARIO_ENCARGADO: chief,
    })
    await updateDepartment(db, administrator, id, { COD_SUB_GERENCIA, REVISION: revision })
  }
}
