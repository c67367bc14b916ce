import { pageLink } from '@cuadre/api/pages'
import { sql } from 'kysely'
import { hasKey } from '../access/has-key.ts'
import { type Db, row, rows, transaction } from '../database/index.ts'
import { startScheduler } from '../jobs/scheduler.ts'
import { notify } from '../mail/notify.ts'
import type { Outside } from './outside.ts'
import { signatureOf } from './signature.ts'

type Due = { id: number; webhook_id: number; kind: string; data: object; at: string; attempts: number; url: string; secret: string }

const BATCH = 10
const LEASE = '2 minutes'
/** Minutes until the next attempt: in all about two days. Then it is given up, and whoever set it up is told. */
const BACK_OFF = [1, 5, 30, 120, 360, 720, 1440]
/** Nothing waits so long: what seems to was put off by a clock that was wrong and was set back since. */
const FAR = '2 days'
const MAX_ATTEMPTS = BACK_OFF.length + 1

type Sender = { db: Db; outside: Outside; now?: () => Date }

/** Sends what is due, a few at a time. @returns how many arrived */
export async function sendDue(sender: Sender, until: () => boolean = () => false): Promise<number> {
  let arrived = 0
  while (!until()) {
    const batch = await claim(sender.db)
    if (batch.length === 0) break
    arrived += (await Promise.all(batch.map((due) => sendOne(sender, due)))).filter(Boolean).length
  }
  return arrived
}

const columns = sql`d.id::int as id, d.webhook_id, d.kind, d.data, d.at, d.attempts, w.url, w.secret`

/** Leases them in one statement, as the mail worker does: no transaction stays open while the other system answers. */
const claim = (db: Db, only: number | null = null) =>
  rows(
    db,
    sql<Due>`with due as (
        select d.id from webhook_delivery d join webhook w on w.id = d.webhook_id where d.state = 'pendiente' and w.active and (d.next_at <= now() or d.next_at > now() + ${FAR}::interval)
          and (${only}::bigint is null or d.id = ${only}::bigint) order by d.next_at, d.id limit ${BATCH} for update of d skip locked)
      update webhook_delivery d set attempts = d.attempts + 1, tried_at = now(), next_at = now() + ${LEASE}::interval from webhook w, due
      where d.id = due.id and w.id = d.webhook_id returning ${columns}`,
  )

/** One that was just written, at once. */
export async function sendNow(sender: Sender, id: number): Promise<void> {
  for (const due of await claim(sender.db, id)) await sendOne(sender, due, 1)
}

async function sendOne({ db, outside, now = () => new Date() }: Sender, due: Due, attemptsLeft = MAX_ATTEMPTS): Promise<boolean> {
  const body = JSON.stringify({ id: due.id, evento: due.kind, fecha: new Date(due.at).toISOString(), datos: due.data })
  const said = await outside
    .post(due.url, body, {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Cuadre-Webhook/1',
      'cuadre-event': due.kind,
      'cuadre-delivery': String(due.id),
      'cuadre-signature': signatureOf(due.secret, body, Math.floor(now().getTime() / 1000)),
    })
    .catch((error: { code?: unknown }) => ({ error: reasonOf(error) }))
  const status = 'status' in said ? said.status : null
  const text = 'text' in said ? said.text.replaceAll('\0', '') : null
  const error = 'error' in said ? said.error : null
  const arrived = status !== null && status >= 200 && status < 300
  const given = !arrived && due.attempts >= attemptsLeft
  await transaction(db, async (tx) => {
    const kept = await row(
      tx,
      sql`update webhook_delivery set state = ${arrived ? 'entregada' : given ? 'fallida' : 'pendiente'}, status = ${status}::int, answer = ${text}, error = ${error},
          next_at = now() + ${`${BACK_OFF[due.attempts - 1] ?? 0} minutes`}::interval
        where id = ${due.id} and attempts = ${due.attempts} returning id`,
    )
    if (!kept) return
    await sql`update webhook set failing_since = case when ${arrived}::boolean then null else coalesce(failing_since, now()) end where id = ${due.webhook_id}`.execute(
      tx,
    )
    // Nobody is there: what else waits for that system does not keep those of others waiting for its silence.
    if (error !== null)
      await sql`update webhook_delivery set next_at = now() + interval '1 minute' where webhook_id = ${due.webhook_id} and state = 'pendiente' and next_at <= now()`.execute(
        tx,
      )
    if (given && due.kind !== 'prueba') await tellGivenUp(tx, due)
  })
  return arrived
}

/** Once a day, however many are given up: whoever set it up, or else all who may see to it. */
async function tellGivenUp(tx: Db, { id, webhook_id: of }: Due) {
  const hook = await row(
    tx,
    sql<{
      name: string
      created_by: number
    }>`select name, created_by from webhook where id = ${of} and not exists (select from webhook_delivery d
      where d.webhook_id = ${of} and d.id <> ${id} and d.kind <> 'prueba' and d.state = 'fallida' and d.tried_at > now() - interval '1 day')`,
  )
  if (hook)
    await notify(
      tx,
      await whoSeesToIt(tx, hook.created_by),
      'aviso_a_sistema_fallido',
      { name: hook.name },
      pageLink('/avisos-a-sistemas', { aviso: of }),
    )
}

async function whoSeesToIt(tx: Db, createdBy: number): Promise<number[]> {
  const able = await rows(
    tx,
    sql<{
      id: number
    }>`select distinct u.id from app_user u join user_role r on r.user_id = u.id where u.active and ${hasKey('admin.webhook.write')}`,
  )
  return able.some(({ id }) => id === createdBy) ? [createdBy] : able.map(({ id }) => id)
}

/** A code alone: the text of an error may contain addresses of the network. */
const reasonOf = ({ code }: { code?: unknown }) => (typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'ERROR')

export const forgetOld = (db: Db, before: Date) =>
  sql`delete from webhook_delivery where state <> 'pendiente' and at < ${before.toISOString()}::timestamptz`.execute(db).then(() => null)

/** Sends every `everyMs`, until `stop()`, which waits for what is being sent. Any number of processes may run. */
export function startWebhooks({ everyMs = 3000, log, ...sender }: Sender & { everyMs?: number; log?: (error: unknown) => void }) {
  let stopped = false
  const stop = startScheduler({ everyMs, tick: () => sendDue(sender, () => stopped), ...(log && { log }) })
  return () => {
    stopped = true
    return stop()
  }
}
