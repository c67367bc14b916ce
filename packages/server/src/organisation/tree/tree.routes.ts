import type { organisationApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { importUnits } from './import.service.ts'
import { tree } from './tree.service.ts'

export const organisationRoutes = ({ db }: AppOptions): Handlers<typeof organisationApi> => ({
  organisationTree: ({ caller }) => tree(db, caller),
  importOrganisation: ({ caller, body }) => importUnits(db, caller, body),
})
