import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { NamedError, Unauthorized } from '../errors.ts'
import { publishedKeys } from './published-keys.ts'

/** The claims of an access token that the API uses. */
export type Claims = {
  iss: string
  sub: string
  sid: string
  issuedAt: number
  /** Sign-in time in seconds since 1970, where the provider sends it. */
  authTime?: number
  email?: string
  emailVerified: boolean
  username?: string
  acr?: string
  /** The client of a program, which signs in by itself: then there is no session, and `sid` is empty. */
  client?: string
}
/** Seconds for which a sign-in counts as recent: what is grave is not left to an unattended session or a stolen token. */
const RECENT_SECONDS = 15 * 60
export const signedInRecently = ({ authTime = 0 }: Pick<Claims, 'authTime'>) => Date.now() / 1000 - authTime <= RECENT_SECONDS

export type VerifyToken = (token: string) => Promise<Claims>

/** Whether the second factor was used at sign-in (level 2 in the realm's ACR map). */
export const hasSecondFactor = ({ acr }: Pick<Claims, 'acr'>) => Number(acr) >= 2

type Options = {
  issuer: string
  audience: string
  clientId: string
  /** The keys of the embedded provider, or the URL where a provider publishes its keys. */
  keys: JSONWebKeySet | URL
  /** Whether the provider's session still exists, so that a token is refused right after sign-out. */
  sessionAlive?: (sid: string) => Promise<boolean>
}

/**
 * Accepts access tokens of one issuer and audience only: of people in the browser's client, and of other clients as programs, which `findCaller`
 * must know (identity notes §3). @throws 401, and 503 while the provider's keys cannot be had
 */
export function tokenVerifier({ issuer, audience, clientId, keys, sessionAlive = async () => true }: Options): VerifyToken {
  const keySet = keys instanceof URL ? publishedKeys(keys) : createLocalJWKSet(keys)
  return async (token) => {
    const { payload } = await jwtVerify(token, keySet, {
      issuer,
      audience,
      algorithms: ['RS256'],
      typ: 'at+jwt',
      clockTolerance: 5,
      requiredClaims: ['sub', 'iat', 'exp'],
    }).catch((error: unknown) => {
      throw error instanceof NamedError ? error : Unauthorized()
    })
    const { iss, sub, sid, iat, azp, email, email_verified, preferred_username, acr, auth_time } = payload as typeof payload &
      Record<string, unknown>
    if (typeof azp !== 'string' || !iss || !sub || !iat) throw Unauthorized()
    if (azp !== clientId) return { iss, sub, sid: '', issuedAt: iat, emailVerified: false, client: azp }
    if (typeof sid !== 'string' || !(await sessionAlive(sid))) throw Unauthorized()
    return {
      iss,
      sub,
      sid,
      issuedAt: iat,
      emailVerified: email_verified === true,
      ...(typeof email === 'string' ? { email } : {}),
      ...(typeof preferred_username === 'string' ? { username: preferred_username } : {}),
      ...(typeof acr === 'string' ? { acr } : {}),
      ...(typeof auth_time === 'number' ? { authTime: auth_time } : {}),
    }
  }
}
