import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { readPreloaded, takeIdentity } from './handover.ts'

const client = { start: jest.fn(async () => true) }
const createIdentity = jest.fn((_config: object) => client)
jest.unstable_mockModule('@cuadre/shell/identity', () => ({ createIdentity }))

const files = { es: ['/es.js'], en: ['/en.js'], frame: ['/frame.js'], '@cuadre/ui/data': ['/data.js'] }
const area = {
  pages: {
    accounts: { path: '/cuentas', title: { es: 'Cuentas', en: 'Accounts' } },
    one: { path: '/cuentas/:id/historico', title: { es: 'Histórico', en: 'History' }, full: true },
  },
  widgets: { controlHome: { roles: [3], order: 1 }, analystHome: { roles: [1], order: 1 } },
  entry: 'entry.js',
  integrity: 'sha384-x',
  needs: {
    area: ['area.js'],
    es: ['textos.js'],
    en: ['texts.js'],
    accounts: ['accounts.js', '@cuadre/ui/data'],
    controlHome: ['control.js'],
  },
}
let answers: Record<string, unknown>
/** As the page names them. */
let areas: string[]

/** As a fresh page at this address does. */
async function open(path: string) {
  history.replaceState(null, '', path)
  const script = document.createElement('script')
  script.dataset.files = JSON.stringify(files)
  Object.defineProperty(document, 'currentScript', { value: script, configurable: true })
  jest.resetModules()
  document.head.innerHTML = `<meta name="areas" content="${areas.join(' ')}" />`
  const application = document.head.appendChild(Object.assign(document.createElement('script'), { defer: true, src: '/main.js' }))
  const code = document.head.appendChild(document.createElement('link'))
  for (const [name, value] of Object.entries({ rel: 'preload', as: 'script', href: '/code.js' })) code.setAttribute(name, value)
  const asked = () => [...document.head.querySelectorAll('link')].filter((link) => link !== code).map((link) => link.getAttribute('href'))
  const rest = () => new Promise((resolve) => setTimeout(resolve, 20))
  await import('./preboot.ts')
  await rest()
  // The application comes first: what starts it, and its code.
  for (const file of arrived.length > 0 ? [] : [application, code]) {
    expect(asked()).toEqual([expect.stringMatching(/^.(es|en)\.js$/)])
    file.dispatchEvent(new Event('load'))
    await rest()
  }
  // The frame, and what the page asks, before that with which the page is drawn.
  expect(asked()).not.toContain('/data.js')
  document.head.querySelector('link[href="/frame.js"]')?.dispatchEvent(new Event('load'))
  await rest()
  return asked()
}
/** Files of which the browser tells that it has them. */
let arrived: string[] = []
const signedIn = (role: number) =>
  localStorage.setItem('cuadre:sesion', JSON.stringify({ value: { me: { SPC_TIPO_USUARIOS: { COD_TIPO_USUARIO: role } } } }))
const root = document.documentElement

beforeEach(() => {
  root.lang = 'es'
  areas = ['a=http://a']
  arrived = []
  performance.getEntriesByName = (name) => arrived.filter((file) => new URL(file, location.href).href === name) as never
  answers = {
    '/api/auth/config': { url: '', realm: 'corp', clientId: 'cuadre-web' },
    'http://a/area.json': area,
  }
  globalThis.fetch = jest.fn(async (url) =>
    String(url) in answers ? Response.json(answers[String(url)]) : new Response('', { status: 503 }),
  ) as typeof fetch
  document.body.innerHTML = '<div id="preboot"><div class="frame"><p class="title"></p><span class="year"></span></div></div>'
})
afterEach(() => {
  localStorage.clear()
  document.head.innerHTML = ''
  root.className = ''
  for (const name of Object.keys(root.dataset)) delete root.dataset[name]
  client.start.mockClear()
})

test('whoever was signed in here has what the page needs asked for, with the kits by name and the entry by its digest', async () => {
  signedIn(3)
  expect(await open('/cuentas')).toEqual([
    '/es.js',
    '/frame.js',
    'http://a/entry.js',
    'http://a/area.js',
    'http://a/textos.js',
    'http://a/accounts.js',
    '/data.js',
  ])
  expect(document.querySelector('link[integrity]')?.getAttribute('integrity')).toBe('sha384-x')
  expect(root.dataset.preboot).toBe('frame')
})

test('where the application came before anybody listened, from the cache, nothing waits for it', async () => {
  signedIn(3)
  arrived = ['/main.js', '/code.js']
  expect(await open('/cuentas')).toEqual(expect.arrayContaining(['/frame.js', 'http://a/accounts.js']))
})

test('at home it is what its widgets for the role need', async () => {
  signedIn(3)
  const asked = await open('/home')
  expect(asked).toContain('/frame.js')
  expect(asked).toContain('http://a/control.js')
  expect(asked).not.toContain('http://a/accounts.js')
})

const fetched = () => jest.mocked(fetch).mock.calls.map(([url]) => String(url))

test('texts that only some pages of an area need come with those', async () => {
  signedIn(3)
  answers['http://a/area.json'] = {
    ...area,
    needs: { ...area.needs, 'es texts': ['pages.js'], accounts: ['texts', 'accounts.js'] },
  }
  expect(await open('/cuentas')).toEqual(expect.arrayContaining(['http://a/textos.js', 'http://a/pages.js', 'http://a/accounts.js']))
  expect(await open('/home')).not.toContain('http://a/pages.js')
})

test('for somebody unknown nothing of an area is asked for; the way in is shown where it is', async () => {
  expect(await open('/sign-in')).toEqual(['/es.js'])
  expect(fetched()).toEqual(['/api/auth/config'])
  expect(root.dataset.preboot).toBe('sign-in')
  delete root.dataset.preboot
  await open('/soporte')
  expect(root.dataset.preboot).toBeUndefined()
})

test('whoever comes back from the provider is about to see a page: what the areas are is asked for', async () => {
  await open('/#state=x&code=y')
  expect(fetched()).toEqual(['/api/auth/config', 'http://a/area.json'])
  expect(root.dataset.preboot).toBe('frame')
  expect(document.head.querySelectorAll('link[crossorigin]')).toHaveLength(0)
})

test('which areas there are is known from the page, and what one does not say holds up nobody', async () => {
  signedIn(3)
  areas = ['b=http://b', 'a=http://a']
  expect(await open('/cuentas')).toContain('http://a/accounts.js')
  expect(fetched()).toEqual(['/api/auth/config', 'http://b/area.json', 'http://a/area.json'])
  expect(await readPreloaded('/areas.json')).toEqual([
    { id: 'b', url: 'http://b' },
    { id: 'a', url: 'http://a' },
  ])
  await expect(readPreloaded('http://b/area.json')).rejects.toThrow('503')
})

test('a page in which nobody has filled in the areas asks for the list', async () => {
  signedIn(3)
  areas = ['__AREAS__']
  answers['/areas.json'] = [{ id: 'a', url: 'http://a' }]
  await open('/cuentas')
  expect(fetched()).toEqual(['/api/auth/config', '/areas.json'])
  expect(await readPreloaded('/areas.json')).toEqual([{ id: 'a', url: 'http://a' }])
})

test('the look, the language, the page’s title and its rail are those kept on this device', async () => {
  signedIn(3)
  localStorage.setItem('cuadre:apariencia', JSON.stringify({ theme: 'dark', dir: 'rtl', layout: 'decked' }))
  localStorage.setItem('cuadre:idioma', 'en')
  localStorage.setItem('cuadre:areas', JSON.stringify({ a: area }))
  expect(await open('/cuentas')).toContain('/en.js')
  expect([root.dataset.theme, root.classList.contains('dark'), root.dir, root.lang]).toEqual(['dark', true, 'rtl', 'en'])
  const frame = document.querySelector<HTMLElement>('#preboot .frame')!
  expect(frame.dataset).toMatchObject({ layout: 'decked' })
  expect(frame.textContent).toContain('Accounts')
  expect(frame.textContent).toContain(String(new Date().getFullYear()))
  await open('/cuentas/7/historico')
  expect(frame.dataset.rail).toBe('true')
})

test('the look for a session begins at once, and the client goes to the first who asks', async () => {
  await open('/sign-in')
  expect(client.start).toHaveBeenCalledTimes(1)
  expect(await takeIdentity()).toMatchObject({ config: { realm: 'corp' }, identity: client })
  expect(takeIdentity()).toBeUndefined()
})

const provider = { url: '', realm: 'corp', clientId: 'cuadre-web' }
test('whoever is expected does not wait for the server to say where the provider is; where it has moved, the new one is asked', async () => {
  signedIn(3)
  await open('/cuentas')
  expect(JSON.parse(localStorage.getItem('cuadre:proveedor')!)).toEqual(provider)
  client.start.mockClear()
  jest.mocked(createIdentity).mockClear()
  let answer = (_: Response) => {}
  const answered = new Promise<Response>((resolve) => {
    answer = resolve
  })
  const others = globalThis.fetch
  globalThis.fetch = ((url, ...rest) => (url === '/api/auth/config' ? answered : others(url, ...rest))) as typeof fetch
  await open('/cuentas')
  expect(jest.mocked(createIdentity).mock.calls).toEqual([[provider, { isSessionExpected: true }]])
  const moved = { ...provider, realm: 'grupo' }
  answer(Response.json(moved))
  expect(await takeIdentity()).toMatchObject({ config: moved })
  expect(jest.mocked(createIdentity).mock.calls).toEqual([
    [provider, { isSessionExpected: true }],
    [moved, { isSessionExpected: true }],
  ])
  expect(client.start).toHaveBeenCalledTimes(2)
  expect(JSON.parse(localStorage.getItem('cuadre:proveedor')!)).toEqual(moved)
})

test('a stored provider that makes no sense is replaced by the one that the server says', async () => {
  signedIn(3)
  localStorage.setItem('cuadre:proveedor', '{"url":7}')
  createIdentity.mockImplementationOnce(() => {
    throw new TypeError('url.replace is not a function')
  })
  await open('/cuentas')
  expect(await takeIdentity()).toMatchObject({ config: provider, identity: client })
  expect(JSON.parse(localStorage.getItem('cuadre:proveedor')!)).toEqual(provider)
})

test('a stranger waits for it, whatever is kept', async () => {
  localStorage.setItem('cuadre:proveedor', JSON.stringify({ ...provider, realm: 'otro' }))
  jest.mocked(createIdentity).mockClear()
  await open('/sign-in')
  expect(jest.mocked(createIdentity).mock.calls).toEqual([[provider, { isSessionExpected: false }]])
})

test('storage that makes no sense and a server that does not answer leave the page as it is', async () => {
  localStorage.setItem('cuadre:apariencia', 'no')
  localStorage.setItem('cuadre:sesion', '{')
  localStorage.setItem('cuadre:areas', '{"a":{}}')
  answers = {}
  expect(await open('/cuentas')).toEqual(['/es.js'])
  await expect(takeIdentity()).rejects.toThrow('503')
})
