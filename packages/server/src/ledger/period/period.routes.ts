import type { periodApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { sendMail } from './period.mail.ts'
import { regenerate } from './period.regenerate.ts'
import * as periods from './period.service.ts'

export const periodRoutes = ({ db, zone, now = () => new Date() }: AppOptions): Handlers<typeof periodApi> => ({
  listPeriods: ({ caller, query }) => periods.list(db, caller, query),
  getPeriod: ({ caller, params }) => periods.get(db, caller, params.id),
  listPeriodStatuses: async () => periods.statuses,
  listMonthsAndYears: ({ caller }) => periods.monthsAndYears(db, caller),
  openPeriod: ({ caller, body }) => periods.open(db, caller, body, { zone, now: now() }),
  simulatePeriod: ({ params, body }) => periods.simulate(db, params.id, body),
  periodDeadlines: ({ caller, params }) => periods.deadlinesOf(db, caller, params.id),
  updatePeriod: ({ caller, params, body }) => periods.update(db, caller, params.id, body),
  sendPeriodMail: ({ caller, params, body }) => sendMail(db, caller, zone, params.id, body),
  regeneratePeriod: ({ caller, params }) => regenerate(db, caller, params.id),
})
