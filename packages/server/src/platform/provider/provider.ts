import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, row } from '../../platform/database/index.ts'
import { Conflict, NamedError } from '../../platform/errors.ts'
import type { Locale } from '../../platform/http/context.ts'

type Check = 'right' | 'wrong' | 'locked'
export type Weakness = 'length' | 'own_name' | 'used'

/** What administration, and people of their own sessions, ask of any identity provider. */
type Administration = {
  issuer: string
  secondFactor: (sub: string) => Promise<{ enrolled: boolean; recoveryCodesLeft: number }>
  removeSecondFactor: (sub: string) => Promise<void>
  unlock: (sub: string) => Promise<void>
  /** Times in seconds since 1970; null where the provider does not say. */
  sessions: (sub: string) => Promise<{ sid: string; signedInAt: number; expiresAt: number | null }[]>
  endSession: (sub: string, sid: string) => Promise<boolean>
  endOtherSessions: (sub: string, sid: string) => Promise<void>
  endSessions: (sub: string) => Promise<void>
}

/** A provider that serves passwords and codes on pages of its own alone, to which keycloak-js leads: Keycloak (`keycloak.ts`). */
export type ProviderAdministration = Administration & {
  /** A mail of the provider's own with a link to choose a new password. */
  mailPasswordLink: (sub: string) => Promise<void>
  /** For everybody of the realm; may be repeated. */
  setLimits: (limits: ProviderLimits) => Promise<void>
}

/** What a provider knows one of for everybody. 0 days: a password never expires. */
export type ProviderLimits = { sessionMinutes: number; idleMinutes: number; passwordDays: number }

/** A provider for which the calls about passwords, second factors and registration are served here. The embedded one fits. */
export type Credentials = Administration & {
  weakness: (sub: string, password: string) => Promise<Weakness | undefined>
  setPassword: (sub: string, password: string) => Promise<Weakness | undefined>
  /** Counts towards the lock-out, as everything that checks does. */
  checkPassword: (sub: string, password: string) => Promise<boolean>
  /** A code of the authenticator or a recovery code. */
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
 * The accounts of the identity provider, as far as the administration of users needs them. The embedded provider's own administration fits, and
 * Keycloak's. Without one, accounts are made by hand and tied to a user by their verified e-mail at the first sign-in.
 */
export type IdentityAdmin = {
  issuer: string
  find: (by: { sub: string } | { username: string } | { email: string }) => Promise<ProviderAccount | undefined>
  /** With a password that is to be changed at the first sign-in. */
  create: (account: Named & { emailVerified: true; password: string; temporary: true; locale: Locale }) => Promise<{ sub: string }>
  update: (sub: string, change: Named & { emailVerified: true }) => Promise<void>
  /** Disabling ends every session. */
  setEnabled: (sub: string, enabled: boolean) => Promise<void>
}

/** Whose session is over: one of them, or all of a person's. */
export type EndedSession = { iss: string; sid: string } | { iss: string; sub: string }
/** Checks a logout token of the provider. @throws what is wrong with it */
export type VerifyLogout = (token: string) => Promise<EndedSession>

/** The provider, if its passwords and codes are served here. */
export const servedHere = (provider: Provider | undefined) => (provider && 'setPassword' in provider ? provider : undefined)

/** What keycloak-js asks the provider for: `kc.register()`, or `kc.login({ action })`. */
export type Action = 'register' | 'VERIFY_EMAIL' | 'UPDATE_PASSWORD' | 'CONFIGURE_TOTP'

/** @throws 409 where the provider does this itself; `current.action` says what to ask it for, if the person can */
export function throughProvider<P>(port: P | undefined, action?: Action): P {
  if (!port) throw Conflict('provider_action', {}, { action: action ?? null })
  return port
}

/** A change at the provider after Cuadre's own is committed; may be repeated. @throws 502 */
export async function atProvider<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof NamedError) throw error
    throw new NamedError(502, 'provider_failed')
  }
}

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/**
 * Whether this is one of the first `most` times in a window of `seconds` that `who` does `what`: counted in the database, for all processes.
 * The address is not readable there.
 */
export async function within(tx: Db, what: string, who: string, most: number, seconds: number): Promise<boolean> {
  const counted = await row(
    tx,
    sql<{
      count: number
    }>`insert into rate_limit as r (key, count, until) values (${`${what} ${hashOf(who)}`}, 1, now() + ${seconds}::int * interval '1 second')
      on conflict (key) do update set
        count = case when r.until <= now() then 1 else r.count + 1 end, until = case when r.until <= now() then excluded.until else r.until end
      returning count`,
  )
  return counted!.count <= most
}
