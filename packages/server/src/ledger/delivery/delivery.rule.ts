import type { DeliveryRule } from '@cuadre/api/delivery'
import { recordMasterChange } from '../../platform/change/index.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as repository from './delivery.repository.ts'

/** Kept with its reason in the history of the business. @throws 404 */
export const setRule = (db: Db, caller: Caller, id: number, { ACTIVA, MOTIVO }: Pick<DeliveryRule, 'ACTIVA'> & { MOTIVO: string }) =>
  transaction(db, async (tx): Promise<DeliveryRule> => {
    const before = await repository.findRule(tx, caller, id)
    if (!before) throw NotFound()
    await repository.saveRule(tx, id, ACTIVA, MOTIVO, caller.userId)
    const master = { entity: 'negocio' as const, id, name: before.NEGOCIO, businessId: id }
    const of = (rule: Pick<DeliveryRule, 'ACTIVA' | 'MOTIVO'>) => ({ ENTREGAS_SE_CONFIRMAN: rule.ACTIVA, MOTIVO: rule.MOTIVO })
    await recordMasterChange(tx, caller, master, of(before), of({ ACTIVA, MOTIVO }))
    return (await repository.findRule(tx, caller, id))!
  })
