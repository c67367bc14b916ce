import type { serviceApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as services from './service.service.ts'

export const serviceRoutes = (options: AppOptions): Handlers<typeof serviceApi> => ({
  listServices: ({ caller, query }) => services.list(options.db, caller, query),
  getService: ({ params }) => services.get(options.db, params.id),
  createService: ({ caller, body }) => services.create(options, caller, body),
  updateService: ({ caller, params, body }) => services.update(options, caller, params.id, body),
  renewServiceSecret: ({ caller, params }) => services.renewSecret(options, caller, params.id),
})
