import Provider, { type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Accounts } from './accounts.ts'
import type { Artifacts } from './artifacts.ts'
import { type Clients, secretMatches } from './clients.ts'
import { now } from './clock.ts'
import type { Keys } from './keys.ts'
import type { IdentityOptions, SessionLimits } from './options.ts'
import { paths } from './paths.ts'
import { createPolicy, wantedLevel } from './policy.ts'
import type { SecondFactor } from './second-factor.ts'
import { askToSignOut, showSignedOut } from './sign-out.ts'
import { accessTokenClaims, profileOf, shapeRefreshTokens } from './tokens.ts'
import { showError } from './trouble.ts'

// The API is the one resource; the library wants an absolute URI for it, the tokens say `options.audience`.
const RESOURCE = 'urn:cuadre:api'
const SCOPES = ['openid', 'profile', 'email']
const DAY = 86400

export type Parts = {
  options: IdentityOptions
  keys: Keys
  accounts: Accounts
  artifacts: Artifacts
  secondFactor: SecondFactor
  clients: Clients
}

export function createProvider({ options, keys, accounts, artifacts, secondFactor, clients }: Parts) {
  const { issuer, clientId, appOrigins } = options
  const realmPath = `${new URL(issuer).pathname}/`
  const secure = options.secureCookies ?? issuer.startsWith('https:')
  const prefix = secure ? '__Secure-' : ''
  const cookie = { httpOnly: true, sameSite: 'lax', secure, signed: true } as const
  const profileClaims = ['preferred_username', 'name', 'email', 'email_verified', 'locale']

  const configuration: Configuration = {
    clients: [
      {
        client_id: clientId,
        client_name: 'Cuadre',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: appOrigins.flatMap((origin) => [`${origin}/`, `${origin}/silent-check-sso.html`]),
        post_logout_redirect_uris: appOrigins.map((origin) => `${origin}/gracias`),
      },
    ],
    // The browser's client is the one above; all others are programs.
    adapter: (kind) => (kind === 'Client' ? { ...artifacts.adapter(kind), find: clients.find } : artifacts.adapter(kind)),
    jwks: { keys: keys.signing as NonNullable<Configuration['jwks']>['keys'] },
    cookies: {
      keys: keys.cookies,
      names: { session: `${prefix}identity_session`, interaction: `${prefix}identity_step`, resume: `${prefix}identity_resume` },
      long: { ...cookie, path: realmPath },
      short: cookie,
    },
    routes: {
      authorization: paths.authorization,
      token: paths.token,
      jwks: paths.jwks,
      end_session: paths.logout,
      revocation: paths.revocation,
    },
    discovery: {
      userinfo_endpoint: `${issuer}${paths.userinfo}`,
      check_session_iframe: `${issuer}${paths.sessionIframe}`,
      ui_locales_supported: ['es', 'en'],
    },
    features: {
      devInteractions: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      userinfo: { enabled: false }, // the built-in one refuses access tokens that have an audience; ours is in profile.ts
      revocation: { enabled: true },
      clientCredentials: { enabled: true },
      claimsParameter: { enabled: true, assertClaimsParameter: refuseUnknownLevels },
      rpInitiatedLogout: { enabled: true, logoutSource: askToSignOut, postLogoutSuccessSource: showSignedOut },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== RESOURCE) throw new errors.InvalidTarget()
          return { scope: SCOPES.join(' '), audience: options.audience, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } }
        },
      },
    },
    responseTypes: ['code'],
    scopes: SCOPES,
    claims: { openid: ['sub', 'acr', 'auth_time', ...profileClaims], profile: profileClaims, email: ['email', 'email_verified'] },
    acrValues: ['1', '2'],
    extraParams: ['kc_action', 'kc_idp_hint'],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    clientBasedCORS: (_ctx, origin) => appOrigins.includes(origin),
    clockTolerance: 0,
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    expiresWithSession: async () => true,
    ttl: {
      AccessToken: options.accessTokenSeconds ?? 300,
      ClientCredentials: options.accessTokenSeconds ?? 300,
      AuthorizationCode: 60,
      IdToken: options.accessTokenSeconds ?? 300,
      Interaction: 30 * 60,
      Grant: 30 * DAY, // outlives any session; a session without its grant simply gets a new one
      RefreshToken: (ctx, token) => secondsLeft(ctx, token.authTime),
      Session: (ctx, session) => (session.accountId ? secondsLeft(ctx, session.loginTs) : 30 * 60),
    },
    interactions: {
      policy: createPolicy(secondFactor, {
        mustChangePassword: accounts.mustChangePassword,
        secondFactorCompulsory: options.secondFactorCompulsory ?? (async () => false),
      }),
      url: (_ctx, interaction) => `${realmPath.slice(0, -1)}${paths.interaction}${interaction.uid}`,
    },
    async findAccount(_ctx, sub) {
      const account = await accounts.find({ sub })
      if (!account?.enabled) return undefined
      return { accountId: sub, claims: () => ({ sub, ...profileOf(account) }) }
    },
    /** First party: what the client may have is granted by signing in. One grant per session, shared by its tabs. */
    async loadExistingGrant({ oidc }) {
      const { session, account, provider: self } = oidc
      if (!session || !account) return undefined
      session.sidFor(clientId, session.uid) // so that `sid` means the same in every token, here and in sessionAlive
      const grantId = session.grantIdFor(clientId)
      const known = grantId && (await self.Grant.find(grantId))
      if (known) return known
      const grant = new self.Grant({ accountId: account.accountId, clientId })
      grant.addOIDCScope(SCOPES.join(' '))
      grant.addResourceScope(RESOURCE, SCOPES.join(' '))
      await grant.save()
      return grant
    },
    extraTokenClaims: accessTokenClaims(options, accounts),
    renderError: showError,
  }

  const provider = new Provider(issuer, configuration)
  provider.proxy = true // handler.ts sets the forwarded headers from the issuer; what the network sent is dropped there
  shapeRefreshTokens(provider, options, keys)
  // `sid` also in the id token: the library adds it only for clients with a back-channel logout address.
  const client = provider.Client.prototype as unknown as {
    clientSecret: string
    includeSid: () => boolean
    compareClientSecret: (shown: string) => boolean
  }
  client.includeSid = () => true
  // Its secret is a hash here.
  client.compareClientSecret = function (shown) {
    return secretMatches(this.clientSecret, shown)
  }
  return provider
}

/** A level nobody can reach would ask for a code for ever. */
function refuseUnknownLevels(_ctx: KoaContextWithOIDC, claims: object) {
  const { essential, level } = wantedLevel({ claims: JSON.stringify(claims) })
  if (essential && level !== 1 && level !== 2) throw new errors.InvalidRequest('unknown acr value')
}

/** The idle window, cut off where the session must end however busy it is. */
export function secondsLeft(ctx: KoaContextWithOIDC | undefined, signedInAt = now()) {
  const { idleMinutes, maxMinutes } = (ctx?.state.limits ?? { idleMinutes: 30, maxMinutes: 600 }) as SessionLimits
  return Math.max(1, Math.floor(Math.min(idleMinutes * 60, signedInAt + maxMinutes * 60 - now())))
}
