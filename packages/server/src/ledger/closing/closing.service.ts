import { createHash } from 'node:crypto'
import { type CloseRequest, type closePeriod, MIN_REASON } from '@cuadre/api/closing'
import type { Parsed } from '@cuadre/api/endpoint'
import { PERIOD_STATUS } from '@cuadre/api/period'
import { type Claims, signedInRecently } from '../../platform/access/token.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import { record } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { sentence } from '../../platform/messages/index.ts'
import { concerned } from '../period/concerned.repository.ts'
import { mayMove } from '../period/period.flow.ts'
import * as periods from '../period/period.repository.ts'
import { get, notifyConcerned, statusOf } from '../period/period.service.ts'
import { tieOutDifferences } from '../tie-out/tie-out.differences.ts'
import { policyChecks } from './closing.checks.ts'
import { finish } from './closing.reopening.ts'
import * as repository from './closing.repository.ts'
import { blockingCodes, checklistOf, fixedCheck, hasWarnings, mayClose, tieOutCheck } from './closing.rules.ts'

/**
 * The checks before closing, over the whole period regardless of the caller's scope. The token changes with the findings, also with which
 * rows and amounts they are about, and with the policy.
 */
export async function checklist(db: Db, caller: Caller, id: number) {
  const period = await get(db, caller, id)
  const found = await policyChecks(db, caller, id)
  const { policy, secondPerson, earlier, chain, request, reopenings } = await repository.standing(db, id)
  const ties = await tieOutDifferences(db, { period: id, caller })
  const off = ties
    .filter(({ CUADRA }) => !CUADRA)
    .map(({ ID_REGLA, ID_NEGOCIO, MONEDA, DIFERENCIA }) => [ID_REGLA, ID_NEGOCIO, MONEDA, DIFERENCIA])
  const marks = found.map(({ codigo, mark }) => [codigo, mark]).sort()
  const token = createHash('sha256')
    .update(JSON.stringify([id, period.ESTADO.ID, policy, earlier, chain, marks, off]))
    .digest('hex')
  const checks = checklistOf([
    ...found.map((each) => ({ ...each, reglas: [] })),
    tieOutCheck(ties),
    fixedCheck('periodo_anterior', earlier),
    fixedCheck('cadena', chain),
  ])
  return { period, checks, token, segundaPersona: secondPerson, pedido: request && seenBy(request, caller, token), reaperturas: reopenings }
}
export const seenBy = ({ token, ...request }: repository.Waiting, { userId }: Caller, now: string): CloseRequest => ({
  ...request,
  VIGENTE: token === now,
  PUEDE_CERRAR: request.ID_USUARIO !== userId,
})

/** What closing and asking for it have in common: who they are, which period they mean, and a list that they saw and that does not block. */
export async function confirmed(
  tx: Db,
  caller: Caller,
  session: Claims,
  id: number,
  { token, PERIODO }: Pick<Parsed<typeof closePeriod>['body'], 'token' | 'PERIODO'>,
) {
  if (!signedInRecently(session)) throw Forbidden('sign_in_again')
  const before = await periods.lock(tx, id)
  if (!before) throw NotFound()
  if (PERIODO !== before.name) throw Invalid('PERIODO', 'period_name_wrong')
  if (!mayMove('close', before.status, PERIOD_STATUS.cerrado)) throw Conflict('period_is_closed_already', {}, statusOf(before.status))
  const now = await checklist(tx, caller, id)
  const blocked = blockingCodes(now.checks)
  if (blocked.length > 0)
    throw Conflict('period_blocked', { checks: blocked.map((code) => sentence(`check_${code}`, caller.locale)).join('; ') }, now)
  if (now.token !== token) throw Conflict('period_moved', {}, now)
  return { before, now }
}

/**
 * Closes a period under a lock that its writers share (`refuse_if_closed`), on the checklist as it is then.
 * @throws 403 `sign_in_again`, 409 when it is closed already, a check blocks, the checklist is not the one the caller saw, or a second person
 *   is needed; 422 for another period's name, or when warnings remain and the reason is short
 */
export const close = (db: Db, caller: Caller, session: Claims, id: number, { MOTIVO, ...seen }: Parsed<typeof closePeriod>['body']) =>
  transaction(db, async (tx) => {
    const { before, now } = await confirmed(tx, caller, session, id, seen)
    const request = now.pedido
    const allowed = mayClose(
      {
        warnings: hasWarnings(now.checks),
        secondPerson: now.segundaPersona,
        token: now.token,
        reasonLength: MOTIVO?.length ?? 0,
        minimum: MIN_REASON,
      },
      request && { askedBy: request.ID_USUARIO, token: request.VIGENTE ? now.token : '' },
      caller.userId,
    )
    if (allowed === 'reason') throw Invalid('MOTIVO', 'period_reason', { min: MIN_REASON })
    if (allowed !== 'ok') throw Conflict(`period_${allowed}`, {}, now)

    // With warnings the reason is that of whoever asked, if anybody had to.
    const second = hasWarnings(now.checks) && now.segundaPersona ? request : null
    const reason = second ? [second.MOTIVO, MOTIVO].filter(Boolean).join(' · ') : MOTIVO
    if (request) await repository.endRequest(tx, request.ID, second ? 'cerrado' : 'retirado', caller.userId)
    await record(tx, {
      periodId: id,
      kind: 'periodo_cerrado',
      caller,
      from: before.status,
      to: PERIOD_STATUS.cerrado,
      comment: reason,
      detail: { checks: now.checks, ...(second && { pedido: { POR: second.PEDIDO_POR, EN: second.PEDIDO_EN } }) },
    })
    await periods.close(tx, id, caller.userId, reason)
    await notifyConcerned(tx, caller, await concerned(tx, id), 'periodo_cerrado', { id, name: before.name })
    return get(tx, caller, id)
  })

/** Back to EN CIERRE. Later periods do not change, but cannot be closed until this one is closed again. */
export const reopen = (db: Db, caller: Caller, id: number, reason: string) =>
  transaction(db, async (tx) => {
    const before = await periods.lock(tx, id)
    if (!before) throw NotFound()
    if (!mayMove('reopen', before.status, PERIOD_STATUS.enCierre)) throw Conflict('period_not_closed', {}, statusOf(before.status))
    // A period that is open as a whole needs no exceptions.
    for (const live of await repository.liveReopenings(tx, { of: { period: id } })) await finish(tx, live, caller, reason, { tell: false })
    await periods.reopen(tx, id)
    await record(tx, {
      periodId: id,
      kind: 'periodo_reabierto',
      caller,
      from: before.status,
      to: PERIOD_STATUS.enCierre,
      comment: reason,
    })
    await notifyConcerned(tx, caller, await concerned(tx, id), 'periodo_reabierto', { id, name: before.name })
    return get(tx, caller, id)
  })
