import type { configApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as config from './config.service.ts'

export const configRoutes = ({ db, credentials, now = () => new Date() }: AppOptions): Handlers<typeof configApi> => ({
  listConfigTypes: async ({ locale }) => config.types(locale),
  listConfig: ({ query, locale }) => config.list(db, query, locale),
  getConfig: ({ params, locale }) => config.get(db, params.id, locale),
  listConfigChanges: ({ query }) => config.changes(db, query),
  configInForce: ({ query, locale }) => config.holding({ db, credentials }, query.tipoId, locale),
  simulateConfig: ({ body }) => config.simulate({ db, credentials, now: now() }, body),
  setConfigs: ({ caller, body }) => config.setAll({ db, credentials }, caller, body),
  setConfig: ({ caller, body }) => config.set({ db, credentials }, caller, body),
  updateConfig: ({ caller, params, body }) => config.update({ db, credentials }, caller, params.id, body),
})
