import { z } from 'zod'
import { binary, endpoint, file } from './endpoint.ts'
import { ById, Done, Flag, format, Id, Moment, many, NameText, Option, PeriodName, pageOf, paging, Revision } from './shapes.ts'

/** Support tickets (specification §3, decisions §10). The path's spelling is the interface's own. */

export const TICKET_STATE = { abierto: 1, enProceso: 2, enEspera: 3, resuelto: 4, cerrado: 5 } as const
export const TICKET_STATE_NAME: Record<number, string> = { 1: 'ABIERTO', 2: 'EN PROCESO', 3: 'EN ESPERA', 4: 'RESUELTO', 5: 'CERRADO' }
/** The same as the categories of the frequently asked questions. */
export const TICKET_CATEGORIES = [
  { id: 1, codigo: 'acceso', es: 'Acceso y sesión', en: 'Access and session' },
  { id: 2, codigo: 'analisis', es: 'Análisis', en: 'Analyses' },
  { id: 3, codigo: 'aprobaciones', es: 'Aprobaciones', en: 'Approvals' },
  { id: 4, codigo: 'cargas', es: 'Carga de balance', en: 'Balance load' },
  { id: 5, codigo: 'periodos', es: 'Períodos y cierre', en: 'Periods and close' },
  { id: 6, codigo: 'otros', es: 'Otros', en: 'Other' },
] as const
/** With the working hours in which each is to be solved, and answered for the first time. */
export const TICKET_TYPES = [
  { id: 1, codigo: 'incidente', es: 'Incidente', en: 'Incident', horas: 9, respuesta: 2 },
  { id: 2, codigo: 'consulta', es: 'Consulta', en: 'Question', horas: 18, respuesta: 4 },
  { id: 3, codigo: 'solicitud', es: 'Solicitud', en: 'Request', horas: 27, respuesta: 9 },
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
/** The first public answer of somebody else than the author. */
const FirstAnswer = z.object({
  /** Working hours within which it is to come. */
  horas: z.int(),
  /** Working minutes until it came, or until now. */
  minutos: z.int(),
  estado: z.enum(['pendiente', 'vencida', 'cumplida', 'incumplida']),
})
/** Where a ticket was written from, as the author's page said; nothing here grants anything. */
export const TicketContext = z
  .object({
    /** An address within the application. */
    pagina: z
      .string()
      .trim()
      .max(300)
      .regex(/^\/(?![/\\])/)
      .meta({ examples: ['/cuentas/carga-balance'] }),
    /** The page's own title. */
    titulo: z.string().trim().max(150),
    periodo: PeriodName,
    cuenta: z.string().trim().max(200),
    carga: Id,
    referencia: z
      .string()
      .trim()
      .regex(/^[\w.:-]{1,80}$/)
      .meta({ examples: ['7F21-88C0'] }),
  })
  .partial()
  .meta({ id: 'TicketContext' })
export type TicketContext = z.output<typeof TicketContext>
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
  /** The last public word is the author's, or a follower's. */
  porResponder: z.boolean(),
  primeraRespuesta: FirstAnswer,
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
    contexto: TicketContext.nullable(),
    /** The clock so far: what ran and what stood still, in working minutes. */
    tramos: z.array(z.object({ desde: Moment, hasta: Moment, minutos: z.int(), corre: z.boolean() })),
    /** The ticket in which this one is answered. */
    unidaA: z.object({ id: z.int(), asunto: z.string() }).nullable(),
    /** Twins that are answered here. */
    unidas: z.array(z.object({ id: z.int(), asunto: z.string(), autor: z.string() })),
    /** Tickets of its author in the last twelve months; null for who does not receive it. */
    delAutor: z.int().nullable(),
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
        campo: z.enum(['creado', 'estadoId', 'asignadoId', 'categoriaId', 'tipoId', 'unida', 'unidaA', 'vence']),
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

/** `mias`: what I wrote or follow; `recibidas`: what I am to answer, for those who receive tickets (403 for others); `todas`: both. */
export const listTickets = endpoint('GET', '/tickets-suport', {
  summary: 'Tickets: mine, or those I receive',
  allow: 'signed-in',
  query: z.object({
    ...paging(100, { sort: ['ID', 'ASUNTO', 'ESTADO', 'CATEGORIA', 'TIPO', 'AUTOR', 'ASIGNADO', 'CREADO', 'ACTUALIZADO', 'VENCE'] }),
    vista: z.enum(['mias', 'recibidas', 'todas']).default('mias'),
    estadoId: many(Id).optional(),
    categoriaId: CategoryId.optional(),
    tipoId: TypeId.optional(),
    negocioId: Id.optional(),
    paisId: Id.optional(),
    asignadoId: Id.optional(),
    sinAsignar: Flag.optional(),
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
    tipos: z.array(
      z.object({
        id: z.int(),
        codigo: z.string(),
        nombre: z.string(),
        horas: z.int(),
        respuesta: z.int(),
        /** If it were sent now. */ venceria: Moment,
      }),
    ),
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
/** What of an address can be named: period, account and load, as far as the caller sees them. */
export const ticketContext = endpoint('GET', '/tickets-suport/context', {
  summary: 'What a page is about, to be attached to a ticket',
  allow: 'signed-in',
  query: z.object({ pagina: TicketContext.shape.pagina.unwrap() }),
  response: TicketContext,
})
export const createTicket = endpoint('POST', '/tickets-suport', {
  summary: 'Open a ticket',
  allow: 'helpdesk.ticket.write',
  body: z.object({
    asunto: NameText.min(5).max(150),
    descripcion: z.string().trim().min(10).max(5000),
    categoriaId: CategoryId,
    tipoId: TypeId,
    negocioId: Id.nullable().default(null),
    paisId: Id.nullable().default(null),
    contexto: TicketContext.nullable().default(null),
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
/**
 * With an image or another file, or without. An answer of the author to a ticket that waits for it sets it going again; `estadoId` moves it in
 * the same step. 409 `ticket_answered` with the ticket when somebody else wrote after `ultimo`, the last comment that the writer has seen (0: none).
 */
export const commentTicket = endpoint('POST', '/tickets-suport/:id/comments', {
  summary: 'Comment a ticket',
  allow: 'signed-in',
  params: ById,
  multipart: true,
  rate: 60,
  body: z.object({
    texto: z.string().trim().min(1).max(5000),
    interno: Flag.default(false),
    estadoId: z.coerce.number().int().min(1).max(5).optional(),
    ultimo: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
    file: file().optional(),
  }),
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

/** Closes it: it is answered in `destinoId`, which its author may read from then on. 422 for one that is closed, merged, or the same. */
export const mergeTicket = endpoint('POST', '/tickets-suport/:id/merge', {
  summary: 'Merge a ticket into its twin',
  allow: 'helpdesk.ticket.receive',
  params: ById,
  body: z.object({ revision: z.int(), destinoId: Id }),
  response: Ticket,
})
/** By the words that they share, the nearest first: open ones are possible twins, solved ones possible answers. */
export const similarTickets = endpoint('GET', '/tickets-suport/:id/similar', {
  summary: 'Tickets that I receive and that say nearly the same',
  allow: 'helpdesk.ticket.receive',
  params: ById,
  response: z.array(
    z.object({
      id: z.int(),
      asunto: z.string(),
      autor: z.string(),
      abierta: z.boolean(),
      /** Who solved it, when, and the working minutes of its clock. */
      asignado: z.string().nullable(),
      resueltaEn: Moment.nullable(),
      minutos: z.int(),
    }),
  ),
})
/** That somebody who receives a ticket looks at it, or writes: told to the others over the open line, and kept nowhere. Said anew every 20 seconds. */
export const attendTicket = endpoint('POST', '/tickets-suport/:id/presence', {
  summary: 'Say that I am looking at a ticket, or leave it',
  allow: 'helpdesk.ticket.receive',
  params: ById,
  body: z.object({ presente: z.boolean(), escribe: z.boolean().default(false) }),
  rate: 120,
  response: Done,
})

const Spread = z.object({ p50: z.int().nullable(), p90: z.int().nullable() })
const figures = {
  abiertas: z.int(),
  vencidas: z.int(),
  resueltas: z.int(),
  /** In time, of those solved. */
  cumplidas: z.int(),
  /** Working minutes; null without any. */
  primera: Spread,
  solucion: Spread,
}
/** Open and overdue as they are now; solved, first answers and solutions of the last `dias`. */
export const ticketFigures = endpoint('GET', '/tickets-suport/figures', {
  summary: 'How the tickets that I receive are doing, by category',
  allow: 'helpdesk.ticket.receive',
  query: z.object({ dias: z.coerce.number().int().min(1).max(366).default(90) }),
  response: z.object({
    dias: z.int(),
    ...figures,
    categorias: z.array(z.object({ categoriaId: z.int(), nombre: z.string(), ...figures })),
  }),
})

export const TicketAnswer = z
  .object({ id: z.int(), titulo: z.string(), texto: z.string(), escritaPor: z.string(), escritaEn: Moment, REVISION: Revision })
  .meta({ id: 'TicketAnswer' })
export type TicketAnswer = z.output<typeof TicketAnswer>
const AnswerWrite = z.object({ titulo: NameText.min(3).max(100), texto: z.string().trim().min(5).max(4000) })
export const listTicketAnswers = endpoint('GET', '/tickets-suport/answers', {
  summary: 'Saved answers',
  allow: 'helpdesk.ticket.receive',
  response: z.array(TicketAnswer),
})
export const createTicketAnswer = endpoint('POST', '/tickets-suport/answers', {
  summary: 'Save an answer',
  allow: 'helpdesk.ticket.receive',
  body: AnswerWrite,
  response: TicketAnswer,
})
export const updateTicketAnswer = endpoint('PATCH', '/tickets-suport/answers/:id', {
  summary: 'Change a saved answer',
  allow: 'helpdesk.ticket.receive',
  params: ById,
  body: AnswerWrite.extend({ REVISION: Revision }),
  response: TicketAnswer,
})
export const deleteTicketAnswer = endpoint('DELETE', '/tickets-suport/answers/:id', {
  summary: 'Remove a saved answer',
  allow: 'helpdesk.ticket.receive',
  params: ById,
  response: Done,
})
