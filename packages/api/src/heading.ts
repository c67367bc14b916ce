import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, changesOf, Done, format, Id, pageOf, paging, Revision } from './shapes.ts'

/** Levels of the tree of headings, the roots counted. */
export const HEADING_LEVELS = 8

export const Heading = z
  .object({
    COD_RUBRO: z.int(),
    NOMBRE: z.string(),
    CODIGO: z.string().nullable(),
    parentId: z.int().nullable(),
    /** Its place in the tree, from the root: 'Activo › Disponible'. */
    RUTA: z.string(),
    HIJOS: z.int(),
    /** Accounts of this heading itself. */
    CUENTAS: z.int(),
    REVISION: Revision,
  })
  .meta({ id: 'Heading' })
export type Heading = z.output<typeof Heading>

export type HeadingNode = {
  COD_RUBRO: number
  NOMBRE: string
  CODIGO: string | null
  parentId: number | null
  NIVEL: number
  CUENTAS: number
  CUENTAS_TOTAL: number
  REVISION: number
  RUBROS_HIJOS: HeadingNode[]
}
export const HeadingNode: z.ZodType<HeadingNode> = z
  .object({
    COD_RUBRO: z.int(),
    NOMBRE: z.string(),
    CODIGO: z.string().nullable(),
    parentId: z.int().nullable(),
    /** 1 for a root. */
    NIVEL: z.int(),
    CUENTAS: z.int(),
    /** Accounts of this heading and of all below it. */
    CUENTAS_TOTAL: z.int(),
    REVISION: Revision,
    get RUBROS_HIJOS() {
      return z.array(HeadingNode)
    },
  })
  .meta({ id: 'HeadingNode' })

const Write = z.object({
  NOMBRE: z.string().trim().min(2).max(160),
  CODIGO: z.string().trim().min(1).max(40).nullable().default(null),
  parentId: Id.nullable().default(null),
})

export const listHeadings = endpoint('GET', '/heading', {
  summary: 'Headings',
  allow: 'admin.heading.read',
  query: z.object({ ...paging(100, 999), parentId: z.union([z.literal('raiz'), Id]).optional(), format }),
  exportable: true,
  response: pageOf(Heading),
})
export const headingTree = endpoint('GET', '/heading/tree', {
  summary: 'Headings as a tree',
  allow: 'admin.heading.read',
  response: z.array(HeadingNode),
})
export const getHeading = endpoint('GET', '/heading/:id', {
  summary: 'One heading',
  allow: 'admin.heading.read',
  params: ById,
  response: Heading,
})
export const createHeading = endpoint('POST', '/heading', {
  summary: 'Create a heading',
  allow: 'admin.heading.write',
  body: Write,
  response: Heading,
})
/** With another parentId it moves, with all below it; 422 when that is itself or below it. Analyses that are open keep what they have. */
export const updateHeading = endpoint('PATCH', '/heading/:id', {
  summary: 'Change or move a heading',
  allow: 'admin.heading.write',
  params: ById,
  body: changesOf(Write.extend({ REVISION: Revision })),
  response: Heading,
})
/** 409 `heading_in_use` with what uses it: headings below, accounts, analyses. */
export const deleteHeading = endpoint('DELETE', '/heading/:id', {
  summary: 'Remove a heading that nothing uses',
  allow: 'admin.heading.write',
  params: ById,
  response: Done,
})
