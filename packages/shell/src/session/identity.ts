import Keycloak, { type KeycloakConfig, type KeycloakError, type KeycloakInitOptions, type KeycloakLoginOptions } from 'keycloak-js'
import { AFTER_SIGN_OUT } from './deepLink.ts'

/**
 * A thin wrapper around keycloak-js 26.2.4. It restores three messages of the specification (§8) that this version
 * has lost or cannot reach, checks the options before anything is loaded and the tokens' three parts, starts once more
 * without frames where they do not answer, and keeps tokens in memory only.
 */
export type IdentityConfig = { url: string; realm: string; clientId: string }
export type Identity = {
  /** Signed in after a silent look, or after the provider sent the browser back. */
  start: () => Promise<boolean>
  signIn: (options?: KeycloakLoginOptions) => Promise<void>
  signOut: () => Promise<void>
  /** A token good for at least 5 seconds more; undefined when signed out. */
  token: () => Promise<string | undefined>
  idToken: () => string | undefined
  clear: () => void
  onSignedOut: (listener: () => void) => void
  /** The provider refused a sign-in that was not a silent look, or a code could not be changed for tokens; then without words. */
  onError: (listener: (error?: KeycloakError) => void) => void
}

const messages = {
  responseMode: 'Invalid value for responseMode',
  flow: 'Invalid value for flow',
  pkceMethod: 'Invalid value for pkceMethod',
  onLoad: 'Invalid value for onLoad',
  adapter: 'invalid adapter type',
  refresh: 'Failed to refresh token: An unexpected HTTP error occurred while attempting to refresh the token.',
}
const allowed: Record<string, readonly unknown[]> = {
  responseMode: ['query', 'fragment'],
  flow: ['standard', 'implicit', 'hybrid'],
  pkceMethod: ['S256', false],
  onLoad: ['check-sso', 'login-required'],
  adapter: ['default', 'cordova', 'cordova-native'],
}

/** @throws Error with the specification's text, before any request is made */
export function checkOptions(options: Record<string, unknown>) {
  for (const [name, values] of Object.entries(allowed))
    if (options[name] !== undefined && typeof options[name] !== 'object' && !values.includes(options[name]))
      throw new Error(messages[name as keyof typeof messages])
}

/** Errors as the specification words them; the library's own stays as the cause. */
export function wording(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error.message === 'User closed the login window.') return { reason: 'closed_by_user' }
  if ('response' in error && /invalid status/i.test(error.message)) return new Error(messages.refresh, { cause: error })
  return error
}

/** Frames of the provider that a browser, or an extension of it, does not let answer. */
const FRAME_FAILED = ['Timeout when waiting for 3rd party check iframe message.', 'Error while checking login iframe']

/**
 * How the library is told of the provider. On the page's own origin its cookies are never a third party's: told by its addresses alone, the
 * library does not look whether those are blocked, which would be two requests ahead of everything else.
 */
export function librarySettings({ url, realm, clientId }: IdentityConfig): KeycloakConfig {
  if (new URL(url, location.href).origin !== location.origin) return { url, realm, clientId }
  const oidc = `${url.replace(/\/$/, '')}/realms/${encodeURIComponent(realm)}/protocol/openid-connect`
  return {
    clientId,
    oidcProvider: {
      authorization_endpoint: `${oidc}/auth`,
      token_endpoint: `${oidc}/token`,
      end_session_endpoint: `${oidc}/logout`,
      check_session_iframe: `${oidc}/login-status-iframe.html`,
      userinfo_endpoint: `${oidc}/userinfo`,
    },
  }
}

export function createIdentity(
  config: IdentityConfig,
  more: KeycloakInitOptions = {},
  create = () => new Keycloak(librarySettings(config)),
): Identity {
  const origin = location.origin
  const silentCheckSsoRedirectUri = `${origin}/silent-check-sso.html`
  // A native application has no address of its own: the library's default, http://localhost, holds (specification §9).
  const back = more.adapter === 'cordova' || more.adapter === 'cordova-native' ? {} : { redirectUri: `${origin}/` }
  const options: KeycloakInitOptions = {
    onLoad: 'check-sso',
    flow: 'standard',
    responseMode: 'fragment',
    pkceMethod: 'S256',
    logoutMethod: 'GET',
    // Exact addresses: the provider accepts no other; the page to come back to is remembered beside (see deepLink.ts).
    ...back,
    silentCheckSsoFallback: true,
    // A look at the session is quick or it is not worth waiting for.
    messageReceiveTimeout: 10_000,
    ...more,
  }
  checkOptions(options as Record<string, unknown>)
  let signedOut = () => {}
  // Whoever listens later than it happens hears of it all the same.
  let missed: { error?: KeycloakError } | undefined
  let failed = (error?: KeycloakError) => {
    missed = error ? { error } : {}
  }
  let keycloak = prepared()
  let starting: Promise<boolean> | undefined

  function prepared() {
    const made = create()
    const checkParts = () => {
      if (![made.token, made.idToken, made.refreshToken].every(hasThreeParts)) made.clearToken()
    }
    made.onAuthSuccess = checkParts
    made.onAuthRefreshSuccess = checkParts
    made.onAuthLogout = () => signedOut()
    made.onAuthError = (error) => failed(error)
    return made
  }

  async function start() {
    try {
      return await keycloak.init({ ...options, silentCheckSsoRedirectUri })
    } catch (error) {
      if (!(error instanceof Error && FRAME_FAILED.includes(error.message))) return false
    }
    // Once more, as where third-party cookies are blocked: over a redirect, and without watching the session.
    keycloak = prepared()
    return await keycloak.init({ ...options, checkLoginIframe: false }).catch(() => false)
  }

  return {
    // Strict mode asks twice; the library starts once.
    start: () => {
      starting ??= onThisPage(start)
      return starting
    },
    signIn: (login) =>
      keycloak.login({ ...back, ...login }).catch((error) => {
        throw wording(error)
      }),
    signOut: () => keycloak.logout({ redirectUri: origin + AFTER_SIGN_OUT }),
    async token() {
      if (!keycloak.authenticated) return undefined
      await keycloak.updateToken(5).catch((error) => {
        // Refused with 400: the library has cleared the token and says so. Anything else may pass: the old token is tried.
        if (keycloak.authenticated) console.warn(wording(error))
      })
      return keycloak.token
    },
    idToken: () => keycloak.idToken,
    clear: () => keycloak.clearToken(),
    onSignedOut(listener) {
      signedOut = listener
    },
    onError(listener) {
      failed = listener
      if (missed) listener(missed.error)
    },
  }
}

const BEFORE = 'cuadre:antes'

/**
 * A silent look may take the whole page to the provider, which leads back to the root: the page that it began on is opened again at once, with what the
 * provider has put behind it, which the look reads and takes away. Later the root would already lead to the home page of whoever is found.
 */
async function onThisPage(look: () => Promise<boolean>) {
  const before = /[#&]state=/.test(location.hash) ? sessionStorage.getItem(BEFORE) : null
  const tellRouter = () => dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  if (before && before !== '/') {
    history.replaceState(history.state, '', before + location.hash)
    tellRouter()
  }
  sessionStorage.setItem(BEFORE, location.pathname + location.search)
  const found = await look()
  sessionStorage.removeItem(BEFORE)
  if (before && before !== '/') tellRouter()
  return found
}

/** The library looks at the second part alone. */
const hasThreeParts = (token: string | undefined) => token === undefined || token.split('.').length === 3
