import type { organisationApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { tree } from './tree.service.ts'

export const organisationRoutes = ({ db }: AppOptions): Handlers<typeof organisationApi> => ({
  organisationTree: ({ caller }) => tree(db, caller),
})
