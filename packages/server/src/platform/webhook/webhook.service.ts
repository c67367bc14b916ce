import { randomBytes } from 'node:crypto'
import type { Parsed } from '@cuadre/api/endpoint'
import type { createWebhook, updateWebhook, Webhook, WebhookDelivery, WebhookSecret } from '@cuadre/api/webhook'
import type { AppOptions } from '../../options.ts'
import { recordChange } from '../audit/index.ts'
import { type Db, transaction } from '../database/index.ts'
import { Conflict, Invalid, NotFound } from '../errors.ts'
import type { Caller } from '../http/context.ts'
import { outsideCalls } from './outside.ts'
import * as repository from './webhook.repository.ts'
import { sendNow } from './webhook.send.ts'

type Deps = Pick<AppOptions, 'db' | 'outside'>
const outsideOf = ({ outside }: Deps) => outside ?? outsideCalls()
/** 256 random bits. */
const newSecret = () => `whsec_${randomBytes(32).toString('base64url')}`

/** @throws 404 */
export async function get(db: Db, id: number): Promise<Webhook> {
  const found = await repository.find(db, id)
  if (!found) throw NotFound()
  return found
}

/** @throws 422 for an address that may not be called */
export function create(deps: Deps, caller: Caller, body: Parsed<typeof createWebhook>['body']): Promise<WebhookSecret> {
  checkAddress(deps, body.URL)
  const SECRETO = newSecret()
  return transaction(deps.db, async (tx) => {
    const id = await repository.insert(tx, body, SECRETO, caller.userId)
    const made = await get(tx, id)
    await recordChange(tx, caller, { subject: 'aviso_a_sistema', id, before: null, after: snapshot(made) })
    return { ...made, SECRETO }
  })
}

/** @throws 404, 409 if it has changed since, 422 */
export function update(deps: Deps, caller: Caller, id: number, { REVISION, ...change }: Parsed<typeof updateWebhook>['body']) {
  if (change.URL !== undefined) checkAddress(deps, change.URL)
  return transaction(deps.db, async (tx) => {
    await repository.lock(tx, id)
    const before = await get(tx, id)
    if (REVISION !== undefined && REVISION !== before.REVISION) throw Conflict('row_moved', {}, before)
    await repository.save(tx, id, { ...before, ...change })
    const after = await get(tx, id)
    if (after.URL !== before.URL || (after.ACTIVO && !before.ACTIVO)) await repository.sendWaiting(tx, id)
    await recordChange(tx, caller, { subject: 'aviso_a_sistema', id, before: snapshot(before), after: snapshot(after) })
    return after
  })
}

export const remove = (db: Db, caller: Caller, id: number) =>
  transaction(db, async (tx) => {
    const before = await get(tx, id)
    await repository.remove(tx, id)
    await recordChange(tx, caller, { subject: 'aviso_a_sistema', id, before: snapshot(before), after: null })
    return { ok: true as const }
  })

export const renewSecret = (db: Db, caller: Caller, id: number): Promise<WebhookSecret> =>
  transaction(db, async (tx) => {
    const found = await get(tx, id)
    const SECRETO = newSecret()
    await repository.saveSecret(tx, id, SECRETO)
    await recordChange(tx, caller, { subject: 'aviso_a_sistema', id, before: null, after: { acceso: 'secreto_renovado' } })
    return { ...found, SECRETO }
  })

/** Tried once: whoever asks sees the answer, or why there is none. @throws 404, 409 for one that is not active */
export async function test(deps: Deps, caller: Caller, id: number): Promise<WebhookDelivery> {
  const made = await transaction(deps.db, async (tx) => {
    const found = await get(tx, id)
    if (!found.ACTIVO) throw Conflict('webhook_inactive', {}, found)
    await recordChange(tx, caller, { subject: 'aviso_a_sistema', id, before: null, after: { acceso: 'prueba_de_aviso' } })
    return repository.insertTest(tx, id)
  })
  await sendNow({ db: deps.db, outside: outsideOf(deps) }, made)
  return delivery(deps.db, made)
}

/** @throws 404, 409 for a system that is not active: it would wait in silence */
export const repeat = (db: Db, caller: Caller, id: number): Promise<WebhookDelivery> =>
  transaction(db, async (tx) => {
    await delivery(tx, id)
    const hook = await repository.findOf(tx, id)
    if (!hook.ACTIVO) throw Conflict('webhook_inactive', {}, hook)
    await repository.again(tx, id)
    await recordChange(tx, caller, { subject: 'aviso_a_sistema', id: hook.id, before: null, after: { acceso: 'aviso_repetido' } })
    return delivery(tx, id)
  })

async function delivery(db: Db, id: number): Promise<WebhookDelivery> {
  const found = await repository.findDelivery(db, id)
  if (!found) throw NotFound()
  return found
}

function checkAddress(deps: Deps, url: string) {
  if (!outsideOf(deps).accepts(url)) throw Invalid('URL', 'webhook_address')
}

const snapshot = ({ NOMBRE, URL, EVENTOS, ACTIVO }: Webhook) => ({ NOMBRE, URL, EVENTOS, ACTIVO })
