import type { faqApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { list } from './faq.repository.ts'
import * as faqs from './faq.service.ts'
import * as voice from './faq.voice.ts'

export const faqRoutes = ({ db }: AppOptions): Handlers<typeof faqApi> => ({
  listFaqs: ({ caller, query }) => list(db, caller, query),
  createFaq: ({ caller, body }) => faqs.create(db, caller, body),
  updateFaq: ({ caller, params, body }) => faqs.update(db, caller, params.id, body),
  deleteFaq: ({ params }) => faqs.remove(db, params.id),
  orderFaqs: ({ body }) => faqs.order(db, body),
  listFaqVersions: ({ params }) => faqs.versions(db, params.id),
  voteFaq: ({ caller, params, body }) => voice.vote(db, caller, params.id, body),
  listFaqVotes: ({ params }) => voice.votes(db, params.id),
  missFaq: ({ body }) => voice.miss(db, body.texto),
  listFaqMisses: () => voice.misses(db),
  settleFaqMiss: ({ caller, body }) => voice.settle(db, caller, body),
})
