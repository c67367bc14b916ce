import type { Endpoint } from '@cuadre/api/endpoint'
import type { FastifyRequest, RouteOptions } from 'fastify'
import { sql } from 'kysely'
import type { VerifyToken } from '../access/token.ts'
import { type Db, row } from '../database/index.ts'
import { bearerOf } from './authorize.ts'

/** Per minute and caller, where the contract sets no `rate`. */
const DEFAULT_RATE = 120

/** The rate limit of a call, or none: sign-in, mail and uploads have one (`rate` of the contract). */
export const rateLimitOf = ({ rate, multipart, path, allow }: Endpoint) =>
  rate || multipart || path === '/auth/login'
    ? { config: { rateLimit: { max: rate ?? DEFAULT_RATE, timeWindow: 60_000, ...(allow === 'public' && { keyGenerator: addressOf }) } } }
    : {}

/** The token of a public call is not verified, so a new one for each call must not count as a new caller. */
const addressOf = (request: FastifyRequest) => request.ip

/**
 * Counts by the person of a verified token, because many people of an office share one address: whatever the letters of the header, and over
 * every new token. Whatever is no token counts by address.
 */
export const rateKey = (verifyToken: VerifyToken) => async (request: FastifyRequest) => {
  const token = bearerOf(request)
  const session = token ? await verifyToken(token).catch(() => undefined) : undefined
  return session ? `${session.iss} ${session.sub}` : request.ip
}

/** Over, or counted by a clock that was wrong and was set back since. */
const over = sql`(r.until <= now() or r.until > excluded.until + interval '1 minute')`

type Count = { current: number; ttl: number }
type Callback = (error: Error | null, count?: Count) => void

/** Counts in the database, so that a limit holds over any number of server processes. A store of @fastify/rate-limit. */
export function rateStore(db: Db) {
  return class Store {
    route: string
    constructor(_options?: unknown, route = '') {
      this.route = route
    }

    incr(key: string, callback: Callback, window: number) {
      row(
        db,
        sql<Count>`insert into rate_limit as r (key, count, until)
          values (${`${this.route} ${key}`}, 1, now() + ${`${window} milliseconds`}::interval)
          on conflict (key) do update set
            count = case when ${over} then 1 else r.count + 1 end,
            until = case when ${over} then excluded.until else r.until end
          returning count as current, ceil(extract(epoch from until - now()) * 1000)::int as ttl`,
      ).then((count) => callback(null, count), callback)
    }

    child(options: unknown) {
      // The plugin hands over the route under this name; its types leave it out.
      const { routeInfo } = options as { routeInfo?: RouteOptions }
      return new Store(undefined, `${routeInfo?.method} ${routeInfo?.url}`)
    }
  }
}

export const deleteExpiredRateLimits = (db: Db) => sql`delete from rate_limit where until < now()`.execute(db)
