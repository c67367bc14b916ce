import type { searchApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { search } from './search.service.ts'

export const searchRoutes = ({ db }: AppOptions): Handlers<typeof searchApi> => ({
  searchAll: ({ caller, query }) => search(db, caller, query.texto),
})
