import { createHash } from 'node:crypto'
import type { Calendar, CalendarImpact, DeadlinePlan, datesOfPeriod, Plan, setDeadlines, updateCalendar } from '@cuadre/api/calendar'
import type { Parsed } from '@cuadre/api/endpoint'
import { DateTime, IANAZone } from 'luxon'
import { dryRun } from '../../platform/database/dry-run.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import { record } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { movedConcerned } from '../period/concerned.repository.ts'
import { applyDue, saveOthers, setup } from '../period/deadline.repository.ts'
import { datesOf, plan } from '../period/deadline.rules.ts'
import type { Deadlines } from '../period/period.flow.ts'
import { notifyConcerned } from '../period/period.service.ts'
import * as repository from './calendar.repository.ts'

export const { list, deadlines } = repository

export async function get(db: Db, caller: Caller, country: number): Promise<Calendar> {
  const found = await repository.find(db, caller, country)
  if (!found) throw NotFound()
  return found
}

export async function dates(
  db: Db,
  caller: Caller,
  zone: string,
  { PERIODO, businessId, countryId }: Parsed<typeof datesOfPeriod>['query'],
) {
  if (businessId !== undefined && !(await repository.business(db, caller, businessId))) throw NotFound()
  if (countryId !== undefined) await get(db, caller, countryId)
  const all = await setup(db, zone)
  if (businessId !== undefined) return datesOf(PERIODO, all, businessId)
  return countryId === undefined ? plan(PERIODO, all, {}).own : datesOf(PERIODO, all, null, {}, countryId)
}

const AHEAD = 12
/** The dates of this month and the eleven after it, as calendars and plans are now. */
async function ahead(tx: Db, zone: string, { country, business }: Pick<Subject, 'country' | 'business'>) {
  const all = await setup(tx, zone)
  const first = DateTime.now().setZone(zone).startOf('month')
  return Array.from({ length: AHEAD }, (_, i) => first.plus({ months: i }).toFormat('yyyy-MM')).map((PERIODO) => ({
    PERIODO,
    dates: country === null ? datesOf(PERIODO, all, business) : datesOf(PERIODO, all, null, {}, country),
  }))
}

/** @throws 404, 409 if the impact has changed, 422 */
export async function update(db: Db, caller: Caller, zone: string, country: number, body: Parsed<typeof updateCalendar>['body']) {
  await get(db, caller, country)
  const { motivo, simular, huella, FECHA, ...given } = body
  return previewOrApply(db, { simular, huella }, async (tx) => {
    await repository.lock(tx)
    const before = await get(tx, caller, country)
    // Holidays are sent as a whole: somebody else's would go without a word.
    if (FECHA !== undefined && momentOf(FECHA) !== momentOf(before.FECHA)) throw Conflict('row_moved', {}, before)
    const after = { ...before, ...definedOnly(given) }
    check(after)
    const subject = { country, business: await repository.anyBusiness(tx, country), value: given }
    const next = await ahead(tx, zone, subject)
    await repository.save(tx, after, caller.userId)
    return {
      impacto: await applyDeadlines(tx, caller, zone, { ...subject, next }, motivo),
      rest: async ({ cambian }: CalendarImpact) => {
        const { POR: _by, FECHA: _at, ...was } = before
        await repository.recordChange(tx, {
          country,
          business: null,
          before: was,
          after: given,
          reason: motivo,
          moved: cambian,
          userId: caller.userId,
        })
        return { calendario: await get(tx, caller, country) }
      },
    }
  })
}

const momentOf = (saved: string | null) => (saved === null ? null : new Date(saved).getTime())

function check({ LABORABLES, ZONA, FERIADOS }: Calendar) {
  if (new Set(LABORABLES).size < LABORABLES.length) throw Invalid('LABORABLES', 'calendar_days_twice')
  if (ZONA !== null && !IANAZone.isValidZone(ZONA)) throw Invalid('ZONA', 'calendar_zone')
  const days = new Set<string>()
  for (const { FECHA } of FERIADOS) {
    if (days.has(FECHA)) throw Invalid('FERIADOS', 'calendar_holiday_twice', { day: FECHA })
    days.add(FECHA)
  }
}

/** @throws 409 if the impact has changed, 422 */
export const set = (
  db: Db,
  caller: Caller,
  zone: string,
  { motivo, simular, huella, ID_NEGOCIO, PLAZOS, visto }: Parsed<typeof setDeadlines>['body'],
) =>
  previewOrApply(db, { simular, huella }, async (tx) => {
    const of = ID_NEGOCIO === null ? null : await repository.business(tx, caller, ID_NEGOCIO)
    if (of === undefined) throw Invalid('ID_NEGOCIO', 'business_unknown')
    if (ID_NEGOCIO === null && !(await repository.seesAllBusinesses(tx, caller))) throw Invalid('ID_NEGOCIO', 'threshold_scope_beyond')
    if (ID_NEGOCIO === null && PLAZOS === null) throw Invalid('PLAZOS', 'config_global_needed')
    if (PLAZOS) checkPlan(PLAZOS)
    await repository.lock(tx)
    const before = (await repository.deadlines(tx, caller)).find((each) => each.ID_NEGOCIO === ID_NEGOCIO)?.PLAZOS ?? null
    if (visto !== undefined && !isPlan(visto, before))
      throw Conflict('setting_moved', { who: (await repository.deadlinesChangedBy(tx, ID_NEGOCIO)) ?? '' }, { PLAZOS: before })
    const subject = {
      country: null,
      business: ID_NEGOCIO,
      value: PLAZOS,
      next: await ahead(tx, zone, { country: null, business: ID_NEGOCIO }),
    }
    await repository.saveDeadlines(tx, ID_NEGOCIO, PLAZOS)
    return {
      impacto: await applyDeadlines(tx, caller, zone, subject, motivo),
      rest: async ({ cambian }: CalendarImpact) => {
        await repository.recordChange(tx, {
          country: null,
          business: ID_NEGOCIO,
          before,
          after: PLAZOS,
          reason: motivo,
          moved: cambian,
          userId: caller.userId,
        })
        const now = await repository.deadlines(tx, caller)
        const plazos: DeadlinePlan = {
          ID_NEGOCIO,
          NEGOCIO: of?.name ?? null,
          PLAZOS: (now.find((each) => each.ID_NEGOCIO === ID_NEGOCIO) ?? now[0])!.PLAZOS,
        }
        return { plazos }
      },
    }
  })

const ORDER = ['ANALISTA', 'JEFATURA', 'CONTROL', 'CIERRE'] as const
const isPlan = (one: Plan | null, other: Plan | null) =>
  one === null || other === null
    ? one === other
    : ORDER.every((role) => one[role].dia === other[role].dia && one[role].hora === other[role].hora)

/** Analyst ≤ head ≤ control ≤ close, by day and hour; an omitted hour is that of the country. */
function checkPlan(plazos: Plan) {
  for (const [index, role] of ORDER.entries()) {
    const before = index > 0 && plazos[ORDER[index - 1]!]
    if (!before) continue
    const now = plazos[role]
    if (now.dia < before.dia || (now.dia === before.dia && (now.hora ?? 18) < (before.hora ?? 18)))
      throw Invalid(`PLAZOS.${role}`, 'period_due_order')
  }
}

type Steps<T> = { impacto: CalendarImpact; rest: (impacto: CalendarImpact) => Promise<T> }
/** Preview and change run the same code; the change is made only if it equals what was previewed. */
function previewOrApply<T>(
  db: Db,
  { simular, huella }: { simular: boolean; huella?: string | undefined },
  work: (tx: Db) => Promise<Steps<T>>,
) {
  const all = async (tx: Db) => {
    await repository.lockOpenPeriods(tx)
    const { impacto, rest } = await work(tx)
    return { impacto, rest }
  }
  if (simular)
    return dryRun(db, async (tx) => {
      const { impacto, rest } = await all(tx)
      return { ...(await rest(impacto)), impacto }
    })
  if (!huella) throw Invalid('huella', 'impact_unseen')
  return transaction(db, async (tx) => {
    const { impacto, rest } = await all(tx)
    if (impacto.huella !== huella) throw Conflict('impact_moved', {}, impacto)
    return { ...(await rest(impacto)), impacto }
  })
}

type Ahead = Awaited<ReturnType<typeof ahead>>
/** `next`: the dates of the next months before the change. */
type Subject = { country: number | null; business: number | null; value: unknown; next: Ahead }
/** Open periods get the deadlines that calendars and plans now give them, except deadlines set by a person. */
async function applyDeadlines(
  tx: Db,
  caller: Caller,
  zone: string,
  { country, business, value, next }: Subject,
  motivo: string,
): Promise<CalendarImpact> {
  const all = await setup(tx, zone)
  const periodos: CalendarImpact['periodos'] = []
  const marks: unknown[] = []
  for (const period of await repository.openPeriods(tx)) {
    const antes = await repository.datesFor(tx, period, business)
    const given = Object.fromEntries(period.by_hand.map((name) => [name, period.dates[name]])) as Partial<Deadlines>
    const { own, others } = plan(period.name, all, given)
    await repository.savePeriod(tx, period.id, own)
    await saveOthers(tx, period.id, others)
    const { n, mark, ids } = await applyDue(tx, period.id)
    const despues = await repository.datesFor(tx, { ...period, dates: own }, business)
    if (n === 0 && JSON.stringify(antes) === JSON.stringify(despues)) continue
    periodos.push({ PERIODO: period.name, cambian: n, antes, despues })
    marks.push([period.id, mark, antes, despues])
    await record(tx, {
      periodId: period.id,
      kind: 'plazos_cambiados',
      caller,
      comment: motivo,
      detail: { pais: country, negocio: business, antes, despues, analisis: n },
    })
    if (n > 0) {
      const about = { id: period.id, name: period.name, analyses: ids ?? [] }
      await notifyConcerned(tx, caller, await movedConcerned(tx, period.id, about.analyses), 'periodo_cambiado', about)
    }
  }
  const huella = createHash('sha256')
    .update(JSON.stringify([country, business, value, marks]))
    .digest('hex')
  const then = await ahead(tx, zone, { country, business })
  const proximos = next.map(({ PERIODO, dates }, i) => ({ PERIODO, antes: dates, despues: then[i]!.dates }))
  return { cambian: periodos.reduce((n, { cambian }) => n + cambian, 0), periodos, proximos, huella }
}

const definedOnly = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as { [K in keyof T]: NonNullable<T[K]> }
