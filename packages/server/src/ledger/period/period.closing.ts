import { createHash } from 'node:crypto'
import type { Parsed } from '@cuadre/api/endpoint'
import { type closePeriod, PERIOD_STATUS } from '@cuadre/api/period'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import { record } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { sentence } from '../../platform/messages/index.ts'
import { blockingCodes, MIN_REASON, mayMove, reasonMissing, resultOf } from './period.flow.ts'
import * as repository from './period.repository.ts'
import { get, notifyConcerned, statusOf } from './period.service.ts'

/**
 * The checks before closing, over the whole period regardless of the caller's scope. The token changes with the findings, also with which
 * rows they are about.
 */
export async function checklist(db: Db, caller: Caller, id: number) {
  const period = await get(db, caller, id)
  const found = await repository.checks(db, id)
  const token = createHash('sha256')
    .update(JSON.stringify([id, period.ESTADO.ID, found]))
    .digest('hex')
  return { period, checks: found.map(resultOf), token }
}

/**
 * Closes a period under a lock that its writers share (`refuse_if_closed`), on the checklist as it is then.
 * @throws 409 when it is closed already, a check blocks, or the checklist is not the one the caller saw
 * @throws 422 when warnings remain and the reason is short
 */
export const close = (db: Db, caller: Caller, id: number, { token, MOTIVO }: Parsed<typeof closePeriod>['body']) =>
  transaction(db, async (tx) => {
    const before = await repository.lock(tx, id)
    if (!before) throw NotFound()
    if (!mayMove('close', before.status, PERIOD_STATUS.cerrado)) throw Conflict('period_is_closed_already', {}, statusOf(before.status))
    const now = await checklist(tx, caller, id)
    const blocked = blockingCodes(now.checks)
    if (blocked.length > 0) {
      const checks = blocked.map((code) => sentence(`check_${code}`, caller.locale)).join('; ')
      throw Conflict('period_blocked', { checks }, now)
    }
    if (now.token !== token) throw Conflict('period_moved', {}, now)
    if (reasonMissing(now.checks, MOTIVO)) throw Invalid('MOTIVO', 'period_reason', { min: MIN_REASON })

    await record(tx, {
      periodId: id,
      kind: 'periodo_cerrado',
      caller,
      from: before.status,
      to: PERIOD_STATUS.cerrado,
      comment: MOTIVO,
      detail: { checks: now.checks },
    })
    await repository.close(tx, id, caller.userId, MOTIVO)
    await notifyConcerned(tx, caller, await repository.people(tx, id), 'periodo_cerrado', { name: before.name })
    return get(tx, caller, id)
  })

/** Back to EN CIERRE. Later periods do not change, but cannot be closed until this one is closed again. */
export const reopen = (db: Db, caller: Caller, id: number, reason: string) =>
  transaction(db, async (tx) => {
    const before = await repository.lock(tx, id)
    if (!before) throw NotFound()
    if (!mayMove('reopen', before.status, PERIOD_STATUS.enCierre)) throw Conflict('period_not_closed', {}, statusOf(before.status))
    await repository.reopen(tx, id)
    await record(tx, {
      periodId: id,
      kind: 'periodo_reabierto',
      caller,
      from: before.status,
      to: PERIOD_STATUS.enCierre,
      comment: reason,
    })
    await notifyConcerned(tx, caller, await repository.people(tx, id), 'periodo_reabierto', { name: before.name })
    return get(tx, caller, id)
  })
