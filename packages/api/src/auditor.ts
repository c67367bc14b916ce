import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, changesOf, Day, format, Id, Moment, many, NameText, PeriodName, pageOf, paging } from './shapes.ts'
import { Person, ScopeItem, ScopeWrite, UserStatus } from './user.ts'

/** Auditors are a separate kind of user: dated, read-only access to given countries, businesses and periods (rules §2.8). */
export const MAX_DAYS = 400

export const AuditorGrant = z
  .object({
    /** Open and download what was submitted. */
    documentos: z.boolean(),
    /** See when things were submitted and decided. */
    fechasFirma: z.boolean(),
    /** See comments of decisions and reasons of rejections. */
    comentariosInternos: z.boolean(),
    exportar: z.boolean(),
    /** See finally approved analyses only. */
    soloAprobados: z.boolean(),
  })
  .meta({ id: 'AuditorGrant' })
export type AuditorGrant = z.output<typeof AuditorGrant>

export const Auditor = z
  .object({
    id: z.int(),
    NOMBRE: z.string(),
    USUARIO: z.string(),
    email: z.string(),
    status: UserStatus,
    locale: z.enum(['es', 'en']),
    FIRMA_AUDITORA: z.string(),
    TIPO: z.enum(['interno', 'externo']),
    VIGENCIA_DESDE: Day,
    /** The last day of access. */
    VIGENCIA_HASTA: Day,
    /** What status and dates make of it today. */
    ACCESO: z.enum(['vigente', 'por_iniciar', 'vencido', 'inactivo']),
    alcance: z.array(ScopeItem),
    /** None: every period. */
    periodos: z.array(z.object({ COD_PERIODO: z.int(), PERIODO: PeriodName })),
    permisos: AuditorGrant,
    ULTIMO_ACCESO: Moment.nullable(),
    /** A new address that its owner has not confirmed yet. */
    CORREO_PENDIENTE: z.string().nullable(),
    /** Counts every change; a change sends the one it saw. */
    REVISION: z.int(),
  })
  .meta({ id: 'Auditor' })
export type Auditor = z.output<typeof Auditor>

const Write = Person.extend({
  FIRMA_AUDITORA: NameText.min(2).max(120),
  TIPO: z.enum(['interno', 'externo']).default('externo'),
  VIGENCIA_DESDE: Day,
  VIGENCIA_HASTA: Day,
  alcance: z.array(ScopeWrite).min(1).max(500),
  /** Numbers of periods; none: every period. */
  periodos: z.array(Id).max(600).default([]),
  permisos: z
    .object({
      documentos: z.boolean().default(false),
      fechasFirma: z.boolean().default(false),
      comentariosInternos: z.boolean().default(false),
      exportar: z.boolean().default(false),
      soloAprobados: z.boolean().default(true),
    })
    .default({ documentos: false, fechasFirma: false, comentariosInternos: false, exportar: false, soloAprobados: true }),
})

/** An auditor finds themselves only. */
export const listAuditors = endpoint('GET', '/user/auditores', {
  summary: 'Auditors',
  allow: 'admin.auditor.read',
  query: z.object({
    ...paging(100, {
      sort: ['NOMBRE', 'USUARIO', 'EMAIL', 'FIRMA_AUDITORA', 'TIPO', 'VIGENCIA_DESDE', 'VIGENCIA_HASTA', 'ACCESO', 'ULTIMO_ACCESO'],
    }),
    tipo: z.enum(['interno', 'externo']).optional(),
    acceso: z.enum(['vigente', 'por_iniciar', 'vencido', 'inactivo']).optional(),
    format,
  }),
  response: pageOf(Auditor),
  exportable: true,
})
export const getAuditor = endpoint('GET', '/user/auditores/:id', {
  summary: 'One auditor',
  allow: 'admin.auditor.read',
  params: ById,
  response: Auditor,
})
export const createAuditor = endpoint('POST', '/user/create-auditor', {
  summary: 'Create an auditor and invite them by mail',
  allow: 'admin.auditor.write',
  outside: true,
  body: Write,
  response: Auditor,
})
/** `permisos` is given as a whole. 409 with the auditor as it is now when it has changed since REVISION. */
export const updateAuditor = endpoint('PATCH', '/user/update-auditor/:id', {
  summary: 'Change an auditor',
  allow: 'admin.auditor.write',
  outside: true,
  params: ById,
  body: changesOf(Write).extend({ REVISION: z.int().optional() }),
  response: Auditor,
})

/** What was done (an observation, a sample), taken away (a file, an export), or only looked at. */
export const ACCESS_KINDS = ['accion', 'descarga', 'exportacion', 'vista'] as const
const AccessKind = z.enum(ACCESS_KINDS)

export const AuditorAccess = z
  .object({
    ID: z.int(),
    FECHA: Moment,
    TIPO: AccessKind,
    /** Name of the call in the contract. */
    LLAMADA: z.string(),
    /** Path with its numbers, without the API's base. */
    RUTA: z.string(),
    FILTROS: z.record(z.string(), z.unknown()),
    /** The same in the reader's words, empty where nothing was narrowed: «Negocio: SAFRA · Estado: Aprobado». */
    FILTROS_TEXTO: z.string(),
    /** What was looked at, as far as the caller sees it: the analysis of a detail or of a file. */
    PERIODO: PeriodName.nullable(),
    CUENTA: z.string().nullable(),
    NOMBRE_CUENTA: z.string().nullable(),
    /** Name of the file that was opened or taken away. */
    ARCHIVO: z.string().nullable(),
  })
  .meta({ id: 'AuditorAccess' })
/** `search` finds paths, accounts and files. */
export const auditorAccesses = endpoint('GET', '/user/auditores/:id/accesos', {
  summary: 'Everything an auditor has done, taken away or looked at, newest first',
  allow: 'admin.auditor.read',
  params: ById,
  query: z.object({
    ...paging(100, { sort: ['FECHA', 'TIPO', 'RUTA'] }),
    tipo: many(AccessKind).optional(),
    format,
  }),
  /** `porTipo`: how many of each kind the search finds, whichever kinds are asked for. */
  response: pageOf(AuditorAccess).extend({
    porTipo: z.object({ accion: z.int(), descarga: z.int(), exportacion: z.int(), vista: z.int() }),
  }),
  exportable: true,
})
