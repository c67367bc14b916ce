import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Db, row } from '../database/index.ts'
import { NotFound, Unauthorized } from '../errors.ts'

/**
 * GET /metrics in Prometheus format, for requests that send the `token` as bearer; without one it is not there. Labels carry route patterns, never addresses
 * with ids.
 */
export function serveMetrics(app: FastifyInstance, db: Db, token?: string) {
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
    help: 'Age of the oldest mail that waits.',
    registers: [register],
  })
  const givenUp = new Gauge({ name: 'cuadre_outbox_given_up', help: 'Mails that failed until they were given up.', registers: [register] })

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
        coalesce(extract(epoch from now() - min(created_at) filter (where attempts < 8)), 0)::int as oldest,
        count(*) filter (where attempts >= 8)::int as "givenUp"
        from outbox where sent_at is null`,
    )
    waiting.set(mail?.waiting ?? 0)
    oldest.set(mail?.oldest ?? 0)
    givenUp.set(mail?.givenUp ?? 0)
    return reply.type(register.contentType).send(await register.metrics())
  })
}
