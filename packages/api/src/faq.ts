import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, changesOf, Flag, Moment, pageOf, paging } from './shapes.ts'

export const FAQ_CATEGORIES = ['acceso', 'analisis', 'aprobaciones', 'cargas', 'periodos', 'otros'] as const

export const Faq = z
  .object({
    id: z.int(),
    categoria: z.enum(FAQ_CATEGORIES),
    preguntaEs: z.string(),
    preguntaEn: z.string(),
    respuestaEs: z.string(),
    respuestaEn: z.string(),
    orden: z.int(),
    publicada: z.boolean(),
    actualizadoEn: Moment,
  })
  .meta({ id: 'Faq' })
export type Faq = z.output<typeof Faq>

const Write = z.object({
  categoria: z.enum(FAQ_CATEGORIES),
  preguntaEs: z.string().trim().min(5).max(300),
  preguntaEn: z.string().trim().min(5).max(300),
  respuestaEs: z.string().trim().min(5).max(4000),
  respuestaEn: z.string().trim().min(5).max(4000),
  publicada: z.boolean().default(true),
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
  body: changesOf(Write),
  response: Faq,
})
export const deleteFaq = endpoint('DELETE', '/faq/:id', {
  summary: 'Remove a question',
  allow: 'helpdesk.faq.write',
  params: ById,
  response: z.object({ ok: z.literal(true) }),
})
