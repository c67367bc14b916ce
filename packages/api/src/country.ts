import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Currency, changesOf, Flag, format, Id, NameText, pageOf, paging, Revision } from './shapes.ts'

export const Country = z
  .object({ ID_PAIS: z.int(), PAIS: z.string(), RUTA_IMAGEN: z.string().nullable(), MONEDA: z.string() })
  .meta({ id: 'Country' })

export const listCountries = endpoint('GET', '/country', {
  summary: 'Active countries, for select lists',
  allow: 'signed-in',
  query: z.object(paging(193, { most: 999 })),
  response: pageOf(Country),
})

/** A country as the administration keeps it: with the person in charge. */
export const CountryManager = z
  .object({
    ID_PAIS: z.int(),
    PAIS: z.string(),
    CODIGO_ISO: z.string(),
    MONEDA: z.string(),
    ID_USUARIO_ENCARGADO: z.int().nullable(),
    ENCARGADO: z.string().nullable(),
    NEGOCIOS: z.int(),
    /** Where its flag or emblem lies, as `/paises/br.png` or `https://…`; null without one. */
    RUTA_IMAGEN: z.string().nullable(),
    ACTIVO: z.boolean(),
    REVISION: Revision,
  })
  .meta({ id: 'CountryManager' })
export type CountryManager = z.output<typeof CountryManager>

const Write = z.object({
  PAIS: NameText.min(2).max(80),
  CODIGO_ISO: z
    .string()
    .trim()
    .regex(/^[A-Z]{2}$/),
  MONEDA: Currency,
  ID_USUARIO_ENCARGADO: Id.nullable().default(null),
  /** A path of this site, or an https address. */
  RUTA_IMAGEN: z
    .string()
    .trim()
    .max(300)
    .regex(/^(https:\/\/[^\s"'<>\\]+|\/[\w.-][\w./-]*)$/)
    .meta({ examples: ['/paises/br.png'] })
    .nullable()
    .default(null),
  ACTIVO: z.boolean().default(true),
})

export const listCountryManagers = endpoint('GET', '/country-manager', {
  summary: 'Countries and who is in charge of them',
  allow: 'admin.country.read',
  query: z.object({
    ...paging(100, { sort: ['PAIS', 'CODIGO_ISO', 'MONEDA', 'ENCARGADO', 'NEGOCIOS', 'ACTIVO'] }),
    activo: Flag.optional(),
    managerId: Id.optional(),
    format,
  }),
  exportable: true,
  response: pageOf(CountryManager),
})
export const getCountryManager = endpoint('GET', '/country-manager/:id', {
  summary: 'One country',
  allow: 'admin.country.read',
  params: ById,
  response: CountryManager,
})
export const createCountryManager = endpoint('POST', '/country-manager', {
  summary: 'Create a country',
  allow: 'admin.country.write',
  body: Write,
  response: CountryManager,
})
/** 409 `row_moved` when REVISION is no longer the row's, `country_in_use` when it is deactivated with active businesses. */
export const updateCountryManager = endpoint('PATCH', '/country-manager/:id', {
  summary: 'Change a country',
  allow: 'admin.country.write',
  params: ById,
  body: changesOf(Write.extend({ REVISION: Revision })),
  response: CountryManager,
})
