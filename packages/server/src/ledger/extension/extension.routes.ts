import type { extensionApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as extensions from './extension.service.ts'

export const extensionRoutes = ({ db }: AppOptions): Handlers<typeof extensionApi> => ({
  listExtensions: ({ caller, query }) => extensions.list(db, caller, query),
  askExtension: ({ caller, body }) => extensions.ask(db, caller, body),
  decideExtensions: ({ caller, body }) => extensions.decide(db, caller, body),
})
