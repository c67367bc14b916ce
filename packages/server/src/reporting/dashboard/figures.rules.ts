import { type Bounds, trafficLight } from '@cuadre/api/light'
import { PERIOD_STATUS } from '@cuadre/api/period'
import { cents, fromCents, sumsByCurrency } from '../../platform/money.ts'
import type { Amount, Count, Day, Figures, Loaded, PeriodRow, PROGRESS, STAGES } from './aggregates/index.ts'
import { median, paceOf, paceRange } from './pace.rules.ts'

/** Arithmetic on sums: ratios are ratios of sums, and a division by zero gives null, not 0 (rules §1.0). */
type Row<W extends Count | Amount> = Pick<Figures, W> & { currency: string }
type Progress = Row<(typeof PROGRESS)[number]>
export const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole)
export const total = <K extends Count>(rows: readonly Pick<Figures, K>[], of: K) =>
  rows.reduce((sum, row) => sum + (row as Record<K, number>)[of], 0)
export const mean = <K extends Count>(rows: readonly Pick<Figures, K>[], days: K, counted: K) =>
  rounded(ratio(total(rows, days), total(rows, counted)))
export const rounded = (value: number | null, digits = 4) => (value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits)

/** Amounts of different currencies are never added. */
export const amounts = <K extends Amount>(rows: readonly Row<K>[], of: K) =>
  sumsByCurrency(rows.map((row) => ({ MONEDA: row.currency, monto: (row as Record<K, string>)[of] })))
const sumCents = <K extends Amount>(rows: readonly Pick<Figures, K>[], of: K) =>
  rows.reduce((sum, row) => sum + cents((row as Record<K, string>)[of]), 0n)
/** Computed in integers: a float of cents is not precise enough. Six digits are enough to display. */
export const amountRatio = (part: bigint, whole: bigint) => (whole === 0n ? null : Number((part * 1_000_000n) / whole) / 1_000_000)
const ratioOf = <K extends Amount>(rows: readonly Pick<Figures, K>[], part: K, whole: K) =>
  amountRatio(sumCents(rows, part), sumCents(rows, whole))

export const completions = (rows: readonly Row<'done' | 'done_late' | 'overdue' | 'pending'>[]) => ({
  completado: total(rows, 'done'),
  completadoTarde: total(rows, 'done_late'),
  vencido: total(rows, 'overdue'),
  pendiente: total(rows, 'pending'),
})

/** K2, K3, K4a, K5, K15 and K16 over several rows. */
export function progress(rows: readonly Progress[]) {
  const items = total(rows, 'items')
  const firmas = total(rows, 'signed')
  const { completado, completadoTarde, vencido } = completions(rows)
  return {
    items,
    firmas,
    firmasRequeridas: items * 3,
    avance: ratio(firmas, items * 3),
    completado: ratio(completado + completadoTarde, items),
    aTiempo: ratio(total(rows, 'on_time'), items * 3),
    vencidos: vencido,
    fueraDePlazo: vencido + completadoTarde,
    sinExplicar: amounts(rows, 'unexplained'),
    sinSustentar: amounts(rows, 'unsupported'),
    sustentado: [...Map.groupBy(rows, ({ currency }) => currency)]
      .map(([MONEDA, same]) => ({
        MONEDA,
        sustentado: fromCents(sumCents(same, 'balance_approved')),
        requerido: fromCents(sumCents(same, 'balance')),
        parte: ratioOf(same, 'balance_approved', 'balance'),
      }))
      .sort((a, b) => (a.MONEDA < b.MONEDA ? -1 : 1)),
  }
}
export const tile = (rows: readonly Progress[], loaded: readonly Loaded[], bounds?: Bounds) => {
  const figures = progress(rows)
  const saldos = balancesLoaded(loaded)
  return { ...figures, completitud: completions(rows), saldos, semaforo: lightWith(saldos.parte, trafficLight(figures.aTiempo, bounds)) }
}

type Light = ReturnType<typeof trafficLight>
/** What is not there cannot be on time. */
const lightWith = (loaded: number | null, light: Light): Light =>
  light === 'verde' && trafficLight(loaded) !== 'verde' && loaded !== null ? 'ambar' : light

export function balancesLoaded(rows: readonly Loaded[]) {
  const esperados = rows.reduce((sum, { expected }) => sum + expected, 0)
  const cargados = rows.reduce((sum, { loaded }) => sum + loaded, 0)
  const withAny = new Set(rows.filter(({ loaded }) => loaded > 0).map(({ business }) => business))
  const missing = new Set(rows.map(({ business }) => business).filter((business) => !withAny.has(business)))
  return { esperados, cargados, parte: ratio(cargados, esperados), negociosSinCargar: missing.size }
}

/** Percentage points, to four decimals: a page rounds them to one, and of two roundings the second may go the wrong way. */
export const points = (now: number | null, before: number | null) =>
  now === null || before === null ? null : rounded((now - before) * 100)

const ROLES = ['analista', 'jefatura', 'control'] as const
/**
 * K21: open items per role with a forecast of the working day on which they are done, from the median of sign-offs on the same closing day
 * in the last six periods (of all days if that is zero). No role is done before the one that it waits for. The interval lies between the
 * slow and the fast pace of this month and those before. What a closed period left open ends on no day: nothing in it goes on.
 */
export function forecasts(
  rows: readonly Row<(typeof STAGES)[number]>[],
  period: PeriodRow,
  before: readonly PeriodRow[],
  { signed, calendar }: { signed: readonly Day[]; calendar: Calendar },
  localDay: (moment: string) => string,
) {
  const items = total(rows, 'items')
  const toPrepare = total(rows, 'unsent') + total(rows, 'rejected')
  const open = { analista: toPrepare, jefatura: toPrepare + total(rows, 'at_jefatura'), control: items - total(rows, 'approved') }
  const due = { analista: period.dueAnalyst, jefatura: period.dueJefatura, control: period.dueControl }
  let former: Record<'fecha' | 'desde' | 'hasta', string | null> | undefined
  return ROLES.map((rol, at) => {
    const abiertos = open[rol]
    const vence = due[rol]
    if (period.status === PERIOD_STATUS.cerrado) {
      const semaforo = abiertos === 0 ? ('verde' as const) : null
      return { rol, abiertos, ritmo: null, ritmoMes: null, fecha: null, desde: null, hasta: null, vence, semaforo }
    }
    const of = (id: number) => signed.filter((day) => day.role === at + 1 && day.period === id)
    const past = before.slice(-6).map(({ id }) => of(id))
    const same = median(
      past.map((days) => days.filter(({ nth }) => nth === Math.max(1, period.nth)).reduce((sum, day) => sum + day.items, 0)),
    )
    const ritmo = same || median(past.flat().map((day) => day.items))
    const ritmoMes = paceOf(of(period.id), period.nth)
    const paces = ritmo
      ? paceRange(
          past.flatMap((days) => paceOf(days) ?? []),
          [ritmo, ritmoMes],
        )
      : null
    const doneAt = (pace: number | null | undefined, name: keyof NonNullable<typeof former>) => {
      if (abiertos === 0 || !pace) return null
      const day = dayAt(calendar, Math.ceil(abiertos / pace))
      if (!former) return day
      const until = former[name]
      return day === null || until === null ? null : [day, until].sort()[1]!
    }
    const fecha = doneAt(ritmo, 'fecha')
    const dates = { fecha, desde: doneAt(paces?.fast, 'desde'), hasta: doneAt(paces?.slow, 'hasta') }
    if (abiertos > 0) former = dates
    const dueDay = localDay(vence)
    const nthOfDue = nthAt(calendar, dueDay)
    const dayAfter = nthOfDue === undefined ? dueDay : (dayAt(calendar, nthOfDue + 1) ?? dueDay)
    const semaforo: ReturnType<typeof trafficLight> =
      abiertos === 0 ? 'verde' : fecha === null ? null : fecha <= dueDay ? 'verde' : fecha <= dayAfter ? 'ambar' : 'rojo'
    return { rol, abiertos, ritmo, ritmoMes, ...dates, vence, semaforo }
  })
}

export type Calendar = readonly { day: string; nth: number }[]
/** The date of a working day counted from today; 0 is today, null more than a year ahead. */
export const dayAt = (calendar: Calendar, nth: number) => calendar.find((each) => each.nth >= nth)?.day ?? null
/** How many working days from today a day is. */
export const nthAt = (calendar: Calendar, day: string) => calendar.findLast((each) => each.day <= day)?.nth
