// Signed in at the same provider, with keycloak-js as its documentation has it: a silent check before anything is shown.
import Keycloak from 'keycloak-js'
import { show } from './accounts.jsx'

const { url, realm, clientId } = await (await fetch('/api/auth/config')).json()
const keycloak = new Keycloak({ url, realm, clientId })
const isSignedIn = await keycloak.init({
  onLoad: 'check-sso',
  pkceMethod: 'S256',
  redirectUri: `${location.origin}/`,
  silentCheckSsoRedirectUri: `${location.origin}/silent-check-sso.html`,
})
show({
  token: async () => {
    await keycloak.updateToken(5)
    return keycloak.token
  },
  isSignedIn: () => isSignedIn,
  login: () => keycloak.login(),
})
