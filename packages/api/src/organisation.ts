import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, pageOf, paging } from './shapes.ts'

/** Businesses, sub-managements, departments and headings: lists to choose from, and what the load needs to create. */

export const Business = z
  .object({
    ID_NEGOCIO: z.int(),
    NEGOCIO: z.string(),
    CODIGO: z.string().nullable(),
    ID_PAIS: z.int(),
    PAIS: z.string(),
    MONEDA: z.string(),
  })
  .meta({ id: 'Business' })
export type Business = z.output<typeof Business>

export const listBusinesses = endpoint('GET', '/business', {
  summary: 'Businesses in scope',
  allow: 'signed-in',
  query: z.object({ ...paging(193, 999), countryId: Id.optional() }),
  response: pageOf(Business),
})
export const createBusiness = endpoint('POST', '/business', {
  summary: 'Create a business',
  allow: 'admin.business.write',
  body: z.object({
    NEGOCIO: z.string().trim().min(2).max(120),
    CODIGO: z.string().trim().max(40).nullable().default(null),
    ID_PAIS: Id,
    MONEDA: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
  }),
  response: Business,
})

export const SubManagement = z
  .object({ COD_SUB_GERENCIA: z.int(), NOMBRE_SUB_GERENCIA: z.string(), ID_NEGOCIO: z.int(), NEGOCIO: z.string() })
  .meta({ id: 'SubManagement' })
export const listSubManagements = endpoint('GET', '/sub-management', {
  summary: 'Sub-managements in scope',
  allow: 'admin.organisation.read',
  query: z.object({ ...paging(100, 999), businessId: Id.optional() }),
  response: pageOf(SubManagement),
})

export const Department = z
  .object({
    COD_DEPARTAMENTO: z.int(),
    DEPARTAMENTO: z.string(),
    ID_PAIS: z.int(),
    ID_NEGOCIO: z.int(),
    ID_USUARIO_JEFE: z.int().nullable(),
    JEFE: z.string().nullable(),
    COD_SUB_GERENCIA: z.int().nullable(),
    PAIS: z.object({ ID_PAIS: z.int(), PAIS: z.string(), RUTA_IMAGEN: z.string().nullable() }),
    NEGOCIO: z.object({ ID_NEGOCIO: z.int(), NEGOCIO: z.string() }),
    SUB_GERENCIA: z.object({ COD_SUB_GERENCIA: z.int(), NOMBRE_SUB_GERENCIA: z.string() }).nullable(),
  })
  .meta({ id: 'Department' })
export type Department = z.output<typeof Department>

export const listDepartments = endpoint('GET', '/department', {
  summary: 'Departments in scope',
  allow: 'admin.organisation.read',
  query: z.object({ ...paging(10, 999), businessId: Id.optional() }),
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
  body: z.object({
    DEPARTAMENTO: z.string().trim().min(2).max(120),
    ID_NEGOCIO: Id,
    COD_SUB_GERENCIA: Id.nullable().default(null),
    ID_USUARIO_JEFE: Id.nullable().default(null),
  }),
  response: Department,
})

export const Heading = z
  .object({ COD_RUBRO: z.int(), NOMBRE: z.string(), CODIGO: z.string().nullable(), parentId: z.int().nullable() })
  .meta({ id: 'Heading' })
export const listHeadings = endpoint('GET', '/heading', {
  summary: 'Headings',
  allow: 'admin.heading.read',
  query: z.object(paging(100, 999)),
  response: pageOf(Heading),
})
