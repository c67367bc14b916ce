import { type endBusinessReopening, MAX_REOPENING_HOURS, type reopenBusiness } from '@cuadre/api/closing'
import type { Parsed } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import { PERIOD_STATUS } from '@cuadre/api/period'
import { sql } from 'kysely'
import { businessScope } from '../../platform/access/scope.ts'
import { type Db, row, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import { record } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { runEach } from '../../platform/jobs/scheduler.ts'
import { notify } from '../../platform/mail/notify.ts'
import { lock } from '../period/period.repository.ts'
import { statusOf } from '../period/period.service.ts'
import * as repository from './closing.repository.ts'

/**
 * A closed period goes on for one business until a moment (decisions §13): the rest stays closed, and the clock ends it.
 * @throws 404, 409 unless the period is closed or if the business is reopened already, 422
 */
export const reopenFor = (
  db: Db,
  caller: Caller,
  id: number,
  { ID_NEGOCIO, HASTA, MOTIVO }: Parsed<typeof reopenBusiness>['body'],
  now: Date,
) =>
  transaction(db, async (tx) => {
    const before = await lock(tx, id)
    if (!before) throw NotFound()
    if (before.status !== PERIOD_STATUS.cerrado) throw Conflict('period_not_closed', {}, statusOf(before.status))
    const business = await row(
      tx,
      sql<{
        name: string
        zone: string | null
      }>`select b.name, (select k.zone from calendar k where k.country_id = b.country_id) as zone from business b where b.id = ${ID_NEGOCIO} and ${businessScope({ ...caller, countryId: null, businessId: null }, sql`b.id`)}`,
    )
    if (!business) throw Invalid('ID_NEGOCIO', 'business_unknown')
    const hours = (Date.parse(HASTA) - now.getTime()) / 3_600_000
    if (hours <= 0) throw Invalid('HASTA', 'period_until_past')
    if (hours > MAX_REOPENING_HOURS) throw Invalid('HASTA', 'period_until_far', { hours: MAX_REOPENING_HOURS })
    // One that its time has ended stands in nobody's way, though the clock has not written that down yet.
    for (const live of await repository.liveReopenings(tx, { until: now }))
      if (live.period_id === id && live.business_id === ID_NEGOCIO) await finish(tx, live, null, '')
    const made = await repository.insertReopening(tx, id, ID_NEGOCIO, HASTA, MOTIVO, caller.userId)
    if (!made) throw Conflict('period_business_reopened', { business: business.name })
    await record(tx, {
      periodId: id,
      kind: 'negocio_reabierto',
      caller,
      from: PERIOD_STATUS.cerrado,
      to: PERIOD_STATUS.cerrado,
      comment: MOTIVO,
      detail: { ID_NEGOCIO, NEGOCIO: business.name, HASTA },
    })
    const told = (await repository.peopleOf(tx, id, ID_NEGOCIO)).filter((person) => person !== caller.userId)
    const { name, zone } = business
    await notify(
      tx,
      told,
      'negocio_reabierto',
      { period: before.name, business: name, due: HASTA, ...(zone && { zone }) },
      pageLink('/home', { periodo: id }),
      { businessId: ID_NEGOCIO },
    )
    return (await repository.findReopening(tx, made.id))!
  })

type Live = Awaited<ReturnType<typeof repository.liveReopenings>>[number]
/** Under the lock of its period. Nobody is told that it ends where the whole period goes on from here, and they are told that. */
export async function finish(tx: Db, live: Live, caller: Caller | null, reason: string, { tell = true } = {}) {
  if (!(await repository.endReopening(tx, live.id, caller?.userId ?? null, reason || null))) return
  await record(tx, {
    periodId: live.period_id,
    kind: 'negocio_cerrado',
    caller,
    from: PERIOD_STATUS.cerrado,
    to: PERIOD_STATUS.cerrado,
    comment: reason || undefined,
    detail: { ID_NEGOCIO: live.business_id, NEGOCIO: live.business },
  })
  if (!tell) return
  const told = (await repository.peopleOf(tx, live.period_id, live.business_id)).filter((person) => person !== caller?.userId)
  const params = { period: live.period, business: live.business }
  await notify(tx, told, 'negocio_cerrado', params, pageLink('/home'), { businessId: live.business_id })
}

/** Before its time, by an administrator. @throws 404 */
export const endFor = (db: Db, caller: Caller, id: number, { ID, MOTIVO }: Parsed<typeof endBusinessReopening>['body']) =>
  transaction(db, async (tx) => {
    const [live] = (await lock(tx, id)) ? await repository.liveReopenings(tx, { of: { period: id, id: ID } }) : []
    if (!live) throw NotFound()
    await finish(tx, live, caller, MOTIVO)
    return { ok: true as const }
  })

/** By the clock: each in a transaction of its own, under the lock of its period. @returns how many */
export async function endExpired(db: Db, now: Date) {
  const due = await repository.liveReopenings(db, { until: now })
  await runEach(due, (live) =>
    transaction(db, async (tx) => {
      await lock(tx, live.period_id)
      await finish(tx, live, null, '')
    }),
  )
  return due.length
}
