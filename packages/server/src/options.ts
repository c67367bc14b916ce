import type { VerifyToken } from './platform/access/token.ts'
import type { Connections, Db } from './platform/database/index.ts'
import type { Live } from './platform/database/live.ts'
import type { Reads } from './platform/database/replica.ts'
import type { Activity } from './platform/operate/activity.ts'
import type { LogOptions } from './platform/operate/log.ts'
import type { IdentityAdmin, Provider, ServiceClients, VerifyLogout } from './platform/provider/provider.ts'
import type { Storage } from './platform/storage/index.ts'
import type { Outside } from './platform/webhook/outside.ts'

/** The dependencies and settings of the server. */
export type AppOptions = {
  db: Db
  /** Database announcements, for server-sent event streams. */
  live: Live
  storage: Storage
  verifyToken: VerifyToken
  /** Sent to the browser by GET /auth/config. */
  auth: { url: string; realm: string; clientId: string }
  /** IANA zone in which deadlines are local. */
  zone: string
  /** Accounts at the provider, if managed from here; otherwise the provider's administrator creates them. */
  identity?: IdentityAdmin
  /** Passwords, second factors and sessions at the provider, under the same condition. */
  credentials?: Provider
  /** Programs at the provider, under the same condition. */
  services?: ServiceClients
  /** Verifies the provider's back-channel logout tokens; the embedded provider is asked directly instead. */
  verifyLogout?: VerifyLogout
  /** E-mail domains whose people may register themselves; nobody by default. */
  signUpDomains?: readonly string[]
  /** Recipient of messages to support; by default every active administrator. */
  supportEmail?: string
  /** Calls to other systems; by default none inside the server's own network. */
  outside?: Outside
  now?: () => Date
  /** Heartbeat interval of server-sent event streams. */
  heartbeatMs?: number
  log?: LogOptions | undefined
  /** Whether responses are compressed here, because browsers reach this server directly; otherwise the web server in front does it. */
  compress?: boolean
  /** Bearer token for /metrics; without it there are none. */
  metricsToken?: string | undefined
  /** What else the process does, for metrics and log. */
  activity?: Activity
  /** Of the database's pool, for metrics. */
  connections?: (() => Connections) | undefined
  /** Statements that its replica might answer, for metrics. */
  reads?: (() => Reads) | undefined
  /** Statements from this duration on are logged, where there is an `activity`. */
  slowStatementMs?: number
  /** Proxies whose X-Forwarded-For is trusted, as in Fastify's `trustProxy`. */
  trustProxy?: boolean | string | undefined
}
