import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, changesOf, Day, Done, Flag, Id, Moment, NameText, Option, pageOf, paging, Revision } from './shapes.ts'

export const FAQ_CATEGORIES = ['acceso', 'analisis', 'aprobaciones', 'cargas', 'periodos', 'otros'] as const

export const Faq = z
  .object({
    id: z.int(),
    categoria: z.enum(FAQ_CATEGORIES),
    preguntaEs: z.string(),
    preguntaEn: z.string(),
    respuestaEs: z.string(),
    respuestaEn: z.string(),
    /** By which it is found too. */
    palabras: z.array(z.string()),
    orden: z.int(),
    publicada: z.boolean(),
    /** Who reviews it, and until when it is reviewed. */
    responsable: Option.nullable(),
    revisarEn: z.string().nullable(),
    /** When each language was last changed: the older one may be behind. */
    cambioEs: Moment,
    cambioEn: Moment,
    /** Votes, and the tickets that were not written because of it. */
    sirvio: z.int(),
    noSirvio: z.int(),
    evitadas: z.int(),
    /** Mine; null without one. */
    miVoto: z.boolean().nullable(),
    /** The ticket that it was made from; told to those who receive tickets. */
    ticketId: z.int().nullable(),
    actualizadoEn: Moment,
    REVISION: Revision,
  })
  .meta({ id: 'Faq' })
export type Faq = z.output<typeof Faq>

const Words = z.array(z.string().trim().min(2).max(60)).max(30)
const Write = z.object({
  categoria: z.enum(FAQ_CATEGORIES),
  preguntaEs: NameText.min(5).max(300),
  preguntaEn: NameText.min(5).max(300),
  respuestaEs: z.string().trim().min(5).max(4000),
  respuestaEn: z.string().trim().min(5).max(4000),
  publicada: z.boolean().default(true),
  palabras: Words.default([]),
  responsableId: Id.nullable().default(null),
  revisarEn: Day.nullable().default(null),
  ticketId: Id.nullable().default(null),
  /** Place within its category; left out: at the end. */
  orden: z.int().min(0).max(9999).optional(),
})

export const listFaqs = endpoint('GET', '/faq', {
  summary: 'Frequently asked questions; only those with the write key see the unpublished',
  allow: 'signed-in',
  query: z.object({
    ...paging(100),
    categoria: z.enum(FAQ_CATEGORIES).optional(),
    publicada: Flag.optional(),
    /** `search` is the text of a ticket being written: the questions that share most of its words, best first. */
    sugerir: Flag.optional(),
  }),
  response: pageOf(Faq),
})
export const createFaq = endpoint('POST', '/faq', { summary: 'Write a question', allow: 'helpdesk.faq.write', body: Write, response: Faq })
export const updateFaq = endpoint('PATCH', '/faq/:id', {
  summary: 'Change a question',
  allow: 'helpdesk.faq.write',
  params: ById,
  body: changesOf(Write.extend({ REVISION: Revision })),
  response: Faq,
})
export const deleteFaq = endpoint('DELETE', '/faq/:id', {
  summary: 'Remove a question',
  allow: 'helpdesk.faq.write',
  params: ById,
  response: z.object({ ok: z.literal(true) }),
})
/** Every question of the category, in their order; 422 for others. */
export const orderFaqs = endpoint('POST', '/faq/order', {
  summary: 'Put the questions of a category in order',
  allow: 'helpdesk.faq.write',
  body: z.object({ categoria: z.enum(FAQ_CATEGORIES), ids: z.array(Id).min(1).max(999) }),
  response: Done,
})
export const FaqVersion = z
  .object({
    version: z.int(),
    fecha: Moment,
    persona: z.string(),
    categoria: z.string(),
    preguntaEs: z.string(),
    preguntaEn: z.string(),
    respuestaEs: z.string(),
    respuestaEn: z.string(),
    publicada: z.boolean(),
    /** What it is found by besides. */
    palabras: z.array(z.string()),
  })
  .meta({ id: 'FaqVersion' })
export type FaqVersion = z.output<typeof FaqVersion>
export const listFaqVersions = endpoint('GET', '/faq/:id/versions', {
  summary: 'A question as it was saved each time, newest first',
  allow: 'helpdesk.faq.write',
  params: ById,
  response: z.array(FaqVersion),
})
/** `evito`: it made a ticket that was being written needless. */
export const voteFaq = endpoint('POST', '/faq/:id/votes', {
  summary: 'Say whether an answer helped me',
  allow: 'signed-in',
  params: ById,
  body: z.object({ sirvio: z.boolean(), comentario: z.string().trim().max(500).optional(), evito: z.boolean().default(false) }),
  rate: 60,
  response: Faq,
})
export const listFaqVotes = endpoint('GET', '/faq/:id/votes', {
  summary: 'What people said of an answer, newest first',
  allow: 'helpdesk.faq.write',
  params: ById,
  response: z.array(z.object({ persona: z.string(), sirvio: z.boolean(), comentario: z.string(), fecha: Moment })),
})
/** Words of at least three letters; counted when no question that the caller sees has them. */
export const missFaq = endpoint('POST', '/faq/misses', {
  summary: 'Say that I searched for something and found nothing',
  allow: 'signed-in',
  body: z.object({ texto: z.string().trim().min(3).max(60) }),
  rate: 30,
  response: Done,
})
export const listFaqMisses = endpoint('GET', '/faq/misses', {
  summary: 'What was searched and not found in the last 30 days, most often first',
  allow: 'helpdesk.faq.write',
  response: z.array(z.object({ texto: z.string(), veces: z.int(), ultima: z.string() })),
})
/** With `faqId` its words are added to that question, which is then found by them. */
export const settleFaqMiss = endpoint('POST', '/faq/misses/settle', {
  summary: 'Link what was not found to a question, or forget it',
  allow: 'helpdesk.faq.write',
  body: z.object({ texto: z.string().trim().min(3).max(60), faqId: Id.nullable().default(null) }),
  response: Done,
})
