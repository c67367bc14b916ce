import { createHash } from 'node:crypto'
import type { Endpoint } from '@cuadre/api/endpoint'
import type { FastifyRequest, RouteOptions } from 'fastify'
import { sql } from 'kysely'
import { type Db, row } from '../database/index.ts'

/** Uploads and session openings a minute of one caller, where the contract says no other number. */
const USUAL = 120

/** The limit of a call, or none: sign-in, mail and uploads have one (`rate` of the contract). */
export const rateOf = ({ rate, multipart, path, allow }: Endpoint) =>
  rate || multipart || path === '/auth/login'
    ? { config: { rateLimit: { max: rate ?? USUAL, timeWindow: 60_000, ...(allow === 'public' && { keyGenerator: addressOf }) } } }
    : {}

/** Nobody looks at the token of a public call: another one each time must not be another caller. */
const addressOf = (request: FastifyRequest) => request.ip

/** Who is counted: the session when there is one, so that an office behind one address is not one caller. */
export const rateKey = (request: FastifyRequest) => {
  const { authorization } = request.headers
  return authorization ? createHash('sha256').update(authorization).digest('base64url') : request.ip
}

type Counted = { current: number; ttl: number }
type Told = (error: Error | null, counted?: Counted) => void

/** Counts in the database, so that a limit holds over any number of server processes. A store of @fastify/rate-limit. */
export function rateStore(db: Db) {
  return class Store {
    place: string
    constructor(_options?: unknown, place = '') {
      this.place = place
    }

    incr(key: string, told: Told, window: number) {
      row(
        db,
        sql<Counted>`insert into rate_limit as r (key, count, until)
          values (${`${this.place} ${key}`}, 1, now() + ${`${window} milliseconds`}::interval)
          on conflict (key) do update set
            count = case when r.until <= now() then 1 else r.count + 1 end,
            until = case when r.until <= now() then excluded.until else r.until end
          returning count as current, ceil(extract(epoch from until - now()) * 1000)::int as ttl`,
      ).then((counted) => told(null, counted), told)
    }

    child(options: unknown) {
      // The plugin hands over the route under this name; its types leave it out.
      const { routeInfo } = options as { routeInfo?: RouteOptions }
      return new Store(undefined, `${routeInfo?.method} ${routeInfo?.url}`)
    }
  }
}

/** Forgets windows that are over. */
export const forgetRates = (db: Db) => sql`delete from rate_limit where until < now()`.execute(db)
