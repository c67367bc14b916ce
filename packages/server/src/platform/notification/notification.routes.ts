import type { notificationApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../http/implement.ts'
import { events } from './live.ts'
import * as notifications from './notification.service.ts'

export const notificationRoutes = ({ db, live, zone }: AppOptions): Handlers<typeof notificationApi> => ({
  listNotifications: ({ caller, query }) => notifications.list(db, caller, query, zone),
  markNotifications: ({ caller, body }) => notifications.mark(db, live, caller, body),
  streamNotifications: ({ caller, signal, lastEventId }) => events({ db, live, zone }, caller, { signal, lastEventId }),
  listPreferences: ({ caller }) => notifications.preferences(db, caller),
  setPreferences: ({ caller, body }) => notifications.setPreference(db, caller, body),
})
