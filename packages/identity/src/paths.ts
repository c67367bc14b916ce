/** Keycloak's paths below the realm: what keycloak-js has built in. */
export const oidc = '/protocol/openid-connect'

export const paths = {
  authorization: `${oidc}/auth`,
  registrations: `${oidc}/registrations`,
  token: `${oidc}/token`,
  userinfo: `${oidc}/userinfo`,
  jwks: `${oidc}/certs`,
  logout: `${oidc}/logout`,
  revocation: `${oidc}/revoke`,
  sessionIframe: `${oidc}/login-status-iframe.html`,
  thirdPartyCookies1: `${oidc}/3p-cookies/step1.html`,
  thirdPartyCookies2: `${oidc}/3p-cookies/step2.html`,
  account: '/account',
  resources: '/resources/',
  /** Followed by the interaction's id; also the path of its cookie, so two tabs never share one. */
  interaction: '/login-actions/',
} as const
