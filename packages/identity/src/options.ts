import type { JWK } from 'jose'

/** One statement, `$1` placeholders: node-postgres and PGlite both fit. */
export type Sql = (text: string, params?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

/** Never carries a token, a code or a password. */
export type IdentityEvent = { type: string; [detail: string]: unknown }

/** Keys kept outside the database: what a deployment hands over instead of letting them be generated. */
export type IdentityKeys = {
  /** RS256 private keys; the first one signs, the others are still accepted. */
  signing: JWK[]
  /** The first one signs cookies, the others are still accepted. */
  cookies: string[]
  /** Seals second-factor secrets at rest. At least 32 characters. */
  vault: string
}

export type IdentityOptions = {
  /** Ends in `/realms/<realm>`, e.g. `http://localhost:4000/realms/corp`. */
  issuer: string
  clientId: string
  audience: string
  /** Where the application is served from. Redirect addresses are derived from these and compared exactly. */
  appOrigins: string[]
  sql: Sql
  rolesOf: (sub: string) => Promise<string[]>
  sessionLimits: () => Promise<SessionLimits>
  /** Days after which a person's password must be changed at the next sign-in; 0, the default: never. */
  passwordDays?: (sub: string) => Promise<number>
  /** Whether a person must show a second factor at every sign-in, and set one up at the first; default: nobody must. */
  secondFactorCompulsory?: (sub: string) => Promise<boolean>
  /** Told when a person has changed their password on a page of the provider; a change by the application's own calls is told there. */
  passwordChanged?: (sub: string) => Promise<void>
  /** Told when a person's password was tried too often: they may be sent a way in that does not wait. */
  locked?: (sub: string) => Promise<void>
  /** Default: the issuer is https. A browser drops Secure cookies of an http issuer, so true is for https only. */
  secureCookies?: boolean
  /** Default 300. */
  accessTokenSeconds?: number
  /** Default: generated once and kept in the database. */
  keys?: IdentityKeys
  /** At least 32 characters from outside the database, with which the keys kept in it are sealed. */
  sealingKey?: string
  log?: (event: IdentityEvent) => void
}

export type SessionLimits = { idleMinutes: number; maxMinutes: number }
