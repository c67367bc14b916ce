import type { countryApi } from '@cuadre/api'
import type { CountryManager } from '@cuadre/api/country'
import type { AppOptions } from '../../options.ts'
import { type ExportColumn, listOrExport, yesNo } from '../../platform/http/export.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as countries from './country.service.ts'

const COLUMNS: ExportColumn<CountryManager>[] = [
  { es: 'País', en: 'Country', type: 'text', of: (c) => c.PAIS },
  { es: 'Código ISO', en: 'ISO code', type: 'code', of: (c) => c.CODIGO_ISO },
  { es: 'Moneda', en: 'Currency', type: 'code', of: (c) => c.MONEDA },
  { es: 'Encargado', en: 'In charge', type: 'text', of: (c) => c.ENCARGADO },
  { es: 'Negocios', en: 'Businesses', type: 'integer', of: (c) => c.NEGOCIOS },
  { es: 'Activo', en: 'Active', type: 'text', of: (c, locale) => yesNo(c.ACTIVO, locale) },
]

export const countryRoutes = ({ db }: AppOptions): Handlers<typeof countryApi> => ({
  listCountries: ({ query }) => countries.options(db, query),
  listCountryManagers: ({ query, locale }) =>
    listOrExport(locale, query, { es: 'Países', en: 'Countries' }, COLUMNS, (query) => countries.list(db, query)),
  getCountryManager: ({ params }) => countries.get(db, params.id),
  createCountryManager: ({ caller, body }) => countries.create(db, caller, body),
  updateCountryManager: ({ caller, params, body }) => countries.update(db, caller, params.id, body),
})
