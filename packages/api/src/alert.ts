import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Amount, ById, Done, Flag, format, Id, Moment, NameText, Person, pageOf, paging } from './shapes.ts'

/** Alerts (rules §2.7): who is told of what, how, when. */

export const AlertType = z
  .object({
    id: z.int(),
    codigo: z.string(),
    nombre: z.string(),
    /** Looked for by the clock; else it follows at once what somebody does. */
    programada: z.boolean(),
    prioridad: z.enum(['A', 'M', 'B']),
    /** Which parts of the condition it uses. */
    usa: z.array(z.enum(['umbral', 'dias', 'horas'])),
  })
  .meta({ id: 'AlertType' })

const hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const Day = z.iso.date()

const Scope = z.object({
  paisId: Id.nullable().default(null),
  negocioId: Id.nullable().default(null),
  departamentoId: Id.nullable().default(null),
})
const Condition = z.object({
  /** An amount, from which on. */
  umbral: Amount.nullable().default(null),
  /** Days before (7, 19: working days; 21, 22: calendar days) or since (15). */
  dias: z.array(z.coerce.number().int().min(0).max(3650)).max(10).default([]),
  /** Working hours (17). */
  horas: z.int().min(1).max(1000).nullable().default(null),
})
const Recipients = z.object({
  /** Who has to act. */
  responsable: z.boolean().default(false),
  /** The head of that person's department. */
  superior: z.boolean().default(false),
  roles: z.array(Id).max(6).default([]),
  usuarios: z.array(Id).max(200).default([]),
})
const Channels = z.object({ app: z.boolean().default(true), correo: z.boolean().default(true) })

const fields = {
  tipoId: Id,
  nombre: NameText.min(3).max(120),
  alcance: Scope.default({ paisId: null, negocioId: null, departamentoId: null }),
  condicion: Condition.default({ umbral: null, dias: [], horas: null }),
  destinatarios: Recipients,
  canales: Channels.default({ app: true, correo: true }),
  frecuencia: z.enum(['inmediata', 'diaria', 'semanal']).default('diaria'),
  /** Local time between which it is sent. */
  ventana: z.object({ desde: hour, hasta: hour }).default({ desde: '09:00', hasta: '18:00' }),
  prioridad: z.enum(['A', 'M', 'B']).default('M'),
  /** Working hours after which the head is told too, then control, then management; null: nobody else. */
  escalarHoras: z.int().min(1).max(1000).nullable().default(null),
  /** What an announcement (24) says. */
  mensaje: z.string().trim().min(5).max(1000).nullable().default(null),
  activo: z.boolean().default(true),
  vigenteDesde: Day.nullable().default(null),
  vigenteHasta: Day.nullable().default(null),
}
const Write = z.object(fields)

export const Alert = z
  .object({
    id: z.int(),
    ...fields,
    tipo: z.string(),
    pais: z.string().nullable(),
    negocio: z.string().nullable(),
    departamento: z.string().nullable(),
    actualizadoPor: z.string().nullable(),
    actualizadoEn: Moment,
    /** Notices of the last 30 days. */
    avisos30: z.int(),
    /** Counts its changes; a change that names another is answered with 409. */
    revision: z.int(),
  })
  .meta({ id: 'Alert' })
export type Alert = z.output<typeof Alert>

export const listAlerts = endpoint('GET', '/alerts', {
  summary: 'Alerts of my scope and those that hold everywhere',
  allow: 'parameters.alert.read',
  query: z.object({
    ...paging(100, { sort: ['TIPO', 'NOMBRE', 'PRIORIDAD', 'ACTUALIZADO'] }),
    tipoId: Id.optional(),
    activo: Flag.optional(),
  }),
  response: pageOf(Alert),
})
export const listAlertTypes = endpoint('GET', '/alerts/types', {
  summary: 'The kinds of alert',
  allow: 'parameters.alert.read',
  response: z.array(AlertType),
})
export const getAlert = endpoint('GET', '/alerts/:id', {
  summary: 'One alert',
  allow: 'parameters.alert.read',
  params: ById,
  response: Alert,
})
export const createAlert = endpoint('POST', '/alerts', {
  summary: 'Create an alert',
  allow: 'parameters.alert.write',
  body: Write,
  response: Alert,
})
/** Fields that are left out stay. 409 when `revision` is not the alert's. */
export const updateAlert = endpoint('PATCH', '/alerts/:id', {
  summary: 'Change an alert',
  allow: 'parameters.alert.write',
  params: ById,
  body: z.object({
    revision: z.int(),
    nombre: fields.nombre.optional(),
    alcance: Scope.optional(),
    condicion: Condition.optional(),
    destinatarios: Recipients.optional(),
    canales: Channels.optional(),
    frecuencia: z.enum(['inmediata', 'diaria', 'semanal']).optional(),
    ventana: z.object({ desde: hour, hasta: hour }).optional(),
    prioridad: z.enum(['A', 'M', 'B']).optional(),
    escalarHoras: z.int().min(1).max(1000).nullable().optional(),
    mensaje: z.string().trim().min(5).max(1000).nullable().optional(),
    activo: z.boolean().optional(),
    vigenteDesde: Day.nullable().optional(),
    vigenteHasta: Day.nullable().optional(),
  }),
  response: Alert,
})
export const deleteAlert = endpoint('DELETE', '/alerts/:id', {
  summary: 'Remove an alert; what it has sent stays in the log',
  allow: 'parameters.alert.write',
  params: ById,
  response: Done,
})
/** Of a kind that follows what people do: those of the roles and users, and whoever it has concerned today. */
export const previewAlert = endpoint('POST', '/alerts/preview', {
  summary: 'Whom an alert would reach today, before it is saved',
  allow: 'parameters.alert.write',
  body: Write,
  response: z.object({
    total: z.int(),
    personas: z.array(
      z.object({
        id: z.int(),
        nombre: z.string(),
        /** How many items. */
        cantidad: z.int(),
        titulo: z.string(),
        texto: z.string(),
        app: z.boolean(),
        correo: z.enum(['inmediato', 'resumen', 'ninguno']),
        /** 0 unless it comes by escalation: 1 as head, 2 as control, 3 as management. */
        nivel: z.int(),
        /** Told of all of it today already. */
        yaAvisada: z.boolean(),
        /** Who is away today and for whom they are told. */
        porAusenciaDe: z.string().nullable(),
      }),
    ),
  }),
})
/** What would happen with one analysis, from the first notice to the last escalation. `otro` takes another example. */
export const alertTimeline = endpoint('POST', '/alerts/linea', {
  summary: 'Who would be told of one item, at which hour',
  allow: 'parameters.alert.write',
  body: z.object({ alerta: Write, otro: z.int().min(0).max(1000).default(0) }),
  response: z.object({
    /** null: there is none now to show it with. */
    ejemplo: z
      .object({
        cuenta: z.string(),
        nombre: z.string(),
        vence: Moment,
        zona: z.string(),
        /** Of an overdue alert: the working hours that its state has, and when they are over. */
        limite: z.object({ estado: z.string(), horas: z.int(), vence: Moment }).nullable(),
      })
      .nullable(),
    pasos: z.array(
      z.object({
        /** null: at the moment of the act. */
        momento: Moment.nullable(),
        clase: z.enum(['antes', 'el_dia', 'despues', 'escala', 'limite', 'escala_limite', 'al_momento']),
        /** Working days before. */
        dias: z.int().nullable(),
        /** 0 unless by escalation. */
        nivel: z.int(),
        personas: z.array(z.string()),
      }),
    ),
  }),
})
export const alertNoise = endpoint('GET', '/alerts/:id/ruido', {
  summary: 'How much an alert has said in the last 30 days, and what became of it',
  allow: 'parameters.alert.read',
  params: ById,
  response: z.object({
    avisos: z.int(),
    personas: z.int(),
    /** Of those shown in the application. */
    enAplicacion: z.int(),
    leidosMismoDia: z.int(),
    correosFallidos: z.int(),
    /** Each of the 30 days, the oldest first. */
    dias: z.array(z.object({ dia: Day, avisos: z.int() })),
  }),
})
/** In the application and by mail, as the rule says; nobody else is told and nothing is logged. */
export const testAlert = endpoint('POST', '/alerts/prueba', {
  summary: 'Send what an alert would say to oneself',
  allow: 'parameters.alert.write',
  body: Write,
  response: z.object({ app: z.boolean(), correo: z.boolean() }),
  rate: 10,
})
/** Only mine. What has priority A comes all the same. null: again from now on. */
export const muteAlerts = endpoint('POST', '/alerts/silencio', {
  summary: 'Mute a kind of alert for me until a moment',
  allow: 'signed-in',
  body: z.object({ tipoId: Id, hasta: Moment.nullable() }),
  response: Done,
})
export const listMutes = endpoint('GET', '/alerts/silencio', {
  summary: 'Kinds of alert that are muted for me, and until when',
  allow: 'signed-in',
  response: z.array(z.object({ tipoId: z.int(), hasta: Moment })),
})

export const Absence = z
  .object({ id: z.int(), persona: Person, suplente: Person, desde: Day, hasta: Day, creadoPor: z.string() })
  .meta({ id: 'Absence' })
export type Absence = z.output<typeof Absence>
export const listAbsences = endpoint('GET', '/alerts/ausencias', {
  summary: 'Who is away now or later, and who hears of alerts in their place',
  allow: 'parameters.alert.read',
  response: z.array(Absence),
})
/** 422: not a person who is active, the same person, days that overlap another absence of theirs or on which they substitute for somebody, or a substitute who is away too. */
export const createAbsence = endpoint('POST', '/alerts/ausencias', {
  summary: 'Let a substitute be told while somebody is away',
  allow: 'parameters.alert.write',
  body: z.object({ personaId: Id, suplenteId: Id, desde: Day, hasta: Day }),
  response: Absence,
})
export const deleteAbsence = endpoint('DELETE', '/alerts/ausencias/:id', {
  summary: 'Take an absence back',
  allow: 'parameters.alert.write',
  params: ById,
  response: Done,
})
export const AlertLogEntry = z
  .object({
    id: z.int(),
    fecha: Moment,
    usuario: z.string(),
    item: z.string(),
    nivel: z.int(),
    /** What the message said, in the caller's language; null where they may not see what it was about, or nothing was sent. */
    titulo: z.string().nullable(),
    texto: z.string().nullable(),
    /** The page that the message led to. */
    ruta: z.string().nullable(),
    /** Where it was: several places may be told of in one message. */
    negocio: z.string().nullable(),
    departamento: z.string().nullable(),
    /** null: not by mail. */
    correo: z.enum(['pendiente', 'resumen', 'enviado', 'fallido']).nullable(),
    /** null: not in the application. */
    app: z.enum(['leida', 'no_leida']).nullable(),
  })
  .meta({ id: 'AlertLogEntry' })
export type AlertLogEntry = z.output<typeof AlertLogEntry>
export const listAlertLog = endpoint('GET', '/alerts/:id/log', {
  summary: 'What an alert has sent, about what: sent, failed, read',
  allow: 'parameters.alert.read',
  params: ById,
  query: z.object({
    ...paging(100, { sort: ['FECHA', 'USUARIO'] }),
    correo: z.enum(['pendiente', 'resumen', 'enviado', 'fallido']).optional(),
    leida: Flag.optional(),
    format,
  }),
  response: pageOf(AlertLogEntry),
  exportable: true,
})
