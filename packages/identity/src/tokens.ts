import { createLocalJWKSet, jwtVerify } from 'jose'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Account, Accounts } from './accounts.ts'
import type { Artifacts } from './artifacts.ts'
import { now } from './clock.ts'
import type { Keys } from './keys.ts'
import type { IdentityOptions } from './options.ts'

type RefreshToken = InstanceType<Provider['RefreshToken']>

/** The claims Keycloak puts into its tokens whatever the scope, and keycloak-js reads. */
export const profileOf = (account: Account) => ({
  preferred_username: account.username,
  name: account.name,
  email: account.email,
  email_verified: account.emailVerified,
  locale: account.locale,
})

/** What an access token says beyond RFC 9068. */
export function accessTokenClaims(options: IdentityOptions, accounts: Accounts) {
  return async ({ oidc }: KoaContextWithOIDC, token: object) => {
    const { accountId: sub, sessionUid, clientId } = token as { accountId?: string; sessionUid?: string; clientId?: string }
    // A program: nobody's session, and no claims of a person.
    if (!sub && clientId !== options.clientId) return { typ: 'Bearer', azp: clientId }
    const account = sub && (await accounts.find({ sub }))
    if (!account) return {}
    const source = oidc.entities.RefreshToken ?? oidc.entities.AuthorizationCode
    return {
      typ: 'Bearer',
      azp: options.clientId,
      sid: sessionUid,
      acr: source?.acr,
      auth_time: source?.authTime,
      realm_access: { roles: await options.rolesOf(account.sub) },
      resource_access: {},
      ...profileOf(account),
    }
  }
}

/**
 * keycloak-js decodes the refresh token as a JWT, while to the provider it is a random string to look up.
 * So the random string is given the shape of one: a look-up key whose middle part can be read.
 */
export function shapeRefreshTokens(provider: Provider, options: IdentityOptions, keys: Keys) {
  // Missing from the published types: how a model makes the id it is stored under.
  const prototype = provider.RefreshToken.prototype as RefreshToken & { generateTokenId(): string }
  const randomId = prototype.generateTokenId
  prototype.generateTokenId = function generateTokenId(this: RefreshToken) {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const body = [
      encode({ alg: 'HS256', typ: 'JWT' }),
      encode({
        typ: 'Refresh',
        jti: randomId.call(this),
        iss: options.issuer,
        aud: options.issuer,
        sub: this.accountId,
        azp: options.clientId,
        sid: this.sessionUid,
        iat: now(),
        exp: now() + this.expiration,
        scope: this.scope,
      }),
    ].join('.')
    return `${body}.${keys.mac(body)}`
  }
}

/** Who calls with this access token, as long as its session lives and the account is enabled. */
export function createBearer(options: IdentityOptions, keys: Keys, accounts: Accounts, artifacts: Artifacts) {
  const keySet = createLocalJWKSet(keys.publicKeys)
  return async (authorization: string): Promise<Account | undefined> => {
    const token = /^Bearer ([\w.-]+)$/i.exec(authorization)?.[1]
    if (!token) return undefined
    try {
      const { payload } = await jwtVerify(token, keySet, {
        issuer: options.issuer,
        audience: options.audience,
        algorithms: ['RS256'],
        typ: 'at+jwt',
        requiredClaims: ['sub', 'exp', 'iat', 'sid'],
      })
      if (payload.azp !== options.clientId || !(await artifacts.sessionAlive(String(payload.sid)))) return undefined
      const account = await accounts.find({ sub: String(payload.sub) })
      return account?.enabled ? account : undefined
    } catch {
      return undefined // whatever is wrong with it, the caller learns only that it is not accepted
    }
  }
}
