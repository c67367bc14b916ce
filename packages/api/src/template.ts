import { z } from 'zod'
import { binary, endpoint, file } from './endpoint.ts'
import { ById, changesOf, Day, Done, format, Id, Moment, many, NameText, pageOf, paging, Revision } from './shapes.ts'

/** Templates and their versions (rules §2.8). */
export const TEMPLATE_TYPES = ['ANALISIS', 'ANALISIS_GRUPO', 'CARGA_BALANCE', 'TRASPASO', 'CUENTAS', 'CORREO', 'EXPEDIENTE'] as const
export const TEMPLATE_FORMATS = ['xlsx', 'docx', 'pdf', 'html', 'csv'] as const
export const TEMPLATE_STATES = ['BORRADOR', 'PUBLICADA', 'RETIRADA'] as const
/** What an analysis template may name in its cells: what is filled in, and what the analyst writes. The first five it must have. */
export const TEMPLATE_CELLS = [
  'COD_ANALISIS',
  'CUENTA',
  'PERIODO',
  'VALOR_BALANCE',
  'VALOR_ANALISIS',
  'VARIACION',
  'COMENTARIO',
  'NOMBRE_CUENTA',
  'NEGOCIO',
  'MONEDA',
  'SALDO_ANTERIOR',
] as const
/**
 * A template of groups (ANALISIS_GRUPO): these two name cells of their own; CUENTA, NOMBRE_CUENTA, SALDO_ANTERIOR, VALOR_BALANCE, VALOR_ANALISIS,
 * VARIACION and COMENTARIO name the cell of the first member, and the others stand below it, a row each. AGRUPADO_ID, PERIODO, CUENTA,
 * VALOR_BALANCE and VALOR_ANALISIS it must have.
 */
const GROUP_TEMPLATE_CELLS = ['AGRUPADO_ID', 'GRUPO'] as const
/** What a map may name. */
export const MAPPED_CELLS = [...TEMPLATE_CELLS, ...GROUP_TEMPLATE_CELLS] as const
export const TEMPLATE_FILE_MB = 20
export const IMAGE_MB = 5

/** The file's SHA-256 and its extension. */
const Name = z
  .string()
  .regex(/^[0-9a-f]{64}\.[a-z]{3,5}$/)
  .meta({ examples: [`${'0'.repeat(63)}1.xlsx`] })

const Version = {
  version: z.int(),
  estado: z.enum(TEMPLATE_STATES),
  formato: z.enum(TEMPLATE_FORMATS),
  vigenteDesde: Day.nullable(),
  vigenteHasta: Day.nullable(),
  /** Headings and businesses it is for; empty: all. */
  rubros: z.array(z.int()),
  negocios: z.array(z.int()),
  /** Where a workbook keeps a field, when not in the cell of its name: a name or an address, as 'SALDO' or 'Hoja1!B7'. */
  mapa: z.record(z.string(), z.string()),
  politica: z.string().nullable(),
  proposito: z.string().nullable(),
  procedimiento: z.string().nullable(),
  /** `name` is what GET /template/file/{name} takes. */
  archivo: z.object({ name: z.string(), nombre: z.string(), bytes: z.int() }),
  imagenes: z.array(z.object({ id: z.int(), name: z.string(), nombre: z.string(), bytes: z.int() })),
  escritoPor: z.string(),
  escritoEn: Moment,
  publicadoPor: z.string().nullable(),
  publicadoEn: Moment.nullable(),
  retiradoPor: z.string().nullable(),
  retiradoEn: Moment.nullable(),
}
export const TemplateVersion = z.object(Version).meta({ id: 'TemplateVersion' })
export type TemplateVersion = z.output<typeof TemplateVersion>

/** A template as its newest version that counts: the published one, else the draft, else the last. */
export const Template = z
  .object({
    id: z.int(),
    nombre: z.string(),
    tipo: z.enum(TEMPLATE_TYPES),
    ...Version,
    /** Number of the draft that waits, where there is one. */
    borrador: z.int().nullable(),
    REVISION: Revision,
  })
  .meta({ id: 'Template' })
export type Template = z.output<typeof Template>
export const TemplateDetail = Template.extend({ versiones: z.array(TemplateVersion) }).meta({ id: 'TemplateDetail' })
export type TemplateDetail = z.output<typeof TemplateDetail>

const text = z.string().trim().max(4000).nullable().default(null)
const Write = z.object({
  nombre: NameText.min(3).max(120),
  vigenteDesde: Day.nullable().default(null),
  vigenteHasta: Day.nullable().default(null),
  rubros: z.array(Id).max(500).default([]),
  negocios: z.array(Id).max(500).default([]),
  mapa: z.partialRecord(z.enum(MAPPED_CELLS), z.string().trim().min(1).max(120)).default({}),
  politica: text,
  proposito: text,
  procedimiento: text,
})

export const listTemplates = endpoint('GET', '/template', {
  summary: 'Templates',
  allow: 'admin.template.read',
  query: z.object({
    ...paging(100, { sort: ['NOMBRE', 'TIPO', 'FORMATO', 'ESTADO', 'VERSION', 'FECHA'] }),
    tipo: z.enum(TEMPLATE_TYPES).optional(),
    formato: z.enum(TEMPLATE_FORMATS).optional(),
    estado: z.enum(TEMPLATE_STATES).optional(),
    format,
  }),
  exportable: true,
  response: pageOf(Template),
})
export const getTemplate = endpoint('GET', '/template/:id', {
  summary: 'One template with all its versions',
  allow: 'admin.template.read',
  params: ById,
  response: TemplateDetail,
})
/** A form: lists as '1,2', the map as JSON text, an empty date for none. The file is at most 20 MB, without macros, passwords or links to outside. */
export const createTemplate = endpoint('POST', '/template/create-template', {
  summary: 'Create a template: its first version, a draft',
  allow: 'admin.template.write',
  body: z.object({
    file: file(),
    nombre: Write.shape.nombre,
    tipo: z.enum(TEMPLATE_TYPES),
    vigenteDesde: Day.or(z.literal('')).optional(),
    vigenteHasta: Day.or(z.literal('')).optional(),
    rubros: many(Id).optional(),
    negocios: many(Id).optional(),
    mapa: z.string().max(5000).optional(),
    politica: z.string().trim().max(4000).optional(),
    proposito: z.string().trim().max(4000).optional(),
    procedimiento: z.string().trim().max(4000).optional(),
  }),
  multipart: true,
  response: TemplateDetail,
})
/**
 * A change of content is made in the draft; where there is none, a new one is begun as a copy of the newest version. The name is the template's own.
 * estado PUBLICADA publishes the draft (an analysis workbook is filled in with a sample account first; the version before is retired),
 * RETIRADA retires the published version, BORRADOR begins a draft: a copy of the newest version, or of `desde`. 409 when there is no such version.
 */
export const updateTemplate = endpoint('PATCH', '/template/:id', {
  kilobytes: 128,
  summary: 'Change, publish or retire a template',
  allow: 'admin.template.write',
  params: ById,
  body: changesOf(Write.extend({ estado: z.enum(TEMPLATE_STATES), desde: Id, REVISION: Revision })),
  response: TemplateDetail,
})
export const uploadTemplateFile = endpoint('POST', '/template/:id/file', {
  summary: 'Give the draft another file; without a draft one is begun',
  allow: 'admin.template.write',
  params: ById,
  body: z.object({ file: file() }),
  multipart: true,
  response: TemplateDetail,
})
/** PNG, JPEG or WebP of at most 5 MB, at most 10 a version. */
export const uploadTemplateImage = endpoint('POST', '/template/:id/image', {
  summary: 'Add an image to the draft; without a draft one is begun',
  allow: 'admin.template.write',
  params: ById,
  body: z.object({ file: file() }),
  multipart: true,
  response: TemplateDetail,
})
export const deleteTemplateImage = endpoint('DELETE', '/template/:id/image/:imageId', {
  summary: 'Take an image out of the draft',
  allow: 'admin.template.write',
  params: z.object({ id: Id, imageId: Id }),
  response: Done,
})
/** Always as an attachment, images excepted. */
export const getTemplateFile = endpoint('GET', '/template/file/:name', {
  summary: 'A file or an image of a template',
  allow: 'admin.template.read',
  params: z.object({ name: Name }),
  response: binary(),
  bytes: true,
})

const Cell = z.object({ texto: z.string(), numero: z.boolean().optional(), formula: z.string().optional() }).nullable()
const Sheet = z.object({ nombre: z.string(), filas: z.array(z.array(Cell)), recortada: z.boolean() })
export const TemplateSheet = z
  .object({
    version: z.int(),
    /** The workbook as it is, and filled in for `cuenta`; both empty for what is no workbook. */
    hojas: z.array(Sheet),
    llenas: z.array(Sheet),
    /** The account that it was tried with: null where nothing is filled in, or no account is in its scope. */
    cuenta: z.object({ COD_CUENTA: z.int(), CUENTA: z.string(), NOMBRE: z.string(), NEGOCIO: z.string() }).nullable(),
    celdas: z.array(
      z.object({
        campo: z.enum(MAPPED_CELLS),
        /** Cuadre fills it in; otherwise the analyst writes it. */
        seLlena: z.boolean(),
        obligatoria: z.boolean(),
        /** Where it stands, `Hoja1!C4`; null where the workbook has no such cell. */
        celda: z.string().nullable(),
        formula: z.string().nullable(),
        /** What was filled in, and what was read there afterwards. */
        valor: z.string().nullable(),
        leido: z.string().nullable(),
        bien: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'TemplateSheet' })
export type TemplateSheet = z.output<typeof TemplateSheet>
const Trial = z.object({
  /** Left out: the draft, else the version in force. */
  version: Id.optional(),
  COD_CUENTA: Id.optional(),
})
/** 404 for a version or an account that is not there or out of scope. */
export const templateSheet = endpoint('GET', '/template/:id/sheet', {
  summary: 'The workbook of a version as it is, and as it would be for an account: filled in and read back',
  allow: 'admin.template.write',
  params: ById,
  query: Trial,
  response: TemplateSheet,
})
/** 422 `template_no_workbook` for what is not filled in. */
export const templateExample = endpoint('GET', '/template/:id/example', {
  summary: 'The workbook of a version filled in for an account',
  allow: 'admin.template.write',
  params: ById,
  query: Trial,
  response: binary(),
  bytes: true,
})
export const templateReach = endpoint('GET', '/template/:id/reach', {
  summary: 'Who gets the draft once it is published, and what keeps the version before it',
  allow: 'admin.template.write',
  params: ById,
  response: z.object({
    /** Active accounts that get it: in its headings and businesses, without a template of their own or a nearer one. */
    cuentas: z.int(),
    /** Open analyses whose workbook was taken with an earlier version: they keep it until it is taken again. */
    abiertos: z.int(),
  }),
})
/** A template that has nothing but its draft is removed with it. 409 `template_no_draft`. */
export const discardTemplateDraft = endpoint('DELETE', '/template/:id/draft', {
  summary: 'Throw the draft away',
  allow: 'admin.template.write',
  params: ById,
  response: Done,
})
