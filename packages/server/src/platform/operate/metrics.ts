import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Connections, type Db, row } from '../database/index.ts'
import type { Reads } from '../database/replica.ts'
import { NotFound, Unauthorized } from '../errors.ts'
import type { Activity } from './activity.ts'

const MAX_SECTIONS = 40

/**
 * GET /metrics in Prometheus format, for requests that send the `token` as bearer; without one it is not there. Labels carry route patterns, never addresses
 * with ids.
 */
export function serveMetrics(
  app: FastifyInstance,
  {
    db,
    token,
    activity,
    connections,
    reads,
  }: {
    db: Db
    token?: string | undefined
    activity?: Activity | undefined
    connections?: (() => Connections) | undefined
    reads?: (() => Reads) | undefined
  },
) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const seconds = new Histogram({
    name: 'cuadre_http_request_duration_seconds',
    help: 'Answers by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers: [register],
  })
  const waiting = new Gauge({ name: 'cuadre_outbox_waiting', help: 'Mails that wait to be sent.', registers: [register] })
  const oldest = new Gauge({
    name: 'cuadre_outbox_oldest_seconds',
    help: 'How long the oldest mail has waited that is due or was tried; a digest that waits for its hour is not late.',
    registers: [register],
  })
  const givenUp = new Gauge({ name: 'cuadre_outbox_given_up', help: 'Mails that failed until they were given up.', registers: [register] })
  const webhooksWaiting = new Gauge({
    name: 'cuadre_webhooks_waiting',
    help: 'Events that have not arrived at an address that is active.',
    registers: [register],
  })
  const webhooksOldest = new Gauge({
    name: 'cuadre_webhooks_oldest_seconds',
    help: 'How long ago the oldest of them happened.',
    registers: [register],
  })

  const statements = new Histogram({
    name: 'cuadre_statement_duration_seconds',
    help: 'Statements of the database, as this process waited for them.',
    buckets: [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers: [register],
  })
  const bucket = new Histogram({
    name: 'cuadre_bucket_call_duration_seconds',
    help: 'Calls of the bucket of the files, with what was tried again; failed: refused, or without an answer.',
    labelNames: ['outcome'],
    buckets: [0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers: [register],
  })
  const pages = new Histogram({
    name: 'cuadre_page_seconds',
    help: 'As browsers measured it: until the main content stood (LCP), until a touch was answered (INP), by section.',
    labelNames: ['metric', 'section'],
    buckets: [0.05, 0.1, 0.2, 0.5, 1, 2.5, 4, 10],
    registers: [register],
  })
  const moved = new Histogram({
    name: 'cuadre_page_layout_shift',
    help: 'How much of a page moved by itself (CLS), as browsers measured it, by section.',
    labelNames: ['section'],
    buckets: [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1],
    registers: [register],
  })
  const sections = new Set<string>()
  activity?.onTiming(({ metric, section, value }) => {
    // A label is what a browser says: no more of them than the product has sections.
    if (sections.size < MAX_SECTIONS) sections.add(section)
    const known = sections.has(section) ? section : 'other'
    if (metric === 'CLS') moved.observe({ section: known }, value)
    else pages.observe({ metric, section: known }, value)
  })
  activity?.onBucketCall(({ ms, failed }) => bucket.observe({ outcome: failed ? 'failed' : 'answered' }, ms / 1000))
  activity?.onStatement(({ ms }) => statements.observe(ms / 1000))
  if (activity)
    new Gauge({
      name: 'cuadre_jobs_age_seconds',
      help: 'Seconds since the scheduled jobs last ran to their end in this process.',
      registers: [register],
      collect() {
        this.set(activity.jobsAge())
      },
    })
  if (reads)
    new Counter({
      name: 'cuadre_replica_reads_total',
      help: 'Statements of dashboards, statistics, histories and exports outside transactions, by who answered them.',
      labelNames: ['server'],
      registers: [register],
      collect() {
        this.reset()
        for (const [server, count] of Object.entries(reads())) this.inc({ server }, count)
      },
    })
  if (connections)
    new Gauge({
      name: 'cuadre_database_connections',
      help: 'Connections of this process to the database: busy, idle, and statements waiting for one.',
      labelNames: ['state'],
      registers: [register],
      collect() {
        const { open, idle, waiting } = connections()
        this.set({ state: 'busy' }, open - idle)
        this.set({ state: 'idle' }, idle)
        this.set({ state: 'waiting' }, waiting)
      },
    })

  app.addHook('onResponse', async (request, reply) => {
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/metrics', async (request, reply) => {
    if (!token) throw NotFound()
    if (request.headers.authorization !== `Bearer ${token}`) throw Unauthorized()
    const mail = await row(
      db,
      sql<{ waiting: number; oldest: number; givenUp: number }>`select
        count(*) filter (where attempts < 8)::int as waiting,
        coalesce(extract(epoch from now() - min(case when attempts = 0 then next_at else created_at end)
          filter (where attempts < 8 and not held and window_from is null and (attempts > 0 or next_at <= now()))), 0)::int as oldest,
        count(*) filter (where attempts >= 8)::int as "givenUp"
        from outbox where sent_at is null`,
    )
    const webhooks = await row(
      db,
      sql<{
        waiting: number
        oldest: number
      }>`select count(*)::int as waiting, coalesce(extract(epoch from now() - min(d.at)), 0)::int as oldest
        from webhook_delivery d join webhook w on w.id = d.webhook_id where d.state = 'pendiente' and w.active`,
    )
    webhooksWaiting.set(webhooks?.waiting ?? 0)
    webhooksOldest.set(webhooks?.oldest ?? 0)
    waiting.set(mail?.waiting ?? 0)
    oldest.set(mail?.oldest ?? 0)
    givenUp.set(mail?.givenUp ?? 0)
    return reply.type(register.contentType).send(await register.metrics())
  })
}
