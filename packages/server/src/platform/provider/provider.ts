import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, row } from '../../platform/database/index.ts'
import { Conflict, NamedError } from '../../platform/errors.ts'
import type { Locale } from '../../platform/http/context.ts'

type Check = 'right' | 'wrong' | 'locked'
type Weakness = 'length' | 'own_name' | 'used'

/** What administration, and people for their own sessions, need from any identity provider. */
type Administration = {
  issuer: string
  secondFactor: (sub: string) => Promise<{ enrolled: boolean; recoveryCodesLeft: number }>
  removeSecondFactor: (sub: string) => Promise<void>
  unlock: (sub: string) => Promise<void>
  /** Times in seconds since 1970; null if the provider does not tell. */
  sessions: (sub: string) => Promise<{ sid: string; signedInAt: number; expiresAt: number | null }[]>
  endSession: (sub: string, sid: string) => Promise<boolean>
  endOtherSessions: (sub: string, sid: string) => Promise<void>
  endSessions: (sub: string) => Promise<void>
  /** In seconds since 1970; null without a password. */
  passwordChangedAt: (sub: string) => Promise<number | null>
}

/** A provider with its own pages for passwords and codes, to which keycloak-js redirects: Keycloak (`keycloak.ts`). */
export type ProviderAdministration = Administration & {
  /** Lets the provider mail a link to choose a new password. */
  mailPasswordLink: (sub: string) => Promise<void>
  /** For everybody in the realm; may be repeated. */
  setLimits: (limits: ProviderLimits) => Promise<void>
}

/** Settings that exist once per realm. 0 days: passwords never expire. */
export type ProviderLimits = { sessionMinutes: number; idleMinutes: number; passwordDays: number }

/** A provider whose passwords, second factors and registration are handled by our API: the embedded one. */
export type Credentials = Administration & {
  weakness: (sub: string, password: string) => Promise<Weakness | undefined>
  setPassword: (sub: string, password: string) => Promise<Weakness | undefined>
  /** A wrong password counts towards the lock-out, as with every check. */
  checkPassword: (sub: string, password: string) => Promise<boolean>
  /** A code of the authenticator app, or a recovery code. */
  checkCode: (sub: string, code: string) => Promise<Check>
  offerSecondFactor: (sub: string, sid: string, label: string) => Promise<{ key: string; qr: string }>
  enrolSecondFactor: (sub: string, sid: string, code: string) => Promise<{ check: Check; recoveryCodes: string[] }>
  register: (person: {
    email: string
    name: string
    password: string
    locale: Locale
  }) => Promise<{ token: string } | { weakness: Weakness }>
  emailOf: (token: string) => Promise<string | undefined>
  waiting: (email: string) => Promise<string | undefined>
  confirm: (token: string) => Promise<{ sub: string; name: string } | undefined>
}
export type Provider = Credentials | ProviderAdministration

type Named = { username: string; email: string; name: string }
type ProviderAccount = { sub: string; enabled: boolean }

/**
 * The provider's accounts, as user administration needs them: the embedded provider and Keycloak implement it. Without it, accounts are
 * created by hand in the provider and linked to a user by their verified e-mail at the first sign-in.
 */
export type IdentityAdmin = {
  issuer: string
  find: (by: { sub: string } | { username: string } | { email: string }) => Promise<ProviderAccount | undefined>
  /** With a password that must be changed at the first sign-in. */
  create: (account: Named & { emailVerified: true; password: string; temporary: true; locale: Locale }) => Promise<{ sub: string }>
  update: (sub: string, change: Named & { emailVerified: true }) => Promise<void>
  /** Disabling ends all sessions. */
  setEnabled: (sub: string, enabled: boolean) => Promise<void>
  /** That must be changed at the next sign-in. */
  setTemporaryPassword: (sub: string, password: string) => Promise<void>
}

/** Programs at the provider (client credentials). Without it there are none. */
export type ServiceClients = {
  issuer: string
  /** A new secret, told once, that ends the one before; makes the client where there is none. `sub` is that of its tokens. */
  renew: (client: { clientId: string; name: string }) => Promise<{ sub: string; secret: string }>
  setEnabled: (clientId: string, enabled: boolean) => Promise<void>
}

/** One ended session, or all of a person. */
export type EndedSession = { iss: string; sid: string } | { iss: string; sub: string }
/** Verifies a back-channel logout token. @throws an error that says what is wrong with it */
export type VerifyLogout = (token: string) => Promise<EndedSession>

/** The provider, if our API handles its passwords and codes. */
export const managedHere = (provider: Provider | undefined) => (provider && 'setPassword' in provider ? provider : undefined)

/** The action that keycloak-js requests from the provider: `kc.register()`, or `kc.login({ action })`. */
type Action = 'register' | 'VERIFY_EMAIL' | 'UPDATE_PASSWORD' | 'CONFIGURE_TOTP'

/** @throws 409 if the provider does this on its own pages; `current.action` is the action to request, where there is one */
export function requireManagedHere<P>(port: P | undefined, action?: Action): P {
  if (!port) throw Conflict('provider_action', {}, { action: action ?? null })
  return port
}

/** A change at the provider after our own is committed; may be repeated. @throws 502 */
export async function callProvider<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof NamedError) throw error
    throw new NamedError(502, 'provider_failed')
  }
}

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/**
 * Whether `who` is within the limit of `max` uses of `action` per `seconds`: counted in the database, for all processes. `who` is stored
 * hashed.
 */
export async function withinLimit(tx: Db, action: string, who: string, max: number, seconds: number): Promise<boolean> {
  const counted = await row(
    tx,
    sql<{
      count: number
    }>`insert into rate_limit as r (key, count, until) values (${`${action} ${hashOf(who)}`}, 1, now() + ${seconds}::int * interval '1 second')
      on conflict (key) do update set
        count = case when r.until <= now() then 1 else r.count + 1 end, until = case when r.until <= now() then excluded.until else r.until end
      returning count`,
  )
  return counted!.count <= max
}
