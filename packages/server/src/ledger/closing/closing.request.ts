import { type endCloseRequest, MIN_REASON, type requestClose } from '@cuadre/api/closing'
import type { Parsed } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import type { Claims } from '../../platform/access/token.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import { record } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { notifyOnly } from '../../platform/mail/notify.ts'
import { lock } from '../period/period.repository.ts'
import * as repository from './closing.repository.ts'
import { hasWarnings } from './closing.rules.ts'
import { confirmed, seenBy } from './closing.service.ts'

const linkTo = (id: number) => pageLink('/periodos/:periodId/cerrar', { periodId: id })

/**
 * The first of two people. A request on a checklist that has moved gives way to a new one.
 * @throws as `close`; 409 where nothing warns or another request waits
 */
export const ask = (db: Db, caller: Caller, session: Claims, id: number, { MOTIVO, ...seen }: Parsed<typeof requestClose>['body']) =>
  transaction(db, async (tx) => {
    const { before, now } = await confirmed(tx, caller, session, id, seen)
    if (!hasWarnings(now.checks) || !now.segundaPersona) throw Conflict('period_no_second_person', {}, now)
    if (now.pedido?.VIGENTE) throw Conflict('period_request_waits', { who: now.pedido.PEDIDO_POR }, now)
    if (now.pedido) await repository.endRequest(tx, now.pedido.ID, 'retirado', caller.userId)
    await repository.insertRequest(tx, id, now.token, MOTIVO, caller.userId)
    await record(tx, {
      periodId: id,
      kind: 'cierre_pedido',
      caller,
      from: before.status,
      to: before.status,
      comment: MOTIVO,
      detail: { checks: now.checks },
    })
    const told = await repository.seconds(tx, caller.userId)
    await notifyOnly(tx, told, 'cierre_pedido', { who: caller.name, period: before.name, comment: MOTIVO }, linkTo(id))
    return seenBy((await repository.standing(tx, id)).request!, caller, now.token)
  })

/** Whoever asked takes it back; anybody else refuses it with a reason, which they are told. @throws 404, 422 */
export const end = (db: Db, caller: Caller, id: number, { ID, MOTIVO }: Parsed<typeof endCloseRequest>['body']) =>
  transaction(db, async (tx) => {
    const before = await lock(tx, id)
    const request = before && (await repository.lockRequest(tx, id, ID))
    if (!before || !request) throw NotFound()
    const own = request.asked_by === caller.userId
    if (!own && MOTIVO.length < MIN_REASON) throw Invalid('MOTIVO', 'period_refusal', { min: MIN_REASON })
    await repository.endRequest(tx, ID, own ? 'retirado' : 'rechazado', caller.userId)
    const kind = own ? 'cierre_retirado' : 'cierre_rechazado'
    await record(tx, { periodId: id, kind, caller, from: before.status, to: before.status, comment: MOTIVO || undefined })
    if (!own)
      await notifyOnly(tx, [request.asked_by], 'cierre_rechazado', { who: caller.name, period: before.name, comment: MOTIVO }, linkTo(id))
    return { ok: true as const }
  })
