import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { activity, ById, changesOf, format, Id, NameText, Person, pageOf, paging, Revision } from './shapes.ts'

/** A sub-management with its deputy manager. */
export const SubManagement = z
  .object({
    COD_SUB_GERENCIA: z.int(),
    NOMBRE_SUB_GERENCIA: z.string(),
    ID_PAIS: z.int(),
    PAIS: z.string(),
    ID_NEGOCIO: z.int(),
    NEGOCIO: z.string(),
    ID_USUARIO_ENCARGADO: z.int().nullable(),
    ENCARGADO: Person.nullable(),
    DEPARTAMENTOS: z.int(),
    ACTIVO: z.boolean(),
    REVISION: Revision,
  })
  .meta({ id: 'SubManagement' })
export type SubManagement = z.output<typeof SubManagement>

const Write = z.object({
  NOMBRE_SUB_GERENCIA: NameText.min(2).max(120),
  ID_NEGOCIO: Id,
  /** An active user. */
  ID_USUARIO_ENCARGADO: Id.nullable().default(null),
})

export const listSubManagements = endpoint('GET', '/sub-management', {
  summary: 'Sub-managements in scope',
  allow: 'admin.organisation.read',
  query: z.object({
    ...paging(100, { sort: ['NOMBRE_SUB_GERENCIA', 'PAIS', 'NEGOCIO', 'ENCARGADO', 'ACTIVO'], most: 999 }),
    countryId: Id.optional(),
    businessId: Id.optional(),
    managerId: Id.optional(),
    activo: activity,
    format,
  }),
  exportable: true,
  response: pageOf(SubManagement),
})
export const getSubManagement = endpoint('GET', '/sub-management/:id', {
  summary: 'One sub-management',
  allow: 'admin.organisation.read',
  params: ById,
  response: SubManagement,
})
export const createSubManagement = endpoint('POST', '/sub-management', {
  summary: 'Create a sub-management',
  allow: 'admin.organisation.write',
  body: Write,
  response: SubManagement,
})
/** Its business does not change. 409 `sub_management_in_use` when it is deactivated with active departments. */
export const updateSubManagement = endpoint('PATCH', '/sub-management/:id', {
  summary: 'Change a sub-management',
  allow: 'admin.organisation.write',
  params: ById,
  body: changesOf(Write.omit({ ID_NEGOCIO: true }).extend({ ACTIVO: z.boolean(), REVISION: Revision })).strict(),
  response: SubManagement,
})
