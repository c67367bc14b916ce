import { z } from 'zod'
import { binary, endpoint, file } from './endpoint.ts'
import { ById, Flag, format, Id, Moment, many, Option, pageOf, paging } from './shapes.ts'

/** Support tickets (specification §3, decisions §10). The path's spelling is the interface's own. */

export const TICKET_STATE = { abierto: 1, enProceso: 2, enEspera: 3, resuelto: 4, cerrado: 5 } as const
export const TICKET_STATE_NAME: Record<number, string> = { 1: 'ABIERTO', 2: 'EN PROCESO', 3: 'EN ESPERA', 4: 'RESUELTO', 5: 'CERRADO' }
/** The same as the categories of the frequently asked questions. */
export const TICKET_CATEGORIES = [
  { id: 1, codigo: 'acceso', es: 'Acceso', en: 'Access' },
  { id: 2, codigo: 'analisis', es: 'Análisis', en: 'Analysis' },
  { id: 3, codigo: 'aprobaciones', es: 'Aprobaciones', en: 'Approvals' },
  { id: 4, codigo: 'cargas', es: 'Cargas', en: 'Loads' },
  { id: 5, codigo: 'periodos', es: 'Períodos', en: 'Periods' },
  { id: 6, codigo: 'otros', es: 'Otros', en: 'Other' },
] as const
/** With the working hours in which each is to be solved. */
export const TICKET_TYPES = [
  { id: 1, codigo: 'incidente', es: 'Incidente', en: 'Incident', horas: 9 },
  { id: 2, codigo: 'consulta', es: 'Consulta', en: 'Question', horas: 18 },
  { id: 3, codigo: 'solicitud', es: 'Solicitud', en: 'Request', horas: 27 },
] as const

const Person = z.object({ id: z.int(), nombre: z.string() })
const Sla = z.object({
  /** Working hours in all, and those that have run. The clock stands still while the author is waited for. */
  horas: z.int(),
  minutosUsados: z.int(),
  /** null: the clock does not run. */
  venceEn: Moment.nullable(),
  estado: z.enum(['en_plazo', 'por_vencer', 'vencido', 'en_pausa', 'cumplido', 'incumplido']),
})
const summary = {
  id: z.int(),
  asunto: z.string(),
  estadoId: z.int(),
  estado: z.string(),
  categoriaId: z.int(),
  tipoId: z.int(),
  negocioId: z.int().nullable(),
  negocio: z.string().nullable(),
  paisId: z.int().nullable(),
  pais: z.string().nullable(),
  autor: Person,
  asignado: Person.nullable(),
  creadoEn: Moment,
  actualizadoEn: Moment,
  comentarios: z.int(),
  sla: Sla,
}
const TicketFile = z.object({
  id: z.int(),
  nombre: z.string(),
  tamano: z.int(),
  tipo: z.string(),
  imagen: z.boolean(),
  /** The comment that it came with; null: with the ticket itself. */
  comentarioId: z.int().nullable(),
  subidoPor: z.string(),
  subidoEn: Moment,
})
export const TicketRow = z.object(summary).meta({ id: 'TicketRow' })
export const Ticket = z
  .object({
    ...summary,
    descripcion: z.string(),
    /** Counts its changes; a change that names another is answered with 409. */
    revision: z.int(),
    /** States that the caller may move it to. */
    siguientes: z.array(z.int()),
    /** Whether the caller is one of those who receive it. */
    recibe: z.boolean(),
    hilo: z.array(
      z.object({
        id: z.int(),
        autor: Person,
        texto: z.string(),
        /** Seen by those who receive tickets only. */
        interno: z.boolean(),
        fecha: Moment,
        archivos: z.array(TicketFile),
      }),
    ),
    archivos: z.array(TicketFile),
    cambios: z.array(
      z.object({
        fecha: Moment,
        persona: z.string().nullable(),
        campo: z.enum(['creado', 'estadoId', 'asignadoId', 'categoriaId', 'tipoId']),
        antes: z.string().nullable(),
        despues: z.string().nullable(),
        motivo: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Ticket' })
export type Ticket = z.output<typeof Ticket>

const CategoryId = z.coerce.number().int().min(1).max(TICKET_CATEGORIES.length)
const TypeId = z.coerce.number().int().min(1).max(TICKET_TYPES.length)

/** `mias`: what I wrote; `recibidas`: what I am to answer, for those who receive tickets (403 for others). */
export const listTickets = endpoint('GET', '/tickets-suport', {
  summary: 'Tickets: mine, or those I receive',
  allow: 'signed-in',
  query: z.object({
    ...paging(100),
    vista: z.enum(['mias', 'recibidas']).default('mias'),
    estadoId: many(Id).optional(),
    categoriaId: CategoryId.optional(),
    tipoId: TypeId.optional(),
    negocioId: Id.optional(),
    paisId: Id.optional(),
    asignadoId: Id.optional(),
    /** Neither solved nor closed. */
    abiertas: Flag.optional(),
    /** Past the time in which they were to be solved. */
    vencidas: Flag.optional(),
    format,
  }),
  exportable: true,
  response: pageOf(TicketRow),
})
export const getTicketMetadata = endpoint('GET', '/tickets-suport/metadata', {
  summary: 'States, categories, types, who can be assigned, and counts',
  allow: 'signed-in',
  response: z.object({
    estados: z.array(z.object({ id: z.int(), nombre: z.string(), siguientes: z.array(z.int()) })),
    categorias: z.array(z.object({ id: z.int(), codigo: z.string(), nombre: z.string() })),
    tipos: z.array(z.object({ id: z.int(), codigo: z.string(), nombre: z.string(), horas: z.int() })),
    /** Who receives tickets; empty for those who do not. */
    receptores: z.array(Option),
    cuentas: z.object({
      mias: z.int(),
      miasAbiertas: z.int(),
      recibidas: z.int(),
      recibidasAbiertas: z.int(),
      sinAsignar: z.int(),
      vencidas: z.int(),
    }),
  }),
})
export const createTicket = endpoint('POST', '/tickets-suport', {
  summary: 'Open a ticket',
  allow: 'helpdesk.ticket.write',
  body: z.object({
    asunto: z.string().trim().min(5).max(150),
    descripcion: z.string().trim().min(10).max(5000),
    categoriaId: CategoryId,
    tipoId: TypeId,
    negocioId: Id.nullable().default(null),
    paisId: Id.nullable().default(null),
  }),
  rate: 20,
  response: Ticket,
})
export const getTicket = endpoint('GET', '/tickets-suport/:id', {
  summary: 'A ticket with its comments, files and changes',
  allow: 'signed-in',
  params: ById,
  response: Ticket,
})
/** The author closes and reopens; those who receive it do the rest. 409 with the ticket when `revision` is not its own, or the state cannot follow. */
export const updateTicket = endpoint('PATCH', '/tickets-suport/:id', {
  summary: 'Move, assign or reclassify a ticket',
  allow: 'signed-in',
  params: ById,
  body: z.object({
    revision: z.int(),
    estadoId: z.int().min(1).max(5).optional(),
    asignadoId: Id.nullable().optional(),
    categoriaId: CategoryId.optional(),
    tipoId: TypeId.optional(),
    motivo: z.string().trim().max(500).optional(),
  }),
  response: Ticket,
})
/** With an image or another file, or without. An answer of the author to a ticket that waits for it sets it going again. */
export const commentTicket = endpoint('POST', '/tickets-suport/:id/comments', {
  summary: 'Comment a ticket',
  allow: 'signed-in',
  params: ById,
  multipart: true,
  rate: 60,
  body: z.object({ texto: z.string().trim().min(1).max(5000), interno: Flag.default(false), file: file().optional() }),
  response: Ticket,
})
/** PNG, JPEG, WebP, PDF, workbooks, CSV and plain text up to 10 MB, by their content. */
export const uploadTicketFile = endpoint('POST', '/tickets-suport/:id/file', {
  summary: 'Add a file to a ticket, or to a comment of one’s own',
  allow: 'signed-in',
  params: ById,
  multipart: true,
  rate: 60,
  body: z.object({ file: file(), comentarioId: Id.optional() }),
  response: Ticket,
})
export const downloadTicketFile = endpoint('GET', '/tickets-suport/file/:id', {
  summary: 'A file of a ticket',
  allow: 'signed-in',
  params: ById,
  bytes: true,
  response: binary(),
})
