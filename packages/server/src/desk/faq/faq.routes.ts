import type { faqApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as faqs from './faq.service.ts'

export const faqRoutes = ({ db }: AppOptions): Handlers<typeof faqApi> => ({
  listFaqs: ({ caller, query }) => faqs.list(db, caller, query),
  createFaq: ({ body }) => faqs.create(db, body),
  updateFaq: ({ params, body }) => faqs.update(db, params.id, body),
  deleteFaq: ({ params }) => faqs.remove(db, params.id),
})
