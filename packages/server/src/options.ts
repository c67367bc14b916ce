import type { VerifyToken } from './platform/access/token.ts'
import type { Db } from './platform/database/index.ts'
import type { Live } from './platform/database/live.ts'
import type { LogOptions } from './platform/operate/log.ts'
import type { IdentityAdmin, Provider, VerifyLogout } from './platform/provider/provider.ts'
import type { Storage } from './platform/storage/index.ts'

/** What the server is given at its start: its database, files and provider, and what a deployment sets. */
export type AppOptions = {
  db: Db
  /** What the database announces, for the open lines. */
  live: Live
  storage: Storage
  verifyToken: VerifyToken
  /** Told to the browser by GET /auth/config. */
  auth: { url: string; realm: string; clientId: string }
  /** IANA zone in which deadlines are local. */
  zone: string
  /** The provider's accounts, where they are kept from here; otherwise whoever administers the provider makes them. */
  identity?: IdentityAdmin
  /** The provider's passwords, second factors and sessions, under the same condition. */
  credentials?: Provider
  /** Where the provider tells of sessions that have ended; the embedded one is asked instead. */
  verifyLogout?: VerifyLogout
  /** E-mail domains whose people may ask for an account themselves; nobody unless said. */
  signUpDomains?: readonly string[]
  /** Where mail to support goes; to every active administrator unless said. */
  supportEmail?: string
  now?: () => Date
  /** Between two signs of life of an open line. */
  heartbeatMs?: number
  log?: LogOptions | undefined
  /** Whether answers are compressed here, where browsers reach this server directly; behind a web server, that one does it. */
  compress?: boolean
  /** Who may read /metrics; without it, whoever reaches the port. */
  metricsToken?: string | undefined
  /** Proxies whose X-Forwarded-For is believed, as Fastify's `trustProxy`. */
  trustProxy?: boolean | string | undefined
}
