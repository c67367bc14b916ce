import { z } from 'zod'
import { binary, endpoint, file } from './endpoint.ts'
import { activity, ById, Currency, changesOf, format, Id, ImageVersion, NameText, pageOf, paging, Revision } from './shapes.ts'

export const Business = z
  .object({
    ID_NEGOCIO: z.int(),
    NEGOCIO: z.string(),
    CODIGO: z.string().nullable(),
    ID_PAIS: z.int(),
    PAIS: z.string(),
    MONEDA: z.string(),
    DEPARTAMENTOS: z.int(),
    /** Path of its image within the API, new with every image; null without one. */
    RUTA_IMAGEN: z.string().nullable(),
    ACTIVO: z.boolean(),
    REVISION: Revision,
  })
  .meta({ id: 'Business' })
export type Business = z.output<typeof Business>

const Write = z.object({
  NEGOCIO: NameText.min(2).max(120),
  CODIGO: NameText.min(1).max(40).nullable().default(null),
  ID_PAIS: Id,
  /** Left out: the country's. */
  MONEDA: Currency.optional(),
})

export const listBusinesses = endpoint('GET', '/business', {
  summary: 'Businesses in scope',
  allow: 'signed-in',
  query: z.object({
    ...paging(193, { sort: ['NEGOCIO', 'CODIGO', 'PAIS', 'MONEDA', 'ACTIVO'], most: 999 }),
    countryId: Id.optional(),
    activo: activity,
    format,
  }),
  exportable: true,
  response: pageOf(Business),
})
export const getBusiness = endpoint('GET', '/business/:id', {
  summary: 'One business',
  allow: 'signed-in',
  params: ById,
  response: Business,
})
export const createBusiness = endpoint('POST', '/business', {
  summary: 'Create a business',
  allow: 'admin.business.write',
  body: Write,
  response: Business,
})
/**
 * Another country or currency only while nothing hangs on it (422). Deactivating: 409 `business_in_use` with what hangs on it, which
 * CONFIRMAR accepts, and `business_open_work` while it has analyses to finish, which nothing does.
 */
export const updateBusiness = endpoint('PATCH', '/business/:id', {
  summary: 'Change a business',
  allow: 'admin.business.write',
  params: ById,
  body: changesOf(Write.extend({ ACTIVO: z.boolean(), CONFIRMAR: z.boolean(), REVISION: Revision })),
  response: Business,
})
export const getBusinessImage = endpoint('GET', '/business/image/:id', {
  summary: 'The image of a business; 304 when the browser has it',
  allow: 'signed-in',
  params: ById,
  query: ImageVersion,
  response: binary(),
  bytes: true,
})
/** PNG, JPEG or WebP of at most 5 MB, by its content. */
export const uploadBusinessImage = endpoint('POST', '/business/image/:id', {
  summary: 'Give a business its image',
  allow: 'admin.business.write',
  params: ById,
  body: z.object({ file: file() }),
  multipart: true,
  response: Business,
})
