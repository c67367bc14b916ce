import type { Plan } from '@cuadre/api/calendar'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { set, update } from '../../ledger/calendar/calendar.service.ts'
import { row } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { DemoOptions } from './people.ts'

/** National holidays: on the same day of every year, so many days from Easter Sunday, and those that the law takes to a Monday. */
type Holidays = {
  fixed: Record<string, string>
  easter: Record<number, string>
  monday?: { days: Record<string, string>; of: (day: DateTime) => DateTime }
}
/** Colombia: the Monday after, unless it is one. */
const following = (day: DateTime) => day.plus({ days: (8 - day.weekday) % 7 })
/** Chile: from Tuesday to Thursday the Monday before, from Friday the Monday after. */
const nearest = (day: DateTime) =>
  day.weekday >= 2 && day.weekday <= 4 ? day.startOf('week') : day.weekday === 5 ? day.plus({ days: 3 }) : day

const COUNTRIES: { iso: string; ZONA: string; HORA_CORTE: number; holidays: Holidays }[] = [
  {
    iso: 'BR',
    ZONA: 'America/Sao_Paulo',
    HORA_CORTE: 18,
    holidays: {
      fixed: {
        '01-01': 'Confraternización Universal',
        '04-21': 'Tiradentes',
        '05-01': 'Día del Trabajo',
        '09-07': 'Independencia',
        '10-12': 'Nuestra Señora Aparecida',
        '11-02': 'Difuntos',
        '11-15': 'Proclamación de la República',
        '11-20': 'Conciencia Negra',
        '12-25': 'Navidad',
      },
      easter: { [-2]: 'Viernes Santo' },
    },
  },
  {
    iso: 'CL',
    ZONA: 'America/Santiago',
    HORA_CORTE: 17,
    holidays: {
      fixed: {
        '01-01': 'Año Nuevo',
        '05-01': 'Día del Trabajo',
        '05-21': 'Glorias Navales',
        '06-21': 'Pueblos Indígenas',
        '07-16': 'Virgen del Carmen',
        '08-15': 'Asunción de la Virgen',
        '09-18': 'Independencia',
        '09-19': 'Glorias del Ejército',
        '10-31': 'Iglesias Evangélicas y Protestantes',
        '11-01': 'Todos los Santos',
        '12-08': 'Inmaculada Concepción',
        '12-25': 'Navidad',
      },
      easter: { [-2]: 'Viernes Santo', [-1]: 'Sábado Santo' },
      monday: { days: { '06-29': 'San Pedro y San Pablo', '10-12': 'Encuentro de Dos Mundos' }, of: nearest },
    },
  },
  {
    iso: 'CO',
    ZONA: 'America/Bogota',
    HORA_CORTE: 18,
    holidays: {
      fixed: {
        '01-01': 'Año Nuevo',
        '05-01': 'Día del Trabajo',
        '07-20': 'Independencia',
        '08-07': 'Batalla de Boyacá',
        '12-08': 'Inmaculada Concepción',
        '12-25': 'Navidad',
      },
      easter: {
        [-3]: 'Jueves Santo',
        [-2]: 'Viernes Santo',
        43: 'Ascensión del Señor',
        64: 'Corpus Christi',
        71: 'Sagrado Corazón de Jesús',
      },
      monday: {
        days: {
          '01-06': 'Reyes Magos',
          '03-19': 'San José',
          '06-29': 'San Pedro y San Pablo',
          '08-15': 'Asunción de la Virgen',
          '10-12': 'Día de la Diversidad',
          '11-01': 'Todos los Santos',
          '11-11': 'Independencia de Cartagena',
        },
        of: following,
      },
    },
  },
]

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function easter(year: number): DateTime {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const n = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114
  return DateTime.utc(year, Math.floor(n / 31), (n % 31) + 1)
}

/** The national holidays of a year in order; of two on one day the first of the law stands. */
export function holidaysOf(iso: string, year: number): { FECHA: string; NOMBRE: string }[] {
  const { fixed, easter: moving, monday } = COUNTRIES.find((country) => country.iso === iso)!.holidays
  const at = (date: string) => DateTime.fromISO(`${year}-${date}`, { zone: 'utc' })
  const all = [
    ...Object.entries(fixed).map(([date, name]) => [at(date), name] as const),
    ...Object.entries(moving).map(([days, name]) => [easter(year).plus({ days: Number(days) }), name] as const),
    ...Object.entries(monday?.days ?? {}).map(([date, name]) => [monday!.of(at(date)), name] as const),
  ]
  const named = new Map<string, string>()
  for (const [day, name] of all) if (!named.has(day.toISODate()!)) named.set(day.toISODate()!, name)
  return [...named].map(([FECHA, NOMBRE]) => ({ FECHA, NOMBRE })).sort((one, other) => one.FECHA.localeCompare(other.FECHA))
}

const MOTIVO = 'Feriados de ley, cargados con la demostración'
const day = (dia: number, hora: number | null = null) => ({ dia, hora })
/** A business that closes a day earlier than the others. */
const EARLIER: Plan = { ANALISTA: day(3), JEFATURA: day(4, 12), CONTROL: day(5), CIERRE: day(7) }

/** Calendars of the three countries, last year, this one and the next, and a business with deadlines of its own. */
export async function createCalendars({ db, zone }: DemoOptions, administrator: Caller, now: Date): Promise<void> {
  const { year } = DateTime.fromJSDate(now, { zone })
  for (const { iso, holidays: _, ...hours } of COUNTRIES) {
    const country = (await row(db, sql<{ id: number }>`select id from country where iso = ${iso}`))!.id
    const FERIADOS = [year - 1, year, year + 1].flatMap((each) => holidaysOf(iso, each))
    const change = { ...hours, FERIADOS, motivo: MOTIVO }
    const { impacto } = await update(db, administrator, zone, country, { ...change, simular: true })
    await update(db, administrator, zone, country, { ...change, simular: false, huella: impacto.huella })
  }
  const own = (await row(
    db,
    sql<{ id: number }>`select b.id from business b join country c on c.id = b.country_id where c.iso = 'CL' order by b.id limit 1`,
  ))!
  const change = { ID_NEGOCIO: own.id, PLAZOS: EARLIER, motivo: MOTIVO }
  const { impacto } = await set(db, administrator, zone, { ...change, simular: true })
  await set(db, administrator, zone, { ...change, simular: false, huella: impacto.huella })
}
