import type { alertApi } from '@cuadre/api'
import { DateTime } from 'luxon'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as absences from './absence.service.ts'
import { listLog } from './alert.log.service.ts'
import * as look from './alert.look.ts'
import * as alerts from './alert.service.ts'

export const alertRoutes = ({ db, zone, now = () => new Date() }: AppOptions): Handlers<typeof alertApi> => {
  const today = () => DateTime.fromJSDate(now(), { zone }).toISODate()!
  return {
    listAlerts: ({ caller, query }) => alerts.list(db, caller, query),
    listAlertTypes: async ({ locale }) => alerts.types(locale),
    getAlert: ({ caller, params }) => alerts.get(db, caller, params.id),
    createAlert: ({ caller, body }) => alerts.create(db, caller, body),
    updateAlert: ({ caller, params, body }) => alerts.update(db, caller, params.id, body),
    deleteAlert: ({ caller, params }) => alerts.remove(db, caller, params.id),
    previewAlert: ({ caller, body }) => alerts.preview(db, caller, body, { zone, now: now() }),
    alertTimeline: ({ caller, body }) => look.timeline(db, caller, body, { zone, now: now() }),
    alertNoise: ({ caller, params }) => look.noise(db, caller, params.id, { zone, now: now() }),
    testAlert: ({ caller, body }) => look.test(db, caller, body, { zone, now: now() }),
    muteAlerts: ({ caller, body }) => look.mute(db, caller, body),
    listMutes: ({ caller }) => look.mutes(db, caller),
    listAbsences: () => absences.list(db, today()),
    createAbsence: ({ caller, body }) => absences.create(db, caller, body, today()),
    deleteAbsence: ({ params }) => absences.remove(db, params.id),
    listAlertLog: ({ caller, params, query }) => listLog(db, caller, params.id, query, zone),
  }
}
