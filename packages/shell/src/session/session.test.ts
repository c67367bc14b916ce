import { uploadAnalysisFile } from '@cuadre/api/analysis'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import type { AxiosProgressEvent, InternalAxiosRequestConfig } from 'axios'

const MINUTE = 60_000
const START = 1_800_000_000_000

/* Simulated: the identity client, the other windows, the network. */
const token = (sub: string) => `eyJhbGciOiJSUzI1NiJ9.${btoa(JSON.stringify({ sub }))}.c2ln`
const keycloak = {
  found: true,
  sub: 'ana',
  authenticated: true,
  get token() {
    return keycloak.authenticated ? token(keycloak.sub) : undefined
  },
  get idToken() {
    return keycloak.authenticated ? token(keycloak.sub) : undefined
  },
  init: jest.fn(async () => keycloak.found),
  login: jest.fn(async (_options: object) => undefined),
  logout: jest.fn(async (_options: object) => undefined),
  updateToken: jest.fn(async (_seconds: number) => false),
  isTokenExpired: () => false,
  clearToken: jest.fn(() => {
    keycloak.authenticated = false
    keycloak.onAuthLogout?.()
  }),
  onAuthLogout: undefined as (() => void) | undefined,
  onAuthError: undefined as ((error: object) => void) | undefined,
}
jest.unstable_mockModule('keycloak-js', () => ({
  default: function Keycloak() {
    return keycloak
  },
}))
let channel: { onmessage: ((event: { data: unknown }) => void) | null; postMessage: jest.Mock }
class Windows {
  onmessage = null
  postMessage = jest.fn()
  constructor() {
    channel = this
  }
}
const otherWindow = (data: unknown) => channel.onmessage?.({ data })

type Answers = Record<string, (() => unknown) | undefined>
let answers: Answers
let serverAhead = 0
/** Role, country and business that the server's answers are for; unless set, it does not say. */
let madeFor = ''
let asked: string[]
let last: InternalAxiosRequestConfig
const refused = (status: number, code = 'x') => Object.assign(new Error(code), { status, code })

const me = (more: object = {}) => ({
  id: 1,
  NOMBRE: 'Ana Benítez',
  USUARIO: 'abenitez',
  email: 'a@b.cl',
  avatar: null,
  FIRMA: false,
  SPC_TIPO_USUARIOS: { COD_TIPO_USUARIO: 1, TIPO_USUARIO: 'ANALISTA' },
  roles: [],
  permissions: ['analysis.item.read'],
  source: 'role',
  ID_PAIS: null,
  PAIS: null,
  ID_NEGOCIO: null,
  NEGOCIO: null,
  locale: 'es',
  appearance: null,
  inactivityMinutes: 60,
  ZONA: 'America/Sao_Paulo',
  ...more,
})

/** Each test starts like a fresh page: new modules, storage as it was left. */
const page = async () => {
  jest.resetModules()
  const shell = {
    ...(await import('./session.ts')),
    ...(await import('./store.ts')),
    ...(await import('./person.ts')),
    ...(await import('./drafts.ts')),
  }
  const { http } = await import('../http.ts')
  const { call } = await import('../call.ts')
  const { AxiosError } = await import('axios')
  const { startLanguage } = await import('../i18n/i18n.ts')
  http.defaults.adapter = async (config) => {
    const name = `${config.method?.toUpperCase()} ${config.url}`
    asked.push(name)
    last = config
    const headers = {
      ...(serverAhead && { date: new Date(Date.now() + serverAhead).toUTCString() }),
      ...(madeFor && { 'x-context': madeFor }),
    }
    const answer = { status: 200, statusText: '', headers, config, data: undefined as unknown }
    try {
      answer.data = await (answers[name] ?? (() => ({ ok: true })))()
    } catch (error) {
      const { status, code } = error as { status: number; code: string }
      if (!status) throw new AxiosError('offline', undefined, config)
      throw new AxiosError(code, undefined, config, {}, { ...answer, status, data: { code, message: code } })
    }
    return answer
  }
  await startLanguage(async () => ({ default: {} }))
  const now = async () => {
    await jest.advanceTimersByTimeAsync(0)
    return shell.currentSession()
  }
  return { ...shell, call, now }
}

beforeEach(() => {
  jest.useFakeTimers({ now: START })
  localStorage.clear()
  sessionStorage.clear()
  globalThis.BroadcastChannel = Windows as unknown as typeof BroadcastChannel
  Object.assign(keycloak, { found: true, sub: 'ana', authenticated: true, onAuthLogout: undefined })
  for (const spy of [keycloak.login, keycloak.logout, keycloak.clearToken]) spy.mockClear()
  asked = []
  serverAhead = 0
  madeFor = ''
  answers = {
    'GET /auth/config': () => ({ url: 'http://localhost', realm: 'corp', clientId: 'cuadre-web' }),
    'POST /auth/login': () => ({ user: me(), '2FAEnabled': false, qrCodeUrl: null, firstLogin: false }),
    'GET /me': () => me(),
    'GET /me/sessions': () => [{ id: 's', INICIO: '', VENCE: new Date(START + 480 * MINUTE).toISOString(), actual: true }],
  }
})
afterEach(() => {
  jest.clearAllTimers()
  jest.useRealTimers()
})

test('whether nobody has been here as this user before is kept for the first page', async () => {
  const again = await page()
  await again.startSession()
  await again.now()
  expect(again.isFirstLogin()).toBe(false)
  answers['POST /auth/login'] = () => ({ user: me(), '2FAEnabled': false, qrCodeUrl: null, firstLogin: true })
  const first = await page()
  await first.startSession()
  expect(await first.now()).toMatchObject({ status: 'signed-in' })
  expect(first.isFirstLogin()).toBe(true)
})

test('signed in only with an identity token and an access token', async () => {
  keycloak.authenticated = false
  const { startSession, now } = await page()
  await startSession()
  expect(await now()).toEqual({ status: 'signed-out' })
})

test('what is kept on the device lets the next start show the person at once, and holds no token', async () => {
  const first = await page()
  await first.startSession()
  expect(await first.now()).toMatchObject({ status: 'signed-in', me: { NOMBRE: 'Ana Benítez' } })
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('eyJ')

  let answer = (_: unknown) => {}
  answers['POST /auth/login'] = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  const second = await page()
  const started = second.startSession()
  expect(await second.now()).toMatchObject({ status: 'signed-in', me: { permissions: ['analysis.item.read'] } })
  answer({ user: me({ permissions: [] }), '2FAEnabled': false, qrCodeUrl: null })
  await started
  expect(await second.now()).toMatchObject({ me: { permissions: [] } })
})

test('while it starts, who was here a moment ago is expected, and nothing more; what signs in asks first, and the pages are told after that', async () => {
  await (await page()).startSession()
  const next = await page()
  const order: string[] = []
  let found = () => {}
  keycloak.init.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        found = () => resolve(true)
      }),
  )
  const { createElement } = await import('react')
  const { createRoot } = await import('react-dom/client')
  next.onSignedIn(() => order.push('asks'))
  const Shown = () => {
    order.push(next.useSession().status)
    return null
  }
  const { flushSync } = await import('react-dom')
  flushSync(() => createRoot(document.createElement('div')).render(createElement(Shown)))
  asked = []
  const started = next.startSession()
  expect(await next.now()).toEqual({ status: 'starting' })
  expect(next.expectedUser()?.NOMBRE).toBe('Ana Benítez')
  expect(asked).toEqual(['GET /auth/config'])
  found()
  await started
  await next.now()
  expect(asked).toEqual(['GET /auth/config', 'POST /auth/login'])
  // The user that the server names is the one that was kept: the pages are not drawn again.
  expect(order).toEqual(['starting', 'asks', 'asks', 'signed-in'])
  expect(next.expectedUser()).toBeUndefined()
})

test('the person asked for anew every five minutes is kept anew, also without a change', async () => {
  const first = await page()
  await first.startSession()
  await first.now()
  await jest.advanceTimersByTimeAsync(29 * MINUTE)
  answers['POST /auth/login'] = () => new Promise(() => undefined)
  const next = await page()
  void next.startSession()
  expect(await next.now()).toMatchObject({ status: 'signed-in' })
})

test.each([
  ['older than thirty minutes', () => jest.setSystemTime(START + 30 * MINUTE)],
  ['of somebody else', () => Object.assign(keycloak, { sub: 'berta' })],
])('kept permissions %s are not used', async (_, change) => {
  await (await page()).startSession()
  change()
  answers['POST /auth/login'] = () => new Promise(() => undefined)
  const next = await page()
  void next.startSession()
  expect(await next.now()).toEqual({ status: 'starting' })
})

test('a 401 signs out, remembers the page, and leaves nothing of the person on the device', async () => {
  const { startSession, refreshMe, now, onSignedOut, signIn } = await page()
  await startSession()
  const cleared = jest.fn()
  onSignedOut(cleared)
  history.replaceState(null, '', '/paises?pagina=2')
  localStorage.setItem('cuadre:paleta:7:3', '[{"label":"Rodrigo Peña"}]')
  localStorage.setItem('cuadre:apariencia', '{}')
  answers['GET /me'] = () => {
    throw refused(401)
  }
  await expect(refreshMe()).rejects.toMatchObject({ status: 401 })
  expect(await now()).toEqual({ status: 'signed-out', why: 'expired' })
  expect(cleared).toHaveBeenCalledTimes(1)
  expect(localStorage.getItem('cuadre:sesion')).toBeNull()
  expect(localStorage.getItem('cuadre:paleta:7:3')).toBeNull()
  // How the device looks is nobody's.
  expect(localStorage.getItem('cuadre:apariencia')).toBe('{}')
  expect(sessionStorage.getItem('cuadre:destino')).toBe('/paises?pagina=2')
  // The provider's session may still be good: then it is enough for the form that was open.
  await signIn()
  expect((keycloak.login.mock.calls[0]![0] as { prompt?: string }).prompt).toBeUndefined()
})

test('sixty idle minutes end the session here, at the provider, and in the other windows; forms are asked to keep what was typed', async () => {
  const { startSession, now, onSaveDrafts } = await page()
  await startSession()
  const forms = jest.fn()
  onSaveDrafts(forms)
  await jest.advanceTimersByTimeAsync(60 * MINUTE - 1)
  expect(await now()).toMatchObject({ status: 'signed-in' })
  await jest.advanceTimersByTimeAsync(1)
  expect(await now()).toEqual({ status: 'signed-out', why: 'expired' })
  expect(forms).toHaveBeenCalledTimes(1)
  expect(keycloak.logout).toHaveBeenCalledTimes(1)
  expect(channel.postMessage).toHaveBeenCalledWith({ type: 'signed-out' })
})

test('a file on its way keeps the session, for as long as any of it moves', async () => {
  answers['POST /analysis/file/1'] = () => new Promise(() => {})
  const { startSession, call, now } = await page()
  await startSession()
  const body = { file: new File(['x'], 'libro.xlsx'), VALOR_ANALISIS: '1', VARIACION: '0' }
  void call(uploadAnalysisFile, { params: { id: 1 }, body })
  await jest.advanceTimersByTimeAsync(0)
  const { onUploadProgress } = last
  for (const minutes of [50, 50]) {
    await jest.advanceTimersByTimeAsync(minutes * MINUTE)
    onUploadProgress?.({ loaded: 1 } as AxiosProgressEvent)
  }
  await jest.advanceTimersByTimeAsync(60 * MINUTE - 1)
  expect(await now()).toMatchObject({ status: 'signed-in' })
  await jest.advanceTimersByTimeAsync(1)
  expect(await now()).toMatchObject({ status: 'signed-out' })
})

test('the parameter says after how long, and a new value reaches a window that is open within five minutes', async () => {
  answers['POST /auth/login'] = () => ({ user: me({ inactivityMinutes: 20 }), '2FAEnabled': false, qrCodeUrl: null })
  answers['GET /me'] = () => me({ inactivityMinutes: 10 })
  const { startSession, now } = await page()
  await startSession()
  await jest.advanceTimersByTimeAsync(10 * MINUTE)
  expect(await now()).toMatchObject({ status: 'signed-out' })
})

test('activity in another window keeps this one; its end ends this one', async () => {
  const { startSession, now } = await page()
  await startSession()
  await jest.advanceTimersByTimeAsync(50 * MINUTE)
  otherWindow({ type: 'active', at: Date.now() })
  await jest.advanceTimersByTimeAsync(59 * MINUTE)
  expect(await now()).toMatchObject({ status: 'signed-in' })
  otherWindow({ type: 'signed-out' })
  expect(await now()).toEqual({ status: 'signed-out', why: 'expired' })
  expect(keycloak.logout).not.toHaveBeenCalled()
})

test('the length of the session, as the provider tells it, ends it in spite of activity', async () => {
  answers['GET /me/sessions'] = () => [{ id: 's', INICIO: '', VENCE: new Date(START + 90 * MINUTE).toISOString(), actual: true }]
  const { startSession, now } = await page()
  await startSession()
  for (let minute = 0; minute < 89; minute += 1) {
    await jest.advanceTimersByTimeAsync(MINUTE)
    document.body.dispatchEvent(new Event('click', { bubbles: true }))
  }
  expect(await now()).toMatchObject({ status: 'signed-in' })
  await jest.advanceTimersByTimeAsync(MINUTE)
  expect(await now()).toEqual({ status: 'signed-out', why: 'expired' })
})

test('a machine whose clock is three hours ahead of the server’s is not signed out for it', async () => {
  serverAhead = -180 * MINUTE
  answers['GET /me/sessions'] = () => [{ id: 's', INICIO: '', VENCE: new Date(Date.now() - 115 * MINUTE).toISOString(), actual: true }]
  const { startSession, now } = await page()
  await startSession()
  await jest.advanceTimersByTimeAsync(30 * MINUTE)
  expect(await now()).toMatchObject({ status: 'signed-in' })
})

test('a window that was hidden does not end a session that has been kept going elsewhere', async () => {
  answers['GET /me/sessions'] = () => [{ id: 's', INICIO: '', VENCE: new Date(Date.now() + 65 * MINUTE).toISOString(), actual: true }]
  const { startSession, now } = await page()
  await startSession()
  const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  for (let minute = 0; minute < 140; minute += 1) {
    await jest.advanceTimersByTimeAsync(MINUTE)
    otherWindow({ type: 'active', at: Date.now() })
  }
  expect(await now()).toMatchObject({ status: 'signed-in' })
  hidden.mockRestore()
})

test('a role switched in another window is asked for anew here, and the pages are told', async () => {
  const { startSession, now, onContextChanged } = await page()
  await startSession()
  const pagesTold = jest.fn()
  onContextChanged(pagesTold)
  answers['GET /me'] = () => me({ SPC_TIPO_USUARIOS: { COD_TIPO_USUARIO: 2, TIPO_USUARIO: 'JEFATURA AREA' } })
  otherWindow({ type: 'changed' })
  expect(await now()).toMatchObject({ me: { SPC_TIPO_USUARIOS: { COD_TIPO_USUARIO: 2 } } })
  expect(pagesTold).toHaveBeenCalledTimes(1)
})

test.each([
  ['a role', { SPC_TIPO_USUARIOS: { COD_TIPO_USUARIO: 2, TIPO_USUARIO: 'JEFATURA AREA' } }, '2/0/0'],
  ['a business', { ID_PAIS: 1, ID_NEGOCIO: 7 }, '1/1/7'],
])(
  '%s switched on another device is known by the first answer that was made for it, and the pages are told once',
  async (_, other, made) => {
    const { startSession, now, onContextChanged, switchLocale } = await page()
    await startSession()
    const pagesTold = jest.fn()
    onContextChanged(pagesTold)
    madeFor = '1/0/0'
    await switchLocale('es')
    asked = []
    madeFor = made
    answers['GET /me'] = () => me(other)
    await Promise.all([switchLocale('es'), switchLocale('es')])
    expect(await now()).toMatchObject({ me: other })
    expect(pagesTold).toHaveBeenCalledTimes(1)
    expect(asked.filter((name) => name === 'GET /me')).toHaveLength(1)
    await switchLocale('es')
    expect(asked.filter((name) => name === 'GET /me')).toHaveLength(1)
  },
)

test.each([
  [403, 'auditor_expired', { status: 'refused', message: 'auditor_expired' }],
  [403, 'account_stopped', { status: 'refused', message: 'account_stopped' }],
  // That of somebody else, whom one was about to change.
  [409, 'account_stopped', { status: 'signed-in' }],
])('whoever is shut out while at work (%d %s) reads why, and what they typed is kept', async (status, code, expected) => {
  const { startSession, now, switchLocale, onSaveDrafts } = await page()
  await startSession()
  await now()
  const keeping = jest.fn()
  onSaveDrafts(keeping)
  answers['POST /me/locale'] = () => {
    throw refused(status, code)
  }
  await expect(switchLocale('es')).rejects.toMatchObject({ code })
  expect(await now()).toMatchObject(expected)
  expect(keeping).toHaveBeenCalledTimes(status === 403 ? 1 : 0)
})

test('what was asked before the person switched here is of before, and says nothing of another device', async () => {
  const { startSession, now, switchLocale, switchContext } = await page()
  await startSession()
  let late = () => {}
  answers['POST /me/locale'] = () =>
    new Promise((resolve) => {
      late = () => resolve({ ok: true })
    })
  madeFor = '1/0/0'
  const before = switchLocale('es')
  await now()
  answers['POST /me/setBusinessAndCountry'] = () => me({ ID_PAIS: 1, ID_NEGOCIO: 7 })
  await switchContext({ ID_PAIS: 1, ID_NEGOCIO: 7 })
  asked = []
  late()
  await before
  await now()
  expect(asked).toEqual([])
})

test('asked for anew every five minutes, another business than before is told to the pages', async () => {
  const { startSession, now, onContextChanged } = await page()
  await startSession()
  await now()
  const pagesTold = jest.fn()
  onContextChanged(pagesTold)
  await jest.advanceTimersByTimeAsync(6 * MINUTE)
  expect(pagesTold).not.toHaveBeenCalled()
  answers['GET /me'] = () => me({ ID_PAIS: 1, ID_NEGOCIO: 7 })
  await jest.advanceTimersByTimeAsync(6 * MINUTE)
  expect(pagesTold).toHaveBeenCalledTimes(1)
})

test('whose session the provider ends is told so, and comes back to the page; who signs out is not', async () => {
  const ended = await page()
  await ended.startSession()
  await ended.now()
  history.replaceState(null, '', '/paises?pagina=2')
  keycloak.clearToken()
  expect(await ended.now()).toEqual({ status: 'signed-out', why: 'expired' })
  expect(sessionStorage.getItem('cuadre:destino')).toBe('/paises?pagina=2')

  sessionStorage.clear()
  keycloak.authenticated = true
  const left = await page()
  await left.startSession()
  // Left over from another time: the next one at this tab begins at their own home.
  sessionStorage.setItem('cuadre:destino', '/paises')
  await left.signOut()
  keycloak.onAuthLogout?.()
  expect(sessionStorage.getItem('cuadre:destino')).toBeNull()
})

test('a session that ends at the second factor leads back to the page from which one was led there', async () => {
  answers['POST /auth/login'] = () => ({ user: me(), '2FAEnabled': false, qrCodeUrl: 'data:image/png;base64,AA' })
  const { startSession, now } = await page()
  await startSession()
  sessionStorage.setItem('cuadre:destino', '/paises?pagina=2')
  history.replaceState(null, '', '/2fa')
  otherWindow({ type: 'signed-out' })
  expect(await now()).toEqual({ status: 'signed-out', why: 'expired' })
  expect(sessionStorage.getItem('cuadre:destino')).toBe('/paises?pagina=2')
})

test('a second factor that is missing comes before everything else', async () => {
  answers['POST /auth/login'] = () => ({ user: me(), '2FAEnabled': false, qrCodeUrl: 'data:image/png;base64,AA' })
  const { startSession, now } = await page()
  await startSession()
  expect(await now()).toEqual({ status: 'second-factor', qrCodeUrl: 'data:image/png;base64,AA' })
})

test('a second factor that has become a must is asked for at the next call, once however many are refused', async () => {
  const { startSession, now, refreshMe, onSaveDrafts } = await page()
  await startSession()
  const keeping = jest.fn()
  onSaveDrafts(keeping)
  answers['GET /me'] = () => {
    throw refused(403, '2fa_required')
  }
  answers['POST /auth/login'] = () => ({ user: me(), '2FAEnabled': true, qrCodeUrl: null })
  asked = []
  await Promise.allSettled([refreshMe(), refreshMe()])
  expect(await now()).toEqual({ status: 'second-factor', qrCodeUrl: null })
  expect(asked.filter((name) => name === 'POST /auth/login')).toHaveLength(1)
  expect(keeping).toHaveBeenCalledTimes(1)
})

test('permissions that could not be asked anew after a refusal are told of, once; the person stays signed in', async () => {
  const { startSession, now, switchLocale, onPermissionsFailed } = await page()
  await startSession()
  let told = 0
  onPermissionsFailed(() => told++)
  answers['POST /me/locale'] = () => {
    throw refused(403, 'forbidden')
  }
  answers['GET /me'] = () => {
    throw refused(500, 'unexpected')
  }
  await Promise.allSettled([switchLocale('es'), switchLocale('en')])
  expect(await now()).toMatchObject({ status: 'signed-in' })
  expect(told).toBe(1)
})

test('a call that is refused for want of a key says that what is known of the person is no longer so: it is asked anew, once', async () => {
  const { startSession, now, switchLocale } = await page()
  await startSession()
  answers['POST /me/locale'] = () => {
    throw refused(403, 'forbidden')
  }
  answers['GET /me'] = () => me({ permissions: [] })
  asked = []
  for (const outcome of await Promise.allSettled([switchLocale('es'), switchLocale('en')])) expect(outcome.status).toBe('rejected')
  expect(await now()).toMatchObject({ status: 'signed-in', me: { permissions: [] } })
  expect(asked.filter((name) => name === 'GET /me')).toHaveLength(1)
})

test('another 403 asks for nothing', async () => {
  const { startSession, now, switchLocale } = await page()
  await startSession()
  answers['POST /me/locale'] = () => {
    throw refused(403, 'business_out_of_scope')
  }
  asked = []
  await expect(switchLocale('es')).rejects.toMatchObject({ status: 403 })
  expect(await now()).toMatchObject({ status: 'signed-in' })
  expect(asked).not.toContain('GET /me')
})

test.each([['GET /auth/config'], ['POST /auth/login']])(
  'where the server is away (%s) nobody is told that they are signed out for nothing',
  async (name) => {
    answers[name] = () => {
      throw name === 'GET /auth/config' ? new Error('offline') : refused(503, 'unavailable')
    }
    const { startSession, now, signIn } = await page()
    await startSession()
    expect(await now()).toEqual({ status: 'signed-out', why: 'unreached' })
    await signIn('/cuentas')
    expect(sessionStorage.getItem('cuadre:destino')).toBe('/cuentas')
    // Without the provider's address there is no redirect: the page reloads.
    expect(keycloak.login).toHaveBeenCalledTimes(name === 'POST /auth/login' ? 1 : 0)
  },
)

test.each([
  [401, 'expired'],
  [429, 'refused'],
])('whoever the server does not let in (%d) learns it, and is not led back by the same session of the provider', async (status, why) => {
  answers['POST /auth/login'] = () => {
    throw refused(status)
  }
  const { startSession, now, signIn } = await page()
  await startSession()
  expect(await now()).toEqual({ status: 'signed-out', why })
  await signIn()
  const [options] = keycloak.login.mock.calls[0]!
  expect((options as { prompt?: string }).prompt).toBe(status === 401 ? 'login' : undefined)
})

test('a sign-in that the provider refuses is not taken for nobody there', async () => {
  const said = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
  keycloak.init.mockImplementationOnce(async () => {
    keycloak.onAuthError?.({ error: 'access_denied', error_description: '' })
    throw new Error('access_denied')
  })
  const { startSession, now } = await page()
  await startSession()
  expect(await now()).toEqual({ status: 'signed-out', why: 'refused' })
  said.mockRestore()
})

test('drafts go to whoever typed them only, and so do their files', async () => {
  const deleteDatabase = jest.fn()
  Object.assign(globalThis, { indexedDB: { deleteDatabase } })
  await (await page()).startSession()
  sessionStorage.setItem('cuadre:borrador:/paises/crear', '{}')
  await (await page()).startSession()
  expect(sessionStorage.getItem('cuadre:borrador:/paises/crear')).toBe('{}')
  expect(deleteDatabase).not.toHaveBeenCalled()
  keycloak.sub = 'berta'
  await (await page()).startSession()
  expect(sessionStorage.getItem('cuadre:borrador:/paises/crear')).toBeNull()
  expect(deleteDatabase).toHaveBeenCalledWith('cuadre:archivos')
  Reflect.deleteProperty(globalThis, 'indexedDB')
})
