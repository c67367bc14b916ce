import type { Output, Parsed } from '@cuadre/api/endpoint'
import { PERIOD_STATUS } from '@cuadre/api/period'
import type { transferSuggestions } from '@cuadre/api/suggestion'
import type { Caller } from '../../platform/http/context.ts'
import * as aggregates from '../dashboard/aggregates/index.ts'
import type { Deps } from '../dashboard/dashboard.service.ts'
import { dayAt, nthAt } from '../dashboard/figures.rules.ts'
import { median, paceOf, paceRange } from '../dashboard/pace.rules.ts'
import { earlier, localDay, ref, requestedPeriod } from '../dashboard/period.ts'
import * as repository from './suggestion.repository.ts'
import { lateOf, outlook, type Person, suggest } from './suggestion.rules.ts'

type Answer = Output<typeof transferSuggestions>
const NOTHING = { fecha: null, tarde: 0 }
const BEFORE = 6

/** Five statements. */
export async function suggestions({ db, zone }: Deps, caller: Caller, query: Parsed<typeof transferSuggestions>['query']): Promise<Answer> {
  const view = { zone }
  const all = await aggregates.periods(db, view)
  const period = requestedPeriod(all, query)
  const none = { dias: 0, personas: [], sugerencias: [], conjunto: { antes: NOTHING, despues: NOTHING } }
  if (!period) return { period: null, ...none }
  const work = await repository.openWork(db, caller, view, query, period.id)
  if (!work.some(({ open }) => open > 0)) return { period: ref(period), ...none }

  const people = Map.groupBy(work, ({ id }) => id)
  // A month that is still closing says nothing of a whole one yet.
  const before = earlier(all, period)
    .filter(({ status }) => status === PERIOD_STATUS.cerrado)
    .slice(-BEFORE)
  const due = localDay(zone)(period.dueAnalyst)
  const today = localDay(zone)(new Date().toISOString())
  const [signed, calendar, able] = await Promise.all([
    aggregates.analystDays(db, view, [...before, period], [...people.keys()]),
    aggregates.calendar(db, view),
    repository.able(db, [...people.keys()], today, [due, today].sort()[1]!),
  ])
  const paces = pacesOf(signed, before, period)
  const nths = new Map<string, number>()
  const nthOf = (day: string) => {
    const nth = nths.get(day) ?? nthAt(calendar, day) ?? 0
    nths.set(day, nth)
    return nth
  }
  const team = able.map(({ id, departments, businesses, covers, ...of }): Person & { seen: number; open: number } => {
    const rows = people.get(id)!
    return {
      id,
      able: of.able,
      name: rows[0]!.name,
      pace: paces.get(id)?.pace ?? null,
      load: loadOf(rows, nthOf),
      departments: new Set(departments),
      businesses: new Set(businesses),
      covers: covers ? new Set(covers) : undefined,
      seen: rows.reduce((sum, { seen }) => sum + seen, 0),
      open: rows.reduce((sum, { open }) => sum + open, 0),
    }
  })
  const late = team.filter(({ load, pace }) => pace !== null && lateOf(load, pace) > 0).map(({ id }) => id)
  const movable = late.length > 0 ? await repository.movable(db, caller, view, query, period.id, late) : []
  const { suggestions, loads } = suggest(
    team,
    movable.map(({ due, ...account }) => ({ ...account, nth: nthOf(due) })),
  )
  const nameOf = new Map(team.map(({ id, name }) => [id, name]))
  const shown = ({ nth, late }: { nth: number | null; late: number }) => ({
    fecha: nth === null ? null : dayAt(calendar, nth),
    tarde: late,
  })
  const both = ({ before, after }: { before: Parameters<typeof shown>[0]; after: Parameters<typeof shown>[0] }) => ({
    antes: shown(before),
    despues: shown(after),
  })
  const dueNth = nthOf(due)
  return {
    period: ref(period),
    dias: Math.max(0, dueNth),
    personas: team
      .filter(({ open }) => open > 0)
      .map(({ id, name, pace, load, seen, open }) => {
        const of = pace === null ? null : outlook(load, pace)
        const { range, months } = paces.get(id) ?? { range: null, months: 0 }
        const at = (speed: number | undefined) => (speed ? shown(outlook(load, speed)).fecha : null)
        return {
          ID_ANALISTA: id,
          ANALISTA: name,
          abiertos: seen,
          enOtras: open - seen,
          ritmo: pace,
          meses: months,
          fecha: of ? shown(of).fecha : null,
          desde: at(range?.fast),
          hasta: at(range?.slow),
          tarde: of?.late ?? null,
          semaforo: !of ? null : of.late === 0 ? ('verde' as const) : of.nth! <= dueNth + 1 ? ('ambar' as const) : ('rojo' as const),
        }
      })
      .sort((a, b) => (b.tarde ?? -1) - (a.tarde ?? -1) || a.ID_ANALISTA - b.ID_ANALISTA),
    sugerencias: suggestions.map(({ from, to, near, accounts, origin, destination }) => ({
      ID_ORIGEN: from,
      ORIGEN: nameOf.get(from)!,
      ID_DESTINO: to,
      DESTINO: nameOf.get(to)!,
      cercania: near,
      cuentas: accounts,
      origen: both(origin),
      destino: both(destination),
    })),
    conjunto: both({ before: together(team, new Map(team.map(({ id, load }) => [id, load]))), after: together(team, loads) }),
  }
}

/** When the last one is done, and how much is late: of those whose pace is known. */
function together(team: readonly Person[], loads: ReadonlyMap<number, Person['load']>) {
  const of = team.flatMap(({ id, pace }) => (pace === null ? [] : [outlook(loads.get(id)!, pace)]))
  const days = of.flatMap(({ nth }) => nth ?? [])
  return { nth: days.length > 0 ? Math.max(...days) : null, late: of.reduce((sum, { late }) => sum + late, 0) }
}

function loadOf(rows: readonly repository.OpenWork[], nthOf: (day: string) => number) {
  const load = new Map<number, number>()
  for (const { due, open } of rows) if (due !== null && open > 0) load.set(nthOf(due), (load.get(nthOf(due)) ?? 0) + open)
  return load
}

/** Of each analyst the median pace of the months before, or this month's where there are none. */
function pacesOf(signed: readonly aggregates.AnalystDay[], before: readonly aggregates.PeriodRow[], period: aggregates.PeriodRow) {
  return new Map(
    [...Map.groupBy(signed, ({ analyst }) => analyst)].map(([id, days]) => {
      const months = before.flatMap(({ id }) => paceOf(days.filter((day) => day.period === id)) ?? [])
      const now = paceOf(
        days.filter((day) => day.period === period.id),
        period.nth,
      )
      const pace = median(months) ?? now
      return [id, { pace, months: months.length, range: paceRange(months, [pace, now]) }]
    }),
  )
}
