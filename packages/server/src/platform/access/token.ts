import { createLocalJWKSet, createRemoteJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { Unauthorized } from '../errors.ts'

/** What the API reads of an access token. */
export type Claims = {
  iss: string
  sub: string
  sid: string
  issuedAt: number
  /** Seconds since 1970 of the sign-in itself, where the provider says. */
  authTime?: number
  email?: string
  emailVerified: boolean
  username?: string
  acr?: string
}
export type VerifyToken = (token: string) => Promise<Claims>

/** The second factor was shown (level 2 of the realm's map). */
export const hasSecondFactor = ({ acr }: Pick<Claims, 'acr'>) => Number(acr) >= 2

type Options = {
  issuer: string
  audience: string
  clientId: string
  /** The embedded provider's keys, or where a provider publishes them. */
  keys: JSONWebKeySet | URL
  /** Whether the provider's session is still there: a token that was good a moment ago is refused after sign-out. */
  sessionAlive?: (sid: string) => Promise<boolean>
}

/** Accepts access tokens of this one issuer for this API, and nothing else (identity notes §3). @throws 401 */
export function tokenVerifier({ issuer, audience, clientId, keys, sessionAlive = async () => true }: Options): VerifyToken {
  const keySet = keys instanceof URL ? createRemoteJWKSet(keys) : createLocalJWKSet(keys)
  return async (token) => {
    const { payload } = await jwtVerify(token, keySet, {
      issuer,
      audience,
      algorithms: ['RS256'],
      typ: 'at+jwt',
      clockTolerance: 5,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
    }).catch(() => {
      throw Unauthorized()
    })
    const { iss, sub, sid, iat, azp, email, email_verified, preferred_username, acr, auth_time } = payload as typeof payload &
      Record<string, unknown>
    if (azp !== clientId || !iss || !sub || typeof sid !== 'string' || !iat || !(await sessionAlive(sid))) throw Unauthorized()
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
