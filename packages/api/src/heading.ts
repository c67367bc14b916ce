import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, changesOf, Done, format, Id, Money, NameText, pageOf, paging, Revision } from './shapes.ts'
import { BASES } from './threshold.ts'

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

/** `propia`: of the heading itself, not from one above it, its country or everything. */
const HeadingTemplate = z.object({ id: z.int(), nombre: z.string(), propia: z.boolean() })
const HeadingThreshold = z.object({ BASE: z.enum(BASES), MONTO: Money, PORCENTAJE: z.string(), propia: z.boolean() })

export type HeadingNode = {
  COD_RUBRO: number
  NOMBRE: string
  CODIGO: string | null
  parentId: number | null
  NIVEL: number
  CUENTAS: number
  CUENTAS_TOTAL: number
  PLANTILLA: z.output<typeof HeadingTemplate> | null
  MATERIALIDAD: z.output<typeof HeadingThreshold>
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
    /** What analysts of its accounts take today, where their account or business has no template of its own. */
    PLANTILLA: HeadingTemplate.nullable(),
    /** What judges its accounts in this month, where they have no threshold of their own: in the business and country chosen at the top. */
    MATERIALIDAD: HeadingThreshold,
    REVISION: Revision,
    get RUBROS_HIJOS() {
      return z.array(HeadingNode)
    },
  })
  .meta({ id: 'HeadingNode' })

const Write = z.object({
  NOMBRE: NameText.min(2).max(160),
  CODIGO: NameText.min(1).max(40).nullable().default(null),
  parentId: Id.nullable().default(null),
})

export const listHeadings = endpoint('GET', '/heading', {
  summary: 'Headings',
  allow: 'admin.heading.read',
  query: z.object({
    ...paging(100, { sort: ['NOMBRE', 'CODIGO', 'RUTA'], most: 999 }),
    parentId: z.union([z.literal('raiz'), Id]).optional(),
    format,
  }),
  exportable: true,
  response: pageOf(Heading),
})
export const headingTree = endpoint('GET', '/heading/tree', {
  summary: 'Headings as a tree, with what each has of its own and what it inherits',
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

/**
 * Its accounts and the headings below it go to the other one. It is removed; where analyses, thresholds or templates name it, it stays for them
 * alone. 409 `row_moved`; 422 for itself, one below it, too many levels, or two of the same name below the other one.
 */
export const mergeHeading = endpoint('POST', '/heading/:id/merge', {
  summary: 'Merge a heading into another one',
  allow: 'admin.heading.write',
  params: ById,
  body: z.object({ COD_RUBRO: Id, REVISION: Revision }),
  response: Heading,
})
