import type { countryApi } from '@cuadre/api'
import type { AppOptions } from '../app.ts'
import type { Handlers } from '../http/implement.ts'
import * as countries from './country.service.ts'

export const countryRoutes = ({ db }: AppOptions): Handlers<typeof countryApi> => ({
  listCountries: ({ query }) => countries.options(db, query),
  listCountryManagers: ({ query }) => countries.list(db, query),
  getCountryManager: ({ params }) => countries.get(db, params.id),
  createCountryManager: ({ body }) => countries.create(db, body),
  updateCountryManager: ({ params, body }) => countries.update(db, params.id, body),
})
