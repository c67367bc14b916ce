import type { calendarApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as calendars from './calendar.service.ts'

export const calendarRoutes = ({ db, zone }: AppOptions): Handlers<typeof calendarApi> => ({
  listCalendars: ({ caller, query }) => calendars.list(db, caller, query),
  getCalendar: ({ caller, params }) => calendars.get(db, caller, params.id),
  updateCalendar: ({ caller, params, body }) => calendars.update(db, caller, zone, params.id, body),
  listDeadlines: ({ caller }) => calendars.deadlines(db, caller),
  setDeadlines: ({ caller, body }) => calendars.set(db, caller, zone, body),
  datesOfPeriod: ({ caller, query }) => calendars.dates(db, caller, zone, query),
})
