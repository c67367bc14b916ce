import { masterData } from '../../platform/change/index.ts'
import type { Db } from '../../platform/database/index.ts'
import { Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { lockActive } from './business.repository.ts'

type Unit = { REVISION: number; ID_NEGOCIO: number; ACTIVO: boolean }

/**
 * Master data of one business, which never changes: departments and sub-managements. What is made, and what is or becomes active, needs a business
 * that is active and in scope; the business stays locked, so that names within it are given one at a time.
 */
export function unitsOf<Row extends Unit>(master: Parameters<typeof masterData<Row>>[0]) {
  const units = masterData(master)
  return {
    create: (db: Db, caller: Caller, { ID_NEGOCIO }: Pick<Unit, 'ID_NEGOCIO'>, make: (tx: Db) => Promise<Row>) =>
      units.create(db, caller, async (tx) => {
        if (!(await lockActive(tx, caller, ID_NEGOCIO))) throw Invalid('ID_NEGOCIO', 'business_unknown')
        return make(tx)
      }),
    update: <Change extends object>(
      db: Db,
      caller: Caller,
      change: Change & { REVISION?: number | undefined },
      lock: (tx: Db) => Promise<Row | undefined>,
      work: (tx: Db, before: Row, after: Row & Omit<Change, 'REVISION'>) => Promise<Row>,
    ) =>
      units.update(db, caller, change, lock, async (tx, before, after) => {
        const held = await lockActive(tx, caller, before.ID_NEGOCIO)
        if (!held && after.ACTIVO) throw Invalid('ACTIVO', 'business_unknown')
        return work(tx, before, after)
      }),
  }
}
