import type { webhookApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../http/implement.ts'
import * as repository from './webhook.repository.ts'
import * as webhooks from './webhook.service.ts'

export const webhookRoutes = (options: AppOptions): Handlers<typeof webhookApi> => ({
  listWebhooks: ({ query }) => repository.list(options.db, query),
  createWebhook: ({ caller, body }) => webhooks.create(options, caller, body),
  updateWebhook: ({ caller, params, body }) => webhooks.update(options, caller, params.id, body),
  removeWebhook: ({ caller, params }) => webhooks.remove(options.db, caller, params.id),
  renewWebhookSecret: ({ caller, params }) => webhooks.renewSecret(options.db, caller, params.id),
  testWebhook: ({ caller, params }) => webhooks.test(options, caller, params.id),
  async listWebhookDeliveries({ params, query }) {
    await webhooks.get(options.db, params.id)
    return repository.listDeliveries(options.db, params.id, query)
  },
  repeatWebhookDelivery: ({ caller, params }) => webhooks.repeat(options.db, caller, params.id),
})
