import { pageLink } from '@cuadre/api/pages'
import { type Db, transaction } from '../../platform/database/index.ts'
import { runEach } from '../../platform/jobs/scheduler.ts'
import { notify } from '../../platform/mail/notify.ts'
import * as repository from './delivery.repository.ts'

/** Long enough that its sender has had time to send it again. */
const PATIENCE_MINUTES = 60

/**
 * Deliveries whose process was lost and that nobody sent again: what was read waits for control; what was not is refused, and says that it is to be sent
 * again. Control is told of either. By the clock. @returns how many
 */
export async function settleLost(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - PATIENCE_MINUTES * 60_000)
  const lost = await repository.listLost(db, before)
  await runEach(lost, ({ id }) =>
    transaction(db, async (tx) => {
      const found = await repository.lockLost(tx, id, before)
      if (!found) return
      const { load, status, file, who, senderId, period } = found
      if (status === 'confirmada') return void (await repository.saveRead(tx, id, []))
      const waits = load !== null && (status === 'columnas' || status === 'revision')
      if (waits) await repository.saveRead(tx, id, ['interrumpida'])
      else await repository.saveRefused(tx, id, { code: 'delivery_lost', params: {}, issues: [], status: 503 })
      const told = await repository.controlOf(tx, waits ? load : null, senderId)
      if (waits)
        await notify(tx, told, 'entrega_espera', { who, file, period: period ?? '' }, pageLink('/cuentas/carga-balance', { carga: load }))
      else await notify(tx, told, 'entrega_rechazada', { who, file }, pageLink('/cuentas/entregas'))
    }),
  )
  return lost.length
}
