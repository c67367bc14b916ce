import { z } from 'zod'
import { CHART_CLASSES } from './chart.ts'
import { endpoint, file } from './endpoint.ts'
import { Id, Person } from './shapes.ts'

/** Levels of the organisation, each below the one before; a department may also lie directly below its business. */
export const ORGANISATION_LEVELS = ['pais', 'negocio', 'subgerencia', 'departamento'] as const

export const OrganisationNode = z
  .object({
    NIVEL: z.enum(ORGANISATION_LEVELS),
    /** Of its level: `COD_DEPARTAMENTO` of a department. */
    ID: z.int(),
    NOMBRE: z.string(),
    CODIGO: z.string().nullable(),
    /** Level and id of the one above, `negocio/3`; null for a country. */
    PADRE: z.string().nullable(),
    /** In charge of the country, deputy manager, or head of the department. */
    RESPONSABLE: Person.nullable(),
    /** Active accounts of a department. Those above it have the sum of what lies below, and a business its accounts without department too. */
    CUENTAS: z.int(),
    ACTIVO: z.boolean(),
  })
  .meta({ id: 'OrganisationNode' })
export type OrganisationNode = z.output<typeof OrganisationNode>

export const organisationTree = endpoint('GET', '/organisation', {
  summary: 'Countries, businesses, sub-managements and departments in scope, each with the one above; siblings by name',
  allow: 'admin.organisation.read',
  response: z.array(OrganisationNode),
})

export const MAX_IMPORTED_UNITS = 10_000
/**
 * What a column of the file can say. A row names a place from its country down, and who is in charge of the last of it: ENCARGADO of a country or a
 * sub-management, JEFE of a department. Or it has one name, UNIDAD, of a department where CODIGO_DEPARTAMENTO says something, else of the business
 * with this CODIGO. MONEDA is of the business, or of a country that is new or alone in its row.
 */
export const ORGANISATION_COLUMNS = [
  'PAIS',
  'CODIGO_ISO',
  'MONEDA',
  'NEGOCIO',
  'CODIGO',
  'SUB_GERENCIA',
  'ENCARGADO',
  'DEPARTAMENTO',
  'JEFE',
  'UNIDAD',
  'CODIGO_DEPARTAMENTO',
] as const
const OrganisationColumn = z.enum(ORGANISATION_COLUMNS)
export type OrganisationColumn = z.output<typeof OrganisationColumn>

export const OrganisationEffect = z
  .object({
    NIVEL: z.enum(ORGANISATION_LEVELS),
    NOMBRE: z.string(),
    CLASE: z.enum(['nueva', 'distinta']),
    CAMBIOS: z.array(z.object({ CAMPO: OrganisationColumn, ANTES: z.string().nullable(), DESPUES: z.string().nullable() })),
  })
  .meta({ id: 'OrganisationEffect' })
export type OrganisationEffect = z.output<typeof OrganisationEffect>
export const OrganisationImportRow = z
  .object({
    /** Its number in the file, from 1. */
    FILA: z.int(),
    /** What it names, from the top down: 'Brasil › SAFRA › Tesorería'. */
    RUTA: z.string(),
    CLASE: z.enum(CHART_CLASSES),
    /** Why it is refused. */
    MOTIVO: z.string().nullable(),
    EFECTOS: z.array(OrganisationEffect),
  })
  .meta({ id: 'OrganisationImportRow' })
export type OrganisationImportRow = z.output<typeof OrganisationImportRow>
export const OrganisationImport = z
  .object({
    simulado: z.boolean(),
    /** Of exactly this: the import sends it back. */
    huella: z.string(),
    /** The columns of the file, and what each is taken for. */
    columnas: z.array(z.object({ TITULO: z.string(), EJEMPLOS: z.array(z.string()), CAMPO: OrganisationColumn.nullable() })),
    /** The first row below the headings; null where no columns are recognised, and then there are no rows either. */
    primera: z.int().nullable(),
    /** Of rows. */
    total: z.object({ nueva: z.int(), distinta: z.int(), igual: z.int(), rechazada: z.int() }),
    /** Of what is created. */
    crea: z.object({ pais: z.int(), negocio: z.int(), subgerencia: z.int(), departamento: z.int() }),
    data: z.array(OrganisationImportRow),
  })
  .meta({ id: 'OrganisationImport' })
export type OrganisationImport = z.output<typeof OrganisationImport>
/**
 * What is new is created, what differs is changed, an empty cell changes nothing, nothing is removed or deactivated; refused rows are left out. Each
 * by the rules and permissions of a single change. All or nothing: 409 with the preview of now where it is no longer the one that was looked at.
 */
export const importOrganisation = endpoint('POST', '/organisation/import', {
  summary: 'Take over countries, businesses, sub-managements and departments from a file: look at it first, then make exactly that',
  allow: 'admin.organisation.write',
  multipart: true,
  body: z.object({
    file: file(),
    /** Of rows that name no country. */
    ID_PAIS: Id.optional(),
    /** JSON of `{ COLUMN: place from 0 }`, where the headings are not to decide. */
    columnas: z.string().max(2_000).optional(),
    /** With `columnas`: the first row below the headings. */
    primera: z.coerce.number().int().min(1).max(1_000).default(2),
    simular: z.stringbool().default(false),
    huella: z.string().max(100).optional(),
  }),
  response: OrganisationImport,
})
