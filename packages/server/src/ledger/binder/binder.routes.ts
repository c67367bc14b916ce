import type { binderApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { checkManifest } from './binder.check.ts'
import { publicKey } from './binder.key.ts'
import { binder, check } from './binder.service.ts'

export const binderRoutes = (deps: AppOptions): Handlers<typeof binderApi> => ({
  evidenceBinder: ({ caller, query }) => binder(deps, caller, query),
  checkBinder: ({ params }) => check(deps, params.huella),
  binderKey: () => publicKey(deps.db),
  checkBinderManifest: ({ caller, body }) => checkManifest(deps.db, caller, body),
})
