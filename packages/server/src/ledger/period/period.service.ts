import { createHash } from 'node:crypto'
import type { Parsed } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import { type openPeriod, PERIOD_STATUS, type PeriodImpact, type simulatePeriod, type updatePeriod } from '@cuadre/api/period'
import { dryRun } from '../../platform/database/dry-run.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import { record } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { notifyAddedByAlerts, notifyOnly } from '../../platform/mail/notify.ts'
import type { Template } from '../../platform/mail/templates.ts'
import { type Concerned, concerned, futureConcerned, places } from './concerned.repository.ts'
import { applyDue, saveOthers, setup } from './deadline.repository.ts'
import { inOrder, plan, planOf } from './deadline.rules.ts'
import { DEADLINES, type Deadlines, deadlines, defaultCalendar, mayMove, mayOpen, outOfOrder, outOfReach } from './period.flow.ts'
import * as repository from './period.repository.ts'

export const { list } = repository

export const statuses = [
  { ID: PERIOD_STATUS.abierto, NOMBRE: 'ABIERTO' },
  { ID: PERIOD_STATUS.enCierre, NOMBRE: 'EN CIERRE' },
  { ID: PERIOD_STATUS.cerrado, NOMBRE: 'CERRADO' },
]

export async function get(db: Db, caller: Caller, id: number) {
  const period = await repository.find(db, caller, id)
  if (!period) throw NotFound()
  return period
}

export async function monthsAndYears(db: Db, caller: Caller) {
  const months = await repository.months(db, caller)
  return { years: [...new Set(months.map(({ year }) => year))], months }
}

export const open = (
  db: Db,
  caller: Caller,
  { PERIODO, ...given }: Parsed<typeof openPeriod>['body'],
  { zone, now }: { zone: string; now: Date },
) =>
  transaction(db, async (tx) => {
    if (!(await repository.seesWholeGroup(tx, caller))) throw Forbidden('period_group_scope')
    const when = mayOpen(PERIODO, now, zone)
    if (when !== 'ok') throw Invalid('PERIODO', `period_${when}`)
    const fixed = definedOnly(given)
    checkReach(PERIODO, fixed, now)
    const calendars = await setup(tx, zone)
    // Given deadlines must agree with the plan; here nothing yields.
    checkOrder(deadlines(PERIODO, defaultCalendar(zone), fixed, planOf(calendars, null)))
    const { own: dates, others } = plan(PERIODO, calendars, fixed)
    const id = await repository.insert(tx, PERIODO, dates, Object.keys(fixed), caller.userId)
    if (!id) throw Conflict('period_exists', { period: PERIODO })
    await saveOthers(tx, id, others)
    await record(tx, { periodId: id, kind: 'periodo_abierto', caller, to: PERIOD_STATUS.abierto, detail: { PERIODO, ...dates } })
    await notifyConcerned(tx, caller, await futureConcerned(tx, id), 'periodo_abierto', { id, name: PERIODO })
    return get(tx, caller, id)
  })

export const deadlinesOf = async (db: Db, caller: Caller, id: number) => {
  await get(db, caller, id)
  return repository.businessDeadlines(db, caller, id)
}

type Change = Parsed<typeof simulatePeriod>['body']
/** What preview and change have in common: the new deadlines applied, and whose they are. */
async function apply(tx: Db, id: number, { ESTADO_ID, ...given }: Change) {
  const before = await repository.lock(tx, id)
  if (!before) throw NotFound()
  const to = ESTADO_ID ?? before.status
  if (!mayMove('update', before.status, to)) throw Conflict('period_closed', {}, statusOf(before.status))
  // The period's own deadlines replace those not given, so zone and calendar do not matter here.
  const after = deadlines(before.name, defaultCalendar('utc'), { ...before.dates, ...definedOnly(given) })
  const changed = DEADLINES.filter((name) => after[name] !== before.dates[name])
  checkReach(before.name, Object.fromEntries(changed.map((name) => [name, after[name]])), new Date())
  checkOrder(after)
  if (changed.length > 0 || to !== before.status) await repository.save(tx, id, to, after, changed)
  if (changed.length > 0) await orderOthers(tx, id, after)
  const moved = changed.length > 0 ? await applyDue(tx, id) : null
  const huella = createHash('sha256')
    .update(JSON.stringify([id, to, before.dates, after, moved?.mark ?? null]))
    .digest('hex')
  return { before, after, to, moved, changed: changed.length > 0, huella }
}

/** What a business has of its own yields to what was set by hand for everybody, and to the close. */
async function orderOthers(tx: Db, id: number, after: Deadlines) {
  const { byHand, others } = await repository.othersOf(tx, id)
  const given = Object.fromEntries([...byHand, 'VENCE_CIERRE' as const].map((name) => [name, after[name]])) as Partial<Deadlines>
  await saveOthers(
    tx,
    id,
    others.map(({ business, dates }) => ({ business, dates: inOrder({ ...dates, ...given, VENCE_CIERRE: after.VENCE_CIERRE }, given) })),
  )
}

export const simulate = (db: Db, id: number, change: Change): Promise<PeriodImpact> =>
  dryRun(db, async (tx) => {
    const { moved, huella } = await apply(tx, id, change)
    const negocios = await repository.businessesOf(tx, moved?.ids ?? [])
    const prorrogasDespues = await repository.extendedBeyondClose(tx, id)
    return { cambian: moved?.n ?? 0, personas: moved?.analysts?.length ?? 0, negocios, prorrogasDespues, huella }
  })

export const update = (db: Db, caller: Caller, id: number, { MOTIVO, notificar, huella, ...change }: Parsed<typeof updatePeriod>['body']) =>
  transaction(db, async (tx) => {
    const { before, after, to, changed, huella: now } = await apply(tx, id, change)
    if (huella !== undefined && huella !== now) throw Conflict('impact_moved', {}, await get(tx, caller, id))
    if (!changed && to === before.status) return get(tx, caller, id)
    await record(tx, {
      periodId: id,
      kind: 'periodo_cambiado',
      caller,
      from: before.status,
      to,
      comment: MOTIVO,
      detail: { antes: before.dates, despues: after },
    })
    const template = to === before.status ? 'periodo_cambiado' : to === PERIOD_STATUS.enCierre ? 'periodo_en_cierre' : 'periodo_abierto'
    if (notificar) await notifyConcerned(tx, caller, await concerned(tx, id), template, { id, name: before.name })
    return get(tx, caller, id)
  })

export const statusOf = (id: number) => statuses.find((status) => status.ID === id)

type About = { id: number; name: string; analyses?: readonly number[] }
/**
 * Notifies everyone concerned except the person who does it: each of what is due first in their own businesses. Recipients that alerts add
 * are notified of each business (or of the businesses of these `analyses`), of several that say the same once.
 */
export async function notifyConcerned(tx: Db, caller: Caller, groups: readonly Concerned[], template: Template, period: About) {
  const route = pageLink('/home')
  const params = ({ due, zone }: Pick<Concerned, 'due' | 'zone'>) => ({ period: period.name, due, ...(zone && { zone }) })
  for (const group of groups)
    await notifyOnly(
      tx,
      group.people.filter((userId) => userId !== caller.userId),
      template,
      params(group),
      route,
    )
  const told = [caller.userId, ...groups.flatMap(({ people }) => people)]
  const where = (await places(tx, period.id, period.analyses)).map((place) => ({
    about: { businessId: place.businessId },
    params: { ...params(place), ...(place.country && { country: place.country }) },
  }))
  await notifyAddedByAlerts(tx, told, template, route, where)
}

function checkOrder(dates: Deadlines) {
  const wrong = outOfOrder(dates)
  if (wrong) throw Invalid(wrong, 'period_due_order')
}

function checkReach(period: string, given: Partial<Deadlines>, now: Date) {
  const wrong = outOfReach(period, given, now)
  if (wrong) throw Invalid(wrong, 'period_due_year', { period })
}

const definedOnly = <T extends object>(given: T): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>
