import type { deliveryApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import { Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as repository from './delivery.repository.ts'
import { fileOfRows } from './delivery.rows.ts'
import { setRule } from './delivery.rule.ts'
import { type Given, take } from './delivery.service.ts'
import * as view from './delivery.view.ts'

export const deliveryRoutes = (options: AppOptions): Handlers<typeof deliveryApi> => {
  /** @throws what refused the file as a whole, as every upload does */
  const deliver = async (caller: Caller, given: Given) => {
    const { id, refused } = await take(options, caller, given)
    if (refused) throw refused
    return view.get(options.db, caller, id)
  }
  return {
    async sendDelivery({ caller, body, idempotencyKey }) {
      if (!body.file?.path) throw Invalid('file', 'file_required')
      return deliver(caller, { ...body, idempotencyKey, origin: 'api' })
    },
    async sendRows({ caller, body: { filas, ...body }, idempotencyKey }) {
      const file = await fileOfRows(options.storage, filas)
      try {
        return await deliver(caller, { ...body, file, idempotencyKey, origin: 'api' })
      } finally {
        await options.storage.drop(file)
      }
    },
    getDelivery: ({ caller, params }) => view.get(options.db, caller, params.id),
    deliveryRefusals: ({ caller, params, query }) => view.refusals(options.db, caller, params.id, query),
    listDeliveries: ({ caller, query }) => view.list(options.db, caller, query),
    listDeliveryRules: ({ caller, query }) => repository.listRules(options.db, caller, query),
    setDeliveryRule: ({ caller, params, body }) => setRule(options.db, caller, params.id, body),
  }
}
