import { describe, expect, jest, test } from '@jest/globals'
import type Keycloak from 'keycloak-js'
import { checkOptions, createIdentity, librarySettings, toSpecifiedError } from './identity.ts'

const config = { url: 'http://localhost', realm: 'corp', clientId: 'cuadre-web' }

describe('the wrapper around the identity client words its errors as the specification does (§8)', () => {
  test.each([
    [{ responseMode: 'form_post' }, 'Invalid value for responseMode'],
    [{ flow: 'password' }, 'Invalid value for flow'],
    [{ onLoad: 'always' }, 'Invalid value for onLoad'],
    [{ adapter: 'other' }, 'invalid adapter type'],
    [{ pkceMethod: 'plain' }, 'Invalid value for pkceMethod'],
  ])('%j', (options, message) => {
    expect(() => checkOptions(options)).toThrow(message)
  })

  test('what is allowed passes', () => {
    expect(() => checkOptions({ responseMode: 'query', flow: 'hybrid', onLoad: 'login-required', adapter: 'cordova-native' })).not.toThrow()
  })

  test('a refresh that the provider did not understand', () => {
    const original = Object.assign(new Error('Server responded with an invalid status.'), { response: {} })
    expect(toSpecifiedError(original)).toMatchObject({
      message: 'Failed to refresh token: An unexpected HTTP error occurred while attempting to refresh the token.',
      cause: original,
    })
  })

  test('a login window that was closed', () => {
    expect(toSpecifiedError(new Error('User closed the login window.'))).toEqual({ reason: 'closed_by_user' })
  })
})

test('a provider elsewhere is asked whether its cookies are blocked; on the page’s own origin they cannot be', () => {
  const elsewhere = { ...config, url: 'https://id.corporacion.example' }
  expect(librarySettings(elsewhere)).toEqual(elsewhere)
  const oidc = `${location.origin}/realms/corp/protocol/openid-connect`
  expect(librarySettings({ ...config, url: location.origin })).toEqual({
    clientId: 'cuadre-web',
    oidcProvider: {
      authorization_endpoint: `${oidc}/auth`,
      token_endpoint: `${oidc}/token`,
      end_session_endpoint: `${oidc}/logout`,
      check_session_iframe: `${oidc}/login-status-iframe.html`,
      userinfo_endpoint: `${oidc}/userinfo`,
    },
  })
})

describe('the identity client', () => {
  const fake = (more: object = {}) => ({
    init: jest.fn(async (_options: object) => true),
    login: jest.fn(async () => undefined),
    logout: jest.fn(async (_options: object) => undefined),
    updateToken: jest.fn(async (_seconds: number) => false),
    clearToken: jest.fn(),
    isTokenExpired: jest.fn((_seconds: number) => false),
    authenticated: true,
    token: 'access',
    idToken: 'identity',
    ...more,
  })
  const make = (keycloak: ReturnType<typeof fake>) => createIdentity(config, {}, () => keycloak as unknown as Keycloak)

  test('starts once, silently, with the exact addresses that the provider knows', async () => {
    const keycloak = fake()
    const identity = make(keycloak)
    expect(await Promise.all([identity.start(), identity.start()])).toEqual([true, true])
    expect(keycloak.init).toHaveBeenCalledTimes(1)
    expect(keycloak.init).toHaveBeenCalledWith(
      expect.objectContaining({
        onLoad: 'check-sso',
        pkceMethod: 'S256',
        flow: 'standard',
        responseMode: 'fragment',
        redirectUri: 'http://localhost/',
        silentCheckSsoRedirectUri: 'http://localhost/silent-check-sso.html',
      }),
    )
  })

  test('refreshes a token that has less than 5 seconds left, and gives none when signed out', async () => {
    const keycloak = fake()
    expect(await make(keycloak).token()).toBe('access')
    expect(keycloak.updateToken).toHaveBeenCalledWith(5)
    expect(await make(fake({ authenticated: false })).token()).toBeUndefined()
  })

  test('whether the session goes on is asked with a token every five seconds at most, and a token about to end is renewed at once', async () => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(100_000)
    const keycloak = fake()
    const identity = make(keycloak)
    await identity.start()
    const times = async () => {
      expect(await identity.token()).toBe('access')
      return keycloak.updateToken.mock.calls.length
    }
    expect(await times()).toBe(0)
    now.mockReturnValue(105_000)
    expect([await times(), await times()]).toEqual([1, 1])
    keycloak.isTokenExpired.mockImplementation((seconds) => seconds === 5)
    expect(await times()).toBe(2)
    now.mockRestore()
  })

  test('a provider that does not answer at the start means signed out, not a broken page', async () => {
    expect(
      await make(
        fake({ init: jest.fn(async () => Promise.reject(new Error('Timeout when waiting for 3rd party check iframe message.'))) }),
      ).start(),
    ).toBe(false)
  })

  test('a refusal that came before anybody listened is told to whoever listens then', async () => {
    const keycloak = fake() as ReturnType<typeof fake> & { onAuthError?: (error?: object) => void }
    const identity = make(keycloak)
    const heard = jest.fn()
    keycloak.onAuthError?.({ error: 'access_denied' })
    identity.onError(heard)
    expect(heard).toHaveBeenCalledWith({ error: 'access_denied' })
    expect(heard).toHaveBeenCalledTimes(1)
  })

  test('signs out to /gracias', async () => {
    const keycloak = fake()
    await make(keycloak).signOut()
    expect(keycloak.logout).toHaveBeenCalledWith({ redirectUri: 'http://localhost/gracias' })
  })
})
