import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Person } from './shapes.ts'

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
