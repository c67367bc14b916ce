import type { auditorApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as auditors from './auditor.service.ts'

/** @param more what the zones above know of: the words of filters */
export const auditorRoutes = (options: AppOptions, more: { filtersSaid: auditors.FiltersSaid }): Handlers<typeof auditorApi> => ({
  listAuditors: ({ caller, query }) => auditors.list(options, caller, query),
  getAuditor: ({ caller, params }) => auditors.get(options, caller, params.id),
  createAuditor: ({ caller, body }) => auditors.create(options, caller, body),
  updateAuditor: ({ caller, params, body }) => auditors.update(options, caller, params.id, body),
  auditorAccesses: ({ caller, params, query }) => auditors.accesses({ ...options, ...more }, caller, params.id, query),
})
