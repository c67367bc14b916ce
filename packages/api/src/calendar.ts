import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, Moment, NameText, PeriodName, pageOf, paging } from './shapes.ts'

/** Working days and deadlines (rules §2.2). Days of the week are those of ISO: Monday is 1. */
const Weekdays = z.array(z.int().min(1).max(7)).min(1).max(7)
const Hour = z.int().min(0).max(23)

export const Calendar = z
  .object({
    ID_PAIS: z.int(),
    PAIS: z.string(),
    LABORABLES: Weekdays,
    /** Until when a day counts, where a deadline names no hour. */
    HORA_CORTE: Hour,
    /** IANA; null: that of the server. */
    ZONA: z.string().nullable(),
    FERIADOS: z.array(z.object({ FECHA: z.iso.date(), NOMBRE: z.string() })),
    POR: z.string().nullable(),
    FECHA: Moment.nullable(),
  })
  .meta({ id: 'Calendar' })
export type Calendar = z.output<typeof Calendar>

const Deadline = z.object({ dia: z.int().min(1).max(25), hora: Hour.nullable().default(null) })
const Plan = z.object({ ANALISTA: Deadline, JEFATURA: Deadline, CONTROL: Deadline, CIERRE: Deadline })
export type Plan = z.output<typeof Plan>
export const DeadlinePlan = z
  .object({
    /** null: of everybody who has none of their own. */
    ID_NEGOCIO: z.int().nullable(),
    NEGOCIO: z.string().nullable(),
    PLAZOS: Plan,
  })
  .meta({ id: 'DeadlinePlan' })
export type DeadlinePlan = z.output<typeof DeadlinePlan>

const Dates = z.object({ VENCE_ANALISTA: Moment, VENCE_JEFATURA: Moment, VENCE_CONTROL: Moment, VENCE_CIERRE: Moment })
export const CalendarImpact = z
  .object({
    /** Open analyses of which a deadline moves. */
    cambian: z.int(),
    periodos: z.array(z.object({ PERIODO: PeriodName, cambian: z.int(), antes: Dates, despues: Dates })),
    /** The dates that the next twelve months have, and would have. */
    proximos: z.array(z.object({ PERIODO: PeriodName, antes: Dates, despues: Dates })),
    huella: z.string(),
  })
  .meta({ id: 'CalendarImpact' })
export type CalendarImpact = z.output<typeof CalendarImpact>

const Confirmed = z.object({
  motivo: z.string().trim().min(10).max(500),
  simular: z.boolean().default(false),
  /** Of the impact that was looked at. */
  huella: z.string().max(100).optional(),
})

export const listCalendars = endpoint('GET', '/calendar', {
  summary: 'Calendars, one for each country in scope',
  allow: 'parameters.calendar.read',
  query: z.object(paging(193, { sort: ['PAIS'] })),
  response: pageOf(Calendar),
})
export const getCalendar = endpoint('GET', '/calendar/:id', {
  summary: 'The calendar of a country',
  allow: 'parameters.calendar.read',
  params: ById,
  response: Calendar,
})
/** Look with `simular`, then send its `huella`; 409 when the impact has moved, or the calendar since `FECHA`. What is left out stays. */
export const updateCalendar = endpoint('PATCH', '/calendar/:id', {
  summary: 'Change a calendar, and with it the deadlines of what is open',
  allow: 'parameters.calendar.write',
  params: ById,
  body: Confirmed.extend({
    /** When it was last saved, as the caller knows it. */
    FECHA: Moment.nullable().optional(),
    LABORABLES: Weekdays.optional(),
    HORA_CORTE: Hour.optional(),
    ZONA: z
      .string()
      .max(60)
      .nullable()
      .optional()
      .meta({ examples: ['America/Bogota'] }),
    FERIADOS: z
      .array(z.object({ FECHA: z.iso.date(), NOMBRE: NameText.min(2).max(80) }))
      .max(400)
      .optional(),
  }),
  response: z.object({ calendario: Calendar, impacto: CalendarImpact }),
})

export const listDeadlines = endpoint('GET', '/calendar/deadline', {
  summary: 'Deadlines as working days: everybody’s first, then those of businesses that have their own',
  allow: 'parameters.calendar.read',
  response: z.array(DeadlinePlan),
})
/**
 * 422 unless analyst ≤ head ≤ control ≤ close. `PLAZOS: null` takes a business back to everybody's. 409 `setting_moved`, with the `PLAZOS` of now
 * (null: none of its own), where they are no longer those in `visto`.
 */
export const setDeadlines = endpoint('PATCH', '/calendar/deadline', {
  summary: 'Set deadlines for everybody or for a business, and with it those of what is open',
  allow: 'parameters.calendar.write',
  body: Confirmed.extend({ ID_NEGOCIO: Id.nullable(), PLAZOS: Plan.nullable(), visto: Plan.nullable().optional() }),
  response: z.object({ plazos: DeadlinePlan, impacto: CalendarImpact }),
})
/** Of a business, else by the calendar of a country, else in general. */
export const datesOfPeriod = endpoint('GET', '/calendar/dates', {
  summary: 'The deadlines that a month would have',
  allow: 'admin.period.read',
  query: z.object({ PERIODO: PeriodName, businessId: Id.optional(), countryId: Id.optional() }),
  response: Dates,
})
