import type { notificationApi } from '@cuadre/api'
import type { AppOptions } from '../app.ts'
import type { Handlers } from '../http/implement.ts'
import * as notifications from './notification.service.ts'

export const notificationRoutes = ({ db, zone }: AppOptions): Handlers<typeof notificationApi> => ({
  listNotifications: ({ caller, query }) => notifications.list(db, caller, query, zone),
  markNotifications: ({ caller, body }) => notifications.mark(db, caller, body.ids),
})
