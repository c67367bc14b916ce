import type { AppOptions } from '../../options.ts'
import { tokenVerifier } from '../../platform/access/token.ts'
import type { IdentityAdmin, ProviderAdministration, ServiceClients } from '../../platform/provider/provider.ts'
import { logoutVerifier } from './back-channel.ts'
import { type Ask, keycloakServices } from './keycloak.services.ts'

type Realm = {
  /** Without `/realms`. */
  url: string
  realm: string
  /** Client id of the browser. */
  clientId: string
}
type Administrator = {
  /** A client whose service account has `manage-users`, `view-users`, `manage-realm` and `manage-clients` of realm-management, and nothing else. */
  adminClientId: string
  adminSecret: string
}
type User = { id: string; username: string; email?: string; enabled: boolean }
type Credential = { id: string; type: string; credentialData?: string; createdDate?: number }
type Session = { id: string; start: number }
type Limits = { ssoSessionMaxLifespan: number; ssoSessionIdleTimeout: number; passwordPolicy: string }

/** Credential types that count as a second factor. */
const SECOND_FACTOR_TYPES = ['otp', 'recovery-authn-codes']
/** The same validity as the links of the embedded provider. */
const LINK_SECONDS = 30 * 60

/** The adapter for a Keycloak; without a secret, users and sessions are managed only in Keycloak's own console. */
export function keycloak({
  audience,
  adminClientId,
  adminSecret,
  ...realm
}: Realm & { audience: string; adminClientId: string; adminSecret?: string | undefined }): Pick<
  AppOptions,
  'auth' | 'verifyToken' | 'verifyLogout' | 'identity' | 'credentials' | 'services'
> {
  const issuer = issuerOf(realm)
  const { clientId } = realm
  const keys = new URL(`${issuer}/protocol/openid-connect/certs`)
  return {
    auth: { ...realm, url: baseOf(realm) },
    verifyToken: tokenVerifier({ issuer, audience, clientId, keys }),
    verifyLogout: logoutVerifier({ issuer, clientId, keys }),
    ...(adminSecret && keycloakAdministration({ ...realm, audience, adminClientId, adminSecret })),
  }
}
const baseOf = ({ url }: Realm) => url.replace(/\/$/, '')
const issuerOf = (realm: Realm) => `${baseOf(realm)}/realms/${realm.realm}`

/**
 * Keycloak's users and sessions through its Admin REST API. Every call rejects if Keycloak refuses or does not answer within 10 seconds.
 */
function keycloakAdministration({ audience, adminClientId, adminSecret, ...place }: Realm & Administrator & { audience: string }): {
  identity: IdentityAdmin
  credentials: ProviderAdministration
  services: ServiceClients
} {
  const issuer = issuerOf(place)
  const token = createToken(`${issuer}/protocol/openid-connect/token`, adminClientId, adminSecret)

  /** undefined if Keycloak answers 404. */
  const ask: Ask = async (method, path, body) => {
    const response = await fetch(`${baseOf(place)}/admin/realms/${place.realm}${path}`, {
      method,
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(10_000),
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status === 404) return undefined
    if (!response.ok) throw new Error(`Keycloak: ${method} ${path.replace(/\?.*/, '')}: ${response.status} ${text.slice(0, 300)}`)
    return { body: text ? JSON.parse(text) : undefined, location: response.headers.get('location') }
  }
  const read = async <T>(path: string) => (await ask<T>('GET', path))?.body
  const user = (sub: string) => `/users/${encodeURIComponent(sub)}`

  const sessions = async (sub: string) => (await read<Session[]>(`${user(sub)}/sessions`)) ?? []
  const credentialsOf = async (sub: string) => (await read<Credential[]>(`${user(sub)}/credentials`)) ?? []
  const secondFactors = async (sub: string) => (await credentialsOf(sub)).filter(({ type }) => SECOND_FACTOR_TYPES.includes(type))
  const endSession = async (sid: string) => void (await ask('DELETE', `/sessions/${encodeURIComponent(sid)}`))
  const endSessions = async (sub: string) => void (await ask('POST', `${user(sub)}/logout`))

  const identity: IdentityAdmin = {
    issuer,
    async find(by) {
      const [[key, value]] = Object.entries(by) as [[string, string]]
      const found =
        key === 'sub'
          ? await read<User>(user(value))
          : (await read<User[]>(`/users?exact=true&${new URLSearchParams({ [key]: value })}`))?.[0]
      return found && { sub: found.id, enabled: found.enabled }
    },
    async create({ username, email, emailVerified, name, locale, password, temporary }) {
      const made = await ask('POST', '/users', {
        username,
        email,
        emailVerified,
        enabled: true,
        ...names(name),
        attributes: { locale: [locale] },
        credentials: [{ type: 'password', value: password, temporary }],
      })
      return { sub: made!.location!.split('/').at(-1)! }
    },
    async update(sub, { username, email, emailVerified, name }) {
      await ask('PUT', user(sub), { username, email, emailVerified, ...names(name) })
    },
    async setEnabled(sub, enabled) {
      await ask('PUT', user(sub), { enabled })
      if (!enabled) await endSessions(sub)
    },
    async setTemporaryPassword(sub, password) {
      await ask('PUT', `${user(sub)}/reset-password`, { type: 'password', value: password, temporary: true })
    },
  }

  const credentials: ProviderAdministration = {
    issuer,
    mailPasswordLink: async (sub) =>
      void (await ask('PUT', `${user(sub)}/execute-actions-email?client_id=${place.clientId}&lifespan=${LINK_SECONDS}`, [
        'UPDATE_PASSWORD',
      ])),
    async secondFactor(sub) {
      const there = await secondFactors(sub)
      const codes = there.find(({ type }) => type === 'recovery-authn-codes')
      const { remainingCodes = 0 } = JSON.parse(codes?.credentialData ?? '{}')
      return { enrolled: there.some(({ type }) => type === 'otp'), recoveryCodesLeft: remainingCodes }
    },
    async removeSecondFactor(sub) {
      for (const { id } of await secondFactors(sub)) await ask('DELETE', `${user(sub)}/credentials/${id}`)
    },
    async setLimits({ sessionMinutes, idleMinutes, passwordDays }) {
      const now = (await read<Partial<Limits>>(''))!
      const limits: Limits = {
        ssoSessionMaxLifespan: sessionMinutes * 60,
        ssoSessionIdleTimeout: idleMinutes * 60,
        passwordPolicy: withAge(now.passwordPolicy ?? '', passwordDays),
      }
      // Nothing is written if the realm has these limits already: each write is an event of Keycloak's administration.
      if (Object.entries(limits).some(([key, value]) => now[key as keyof Limits] !== value)) await ask('PUT', '', limits)
    },
    unlock: async (sub) => void (await ask('DELETE', `/attack-detection/brute-force${user(sub)}`)),
    // Keycloak does not tell when a session expires: that depends on the realm and on activity.
    sessions: async (sub) =>
      (await sessions(sub)).map(({ id, start }) => ({ sid: id, signedInAt: Math.floor(start / 1000), expiresAt: null })),
    async endSession(sub, sid) {
      const own = (await sessions(sub)).some(({ id }) => id === sid)
      if (own) await endSession(sid)
      return own
    },
    async endOtherSessions(sub, sid) {
      for (const { id } of await sessions(sub)) if (id !== sid) await endSession(id)
    },
    endSessions,
    async passwordChangedAt(sub) {
      const milliseconds = (await credentialsOf(sub)).find(({ type }) => type === 'password')?.createdDate
      return milliseconds === undefined ? null : Math.floor(milliseconds / 1000)
    },
  }
  return { identity, credentials, services: keycloakServices(ask, issuer, audience) }
}

/** A realm's password policy with another maximum age, otherwise unchanged. */
function withAge(policy: string, days: number) {
  const others = policy.split(' and ').filter((term) => term && !/^forceExpiredPasswordChange\(/.test(term))
  return [...others, ...(days ? [`forceExpiredPasswordChange(${days})`] : [])].join(' and ')
}

/** Keycloak stores first and last name, Cuadre one name. */
function names(name: string) {
  const [firstName, ...rest] = name.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}

/** The service account's token, renewed half a minute before it expires. */
function createToken(url: string, clientId: string, secret: string) {
  let held: Promise<{ token: string; until: number }> | undefined
  const fetchToken = async () => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) throw new Error(`Keycloak: the client ${clientId} is refused: ${response.status}`)
    const { access_token: token, expires_in: seconds } = (await response.json()) as { access_token: string; expires_in: number }
    return { token, until: Date.now() + (seconds - 30) * 1000 }
  }
  return async () => {
    if (!held || (await held.catch(() => ({ until: 0 }))).until <= Date.now()) held = fetchToken()
    return (await held).token
  }
}
