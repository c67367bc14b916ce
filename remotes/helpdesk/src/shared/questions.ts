import type { Faq } from '@cuadre/api/faq'
import { pageLink } from '@cuadre/api/pages'

export const questionOf = (faq: Faq, locale: string) => (locale === 'en' ? faq.preguntaEn : faq.preguntaEs)
export const answerOf = (faq: Faq, locale: string) => (locale === 'en' ? faq.respuestaEn : faq.respuestaEs)
/** A question as it is sent: its words, and the address that the thread shows as a link. */
export const linkTo = (faq: Faq, locale: string) => `${questionOf(faq, locale)}\n${pageLink('/faq', { pregunta: faq.id })}`
