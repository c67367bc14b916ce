import type { Plan } from '@cuadre/api/calendar'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { set, update } from '../../ledger/calendar/calendar.service.ts'
import { row } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { DemoOptions } from './people.ts'

/** Holidays on the same day of every year. */
const COUNTRIES = [
  {
    iso: 'CL',
    ZONA: 'America/Santiago',
    HORA_CORTE: 17,
    days: {
      '01-01': 'Año Nuevo',
      '05-01': 'Día del Trabajo',
      '05-21': 'Glorias Navales',
      '09-18': 'Independencia',
      '09-19': 'Glorias del Ejército',
      '12-25': 'Navidad',
    },
  },
  {
    iso: 'CO',
    ZONA: 'America/Bogota',
    HORA_CORTE: 18,
    days: { '01-01': 'Año Nuevo', '05-01': 'Día del Trabajo', '07-20': 'Independencia', '08-07': 'Batalla de Boyacá', '12-25': 'Navidad' },
  },
]
const MOTIVO = 'Feriados de ley, cargados con la demostración'
const day = (dia: number, hora: number | null = null) => ({ dia, hora })
/** A business that closes a day earlier than the others. */
const EARLIER: Plan = { ANALISTA: day(3), JEFATURA: day(4, 12), CONTROL: day(5), CIERRE: day(7) }

/** Calendars of two countries, last year, this one and the next, and a business with deadlines of its own. */
export async function createCalendars({ db, zone }: DemoOptions, administrator: Caller, now: Date): Promise<void> {
  const { year } = DateTime.fromJSDate(now, { zone })
  for (const { iso, days, ...hours } of COUNTRIES) {
    const country = (await row(db, sql<{ id: number }>`select id from country where iso = ${iso}`))!.id
    const FERIADOS = [year - 1, year, year + 1].flatMap((each) =>
      Object.entries(days).map(([date, NOMBRE]) => ({ FECHA: `${each}-${date}`, NOMBRE })),
    )
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
