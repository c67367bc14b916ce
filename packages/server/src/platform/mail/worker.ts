import { sql } from 'kysely'
import { type Db, rows } from '../database/index.ts'
import { isOutsideAccess } from './deliver.ts'
import { compose, type QueuedMail } from './message.ts'
import type { Template } from './templates.ts'
import type { Transport } from './transport.ts'

type Options = {
  db: Db
  transport: Transport
  /** IANA zone in which deadlines are shown. */
  zone?: string
  /** The address of the application, for links. */
  webUrl?: string
}

const BATCH = 10
/** After this many attempts a mail is given up; the index of the outbox has the same number. */
const MAX_ATTEMPTS = 8
/** Where nobody refused the mail but the server was away or asked to come back, it is tried every hour this long, over a weekend too. */
const PATIENCE = '4 days'
/** What they carry is good for minutes: days later it would only confuse. */
const SHORT_LIVED: readonly string[] = ['codigo_correo', 'correo_por_confirmar', 'recuperar_contrasena'] satisfies Template[]
/** With so many attempts it waits an hour for the next, and another one is left should this process end during it. */
const LATEST = 6
const LEASE = '10 minutes'
/** Nothing waits so long, not for the next working day either: what seems to was put off by a clock that was wrong and was set back since. */
const FAR = '20 days'

/** Sends due mail every `everyMs`, until `stop()`, which waits for the mails being sent. Any number of workers may run. */
export function startMailWorker({
  everyMs,
  log = () => {},
  ...options
}: Options & { everyMs: number; log?: (error: unknown) => void }): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let pass = Promise.resolve()
  const run = async () => {
    // The database may be unreachable for a while; the mail stays in the outbox.
    await deliverDue({ ...options, until: () => stopped }).catch(log)
    if (!stopped) timer = setTimeout(start, everyMs).unref()
  }
  const start = () => {
    pass = run()
  }
  start()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await pass
    options.transport.close?.()
  }
}

/** Sends all mail that is due. @returns how many were sent */
export async function deliverDue({ until = () => false, ...options }: Options & { until?: () => boolean }): Promise<number> {
  let sent = 0
  while (!until()) {
    const batch = await claim(options.db, options.zone ?? 'utc')
    if (batch.length === 0) break
    sent += (await Promise.all(batch.map((mail) => deliver(options, mail)))).filter(Boolean).length
  }
  return sent
}

type Claimed = QueuedMail & { attempts: number }

/**
 * Leases mails in one statement: other workers skip them, and no transaction stays open while the mail server answers (the embedded
 * database has one connection). If this process dies, the mails are due again when the lease ends. What waited for its hour, perhaps for
 * days, goes to nobody who has left or whose access as auditor has ended meanwhile, and to the address that they have now.
 */
const claim = (db: Db, zone: string) =>
  rows(
    db,
    sql<Claimed>`with gone as (delete from outbox m using app_user u where m.sent_at is null and not m.held and m.window_from is not null
        and m.attempts < ${MAX_ATTEMPTS} and m.next_at <= now() and u.id = m.user_id
        and (not u.active or ${isOutsideAccess(sql`u.id`, sql`now()`, zone)}) returning m.id)
      update outbox o set attempts = attempts + 1, next_at = now() + ${LEASE}::interval,
        email = coalesce((select u.email from app_user u where u.id = o.user_id and o.window_from is not null), o.email)
      where id not in (select id from gone) and id in (select id from outbox where sent_at is null and attempts < ${MAX_ATTEMPTS} and not held and (next_at <= now() or next_at > now() + ${FAR}::interval)
          and (window_from is null or (now() at time zone coalesce(window_zone, ${zone}))::time between window_from and window_to)
        order by next_at, id limit ${BATCH} for update skip locked)
      returning id, email, locale, template, params, route, items, attempts`,
  )

async function deliver({ db, transport, zone = 'utc', webUrl }: Options, mail: Claimed): Promise<boolean> {
  try {
    await transport.send(compose(mail, zone, webUrl))
  } catch (error) {
    await sql`update outbox set failed = ${reasonOf(error)},
      attempts = case when ${isTemporary(error) && !SHORT_LIVED.includes(mail.template)} and created_at > now() - ${PATIENCE}::interval then least(attempts, ${LATEST}) else attempts end, next_at = now() + ${`${backOff(mail.attempts)} minutes`}::interval
      where id = ${mail.id} and attempts = ${mail.attempts}`.execute(db)
    return false
  }
  // A temporary password is deleted once its mail is sent.
  await sql`update outbox set sent_at = now(), failed = null, params = params - 'secret' where id = ${mail.id}`.execute(db)
  return true
}

/** Nobody answered, the server would not let us in, or it said “later” (4xx): nothing of which is the mail's own fault. */
function isTemporary(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  if (code === 'EAUTH') return true
  return typeof responseCode === 'number' ? responseCode < 500 : typeof code === 'string' && code !== 'EENVELOPE' && code !== 'EMESSAGE'
}

/** Minutes before the next attempt: 1, 2, 4 … 64, about two hours in all for what is refused. */
export const backOff = (attempts: number) => 2 ** (attempts - 1)

/** Only code and SMTP status: the text of a mail server's error contains addresses. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const known = typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : 'ERROR'
  return typeof responseCode === 'number' ? `${known} ${responseCode}` : known
}
