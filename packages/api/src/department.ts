import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { activity, ById, changesOf, format, Id, NameText, Person, pageOf, paging, Revision } from './shapes.ts'

export const Department = z
  .object({
    COD_DEPARTAMENTO: z.int(),
    DEPARTAMENTO: z.string(),
    ID_PAIS: z.int(),
    ID_NEGOCIO: z.int(),
    ID_USUARIO_JEFE: z.int().nullable(),
    JEFE: z.string().nullable(),
    /** Whether the head can decide: false where they are not active any more, or without the role; null without a head. */
    JEFE_ACTIVO: z.boolean().nullable(),
    COD_SUB_GERENCIA: z.int().nullable(),
    PAIS: z.object({ ID_PAIS: z.int(), PAIS: z.string(), RUTA_IMAGEN: z.string().nullable() }),
    NEGOCIO: z.object({ ID_NEGOCIO: z.int(), NEGOCIO: z.string() }),
    SUB_GERENCIA: z.object({ COD_SUB_GERENCIA: z.int(), NOMBRE_SUB_GERENCIA: z.string() }).nullable(),
    USUARIO_JEFE: Person.nullable(),
    CUENTAS: z.int(),
    ACTIVO: z.boolean(),
    REVISION: Revision,
  })
  .meta({ id: 'Department' })
export type Department = z.output<typeof Department>

const Write = z.object({
  DEPARTAMENTO: NameText.min(2).max(120),
  ID_NEGOCIO: Id,
  COD_SUB_GERENCIA: Id.nullable().default(null),
  /** An active user with the role JEFATURA AREA. */
  ID_USUARIO_JEFE: Id.nullable().default(null),
})

export const listDepartments = endpoint('GET', '/department', {
  summary: 'Departments in scope',
  allow: 'admin.organisation.read',
  query: z.object({
    ...paging(10, { sort: ['DEPARTAMENTO', 'JEFE', 'PAIS', 'NEGOCIO', 'SUB_GERENCIA', 'ACTIVO'], most: 999 }),
    countryId: Id.optional(),
    businessId: Id.optional(),
    subManagementId: Id.optional(),
    chiefId: Id.optional(),
    activo: activity,
    format,
  }),
  exportable: true,
  response: pageOf(Department),
})
export const getDepartment = endpoint('GET', '/department/:id', {
  summary: 'One department',
  allow: 'admin.organisation.read',
  params: ById,
  response: Department,
})
export const createDepartment = endpoint('POST', '/department', {
  summary: 'Create a department',
  allow: 'admin.organisation.write',
  body: Write,
  response: Department,
})
/**
 * Its business does not change. A new head sees and decides the department's open analyses at once; what is decided keeps its signer.
 * 409 `department_open_work` when it is left without a head while analyses wait to be finished, `department_in_use` when it is deactivated
 * with active accounts or such analyses: both with their numbers.
 */
export const updateDepartment = endpoint('PATCH', '/department/:id', {
  summary: 'Change a department',
  allow: 'admin.organisation.write',
  params: ById,
  body: changesOf(Write.omit({ ID_NEGOCIO: true }).extend({ ACTIVO: z.boolean(), REVISION: Revision })).strict(),
  response: Department,
})
