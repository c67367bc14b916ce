import type { suggestionApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { suggestions } from './suggestion.service.ts'

export const suggestionRoutes = (deps: AppOptions): Handlers<typeof suggestionApi> => ({
  transferSuggestions: ({ caller, query }) => suggestions(deps, caller, query),
})
