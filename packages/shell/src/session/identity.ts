import Keycloak, { type KeycloakConfig, type KeycloakError, type KeycloakInitOptions, type KeycloakLoginOptions } from 'keycloak-js'
import { AFTER_SIGN_OUT } from './deepLink.ts'

/**
 * A thin wrapper around keycloak-js 26.2.4. It restores three error messages of the specification (§8) that this version
 * lacks, validates options before any request and the format of tokens, retries without iframes if they do not
 * answer, and keeps tokens in memory only.
 */
type IdentityConfig = { url: string; realm: string; clientId: string }
export type Identity = {
  /** True if signed in, found silently or after a redirect from the provider. */
  start: () => Promise<boolean>
  signIn: (options?: KeycloakLoginOptions) => Promise<void>
  signOut: () => Promise<void>
  /** A token valid for at least 5 more seconds; undefined when signed out. */
  token: () => Promise<string | undefined>
  idToken: () => string | undefined
  clear: () => void
  onSignedOut: (listener: () => void) => void
  /** The provider refused a sign-in that was not silent, or the exchange of a code failed, then without an error. */
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

/** @throws Error with the message of the specification, before any request */
export function checkOptions(options: Record<string, unknown>) {
  for (const [name, values] of Object.entries(allowed))
    if (options[name] !== undefined && typeof options[name] !== 'object' && !values.includes(options[name]))
      throw new Error(messages[name as keyof typeof messages])
}

/** Errors with the messages of the specification; the library's error is their cause. */
export function toSpecifiedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error.message === 'User closed the login window.') return { reason: 'closed_by_user' }
  if ('response' in error && /invalid status/i.test(error.message)) return new Error(messages.refresh, { cause: error })
  return error
}

/** Errors of the library when a browser or an extension blocks the provider's iframes. */
const IFRAME_ERRORS = ['Timeout when waiting for 3rd party check iframe message.', 'Error while checking login iframe']

/** With each token the library asks an iframe whether the session goes on. By itself it asks every five seconds, so more often is of no use. */
const CHECK_MS = 5000

/** `isSessionExpected`: somebody was signed in here lately, or returns from the provider. */
type Options = KeycloakInitOptions & { isSessionExpected?: boolean }

const elsewhere = (url: string) => new URL(url, location.href).origin !== location.origin

/**
 * Pages of another origin are light or dark as the application's, and in its language: only the address that leads there can tell them
 * (deploy/keycloak/theme). The library says the language where one signs in, and not where one signs out.
 */
function tellAppearance(keycloak: Keycloak) {
  const { createLoginUrl, createLogoutUrl } = keycloak
  const { dataset } = document.documentElement
  keycloak.createLoginUrl = async (login) => `${await createLoginUrl(login)}&theme=${dataset.theme ?? 'light'}`
  keycloak.createLogoutUrl = (logout) => {
    const address = createLogoutUrl(logout)
    // A form carries what it says in its fields.
    return address.includes('?')
      ? `${address}&ui_locales=${document.documentElement.lang || 'es'}&theme=${dataset.theme ?? 'light'}`
      : address
  }
}

/**
 * How the library is told of the provider. On the page's own origin its cookies are never a third party's: told by its addresses alone, the
 * library does not look whether those are blocked, which would be two requests ahead of everything else.
 */
export function librarySettings({ url, realm, clientId }: IdentityConfig): KeycloakConfig {
  if (elsewhere(url)) return { url, realm, clientId }
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
  { isSessionExpected = false, ...more }: Options = {},
  create = () => new Keycloak(librarySettings(config)),
): Identity {
  const origin = location.origin
  const silentCheckSsoRedirectUri = `${origin}/silent-check-sso.html`
  // Native apps have no URL of their own and use the library's default, http://localhost (specification §9).
  const back = more.adapter === 'cordova' || more.adapter === 'cordova-native' ? {} : { redirectUri: `${origin}/` }
  const options: KeycloakInitOptions = {
    onLoad: 'check-sso',
    flow: 'standard',
    responseMode: 'fragment',
    pkceMethod: 'S256',
    logoutMethod: 'GET',
    // The provider accepts exact URLs only; the page to return to is stored separately (deepLink.ts).
    ...back,
    silentCheckSsoFallback: true,
    // Milliseconds for the silent check.
    messageReceiveTimeout: 10_000,
    ...more,
  }
  checkOptions(options as Record<string, unknown>)
  let signedOut = () => {}
  // An error may occur before anybody listens.
  let unreportedError: { error?: KeycloakError } | undefined
  let failed = (error?: KeycloakError) => {
    unreportedError = error ? { error } : {}
  }
  let keycloak = createKeycloak()
  let starting: Promise<boolean> | undefined
  let checkedAt = 0
  let renewing: Promise<unknown> | undefined

  function createKeycloak() {
    const made = create()
    const checkParts = () => {
      if (![made.token, made.idToken, made.refreshToken].every(isJwt)) made.clearToken()
    }
    made.onAuthSuccess = checkParts
    made.onAuthRefreshSuccess = checkParts
    made.onAuthLogout = () => signedOut()
    made.onAuthError = (error) => failed(error)
    if (elsewhere(config.url)) tellAppearance(made)
    return made
  }

  async function start() {
    try {
      // The iframe that watches the session spares those who have none a second question; a session that is expected is asked for at once.
      const later = isSessionExpected && options.checkLoginIframe !== false
      const found = await keycloak.init({ ...options, silentCheckSsoRedirectUri, ...(later && { checkLoginIframe: false }) })
      if (found) checkedAt = Date.now()
      if (found && later) setTimeout(watchSession, CHECK_MS)
      return found
    } catch (error) {
      if (!(error instanceof Error && IFRAME_ERRORS.includes(error.message))) return false
    }
    // Retries as with blocked third-party cookies: by redirect, and without watching the session.
    keycloak = createKeycloak()
    return await keycloak.init({ ...options, checkLoginIframe: false }).catch(() => false)
  }

  /** Another client takes over with the tokens, and watches the session, when that would be looked at for the first time. */
  async function watchSession(): Promise<void> {
    const { token, refreshToken, idToken, timeSkew } = keycloak
    if (!token || !refreshToken || !idToken) return
    const watching = createKeycloak()
    // It clears its tokens also if the iframe does not work, and only then throws.
    watching.onAuthLogout = () => {}
    const { onLoad: _, ...same } = options
    try {
      await watching.init({ ...same, token, refreshToken, idToken, timeSkew: timeSkew ?? 0 })
    } catch {
      return
    }
    // A token that renews another may be good for one time only.
    await renewing
    if (keycloak.refreshToken !== refreshToken) {
      // Renewed meanwhile, or signed out.
      watching.clearToken()
      return watchSession()
    }
    keycloak = watching
    checkedAt = Date.now()
    watching.onAuthLogout = () => signedOut()
    if (!watching.authenticated) signedOut()
  }

  return {
    // React's strict mode calls twice; the library may only start once.
    start: () => {
      starting ??= returningToThisPage(start)
      return starting
    },
    signIn: (login) =>
      keycloak.login({ ...back, ...login }).catch((error) => {
        throw toSpecifiedError(error)
      }),
    signOut: () => keycloak.logout({ redirectUri: origin + AFTER_SIGN_OUT }),
    async token() {
      if (!keycloak.authenticated) return undefined
      if (Date.now() - checkedAt < CHECK_MS && !keycloak.isTokenExpired(5)) return keycloak.token
      renewing = keycloak.updateToken(5).catch((error) => {
        // After a 400 the library has cleared the token and reported it. Other errors may be temporary, so the old token is tried.
        if (keycloak.authenticated) console.warn(toSpecifiedError(error))
      })
      await renewing
      checkedAt = Date.now()
      return keycloak.token
    },
    idToken: () => keycloak.idToken,
    clear: () => keycloak.clearToken(),
    onSignedOut(listener) {
      signedOut = listener
    },
    onError(listener) {
      failed = listener
      if (unreportedError) listener(unreportedError.error)
    },
  }
}

const PAGE_KEY = 'cuadre:antes'

/**
 * The silent check may redirect the whole page to the provider, which returns to the root. The original page is restored at once, with the
 * provider's parameters, which the check reads and removes; otherwise the root would redirect the user to their home page.
 */
async function returningToThisPage(look: () => Promise<boolean>) {
  const before = /[#&]state=/.test(location.hash) ? sessionStorage.getItem(PAGE_KEY) : null
  const tellRouter = () => dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  if (before && before !== '/') {
    history.replaceState(history.state, '', before + location.hash)
    tellRouter()
  }
  sessionStorage.setItem(PAGE_KEY, location.pathname + location.search)
  const found = await look()
  sessionStorage.removeItem(PAGE_KEY)
  if (before && before !== '/') tellRouter()
  return found
}

/** The library itself only reads the second part. */
const isJwt = (token: string | undefined) => token === undefined || token.split('.').length === 3
