import type { alertApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as alerts from './alert.service.ts'

export const alertRoutes = ({ db, zone, now = () => new Date() }: AppOptions): Handlers<typeof alertApi> => ({
  listAlerts: ({ caller, query }) => alerts.list(db, caller, query),
  listAlertTypes: async ({ locale }) => alerts.types(locale),
  getAlert: ({ caller, params }) => alerts.get(db, caller, params.id),
  createAlert: ({ caller, body }) => alerts.create(db, caller, body),
  updateAlert: ({ caller, params, body }) => alerts.update(db, caller, params.id, body),
  deleteAlert: ({ caller, params }) => alerts.remove(db, caller, params.id),
  previewAlert: ({ caller, body }) => alerts.preview(db, caller, body, { zone, now: now() }),
  listAlertLog: ({ caller, params, query }) => alerts.listLog(db, caller, params.id, query),
})
