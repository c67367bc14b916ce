import type { Page, Response } from '@playwright/test'
import { expect, signIn, test } from '../support/test.ts'
import { traffic } from '../support/traffic.ts'

/** Budgets of first loads, in bytes as they travelled: all that is asked for, with fonts, calls, frames and headers, from a cold cache. */
const SIGN_IN = 235_000
const HOME = 400_000
const HOME_REQUESTS = 32
/** Of them scripts, styles and documents, without headers. */
const SIGN_IN_CODE = 188_000
const HOME_CODE = 300_000
/** What an area sends when it is opened first. */
const AREA = 60_000
const STATISTICS = 120_000
/** Only the federation's runtime has this. */
const FEDERATION = /_FEDERATION_RUNTIME_CORE_FROM/

test('first loads stay within their budgets and no shared module comes twice', async ({ page, product }) => {
  // What comes for later pages once a page is at rest is not of its first load: whoever saves data goes without.
  await page
    .context()
    .addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }))
  const wayIn = await traffic(page)
  const atSignIn = watch(page)
  await page.goto('/sign-in')
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
  const signInPage = await wayIn.take('/sign-in')
  expect(signInPage.bytes, 'bytes of /sign-in').toBeLessThanOrEqual(SIGN_IN)
  expect(signInPage.code, 'scripts, styles and documents of /sign-in').toBeLessThanOrEqual(SIGN_IN_CODE)
  // Nobody is signed in: what areas there are is no matter.
  expect(signInPage.urls.filter((url) => /areas?\.json$/.test(url))).toEqual([])
  expect(await atSignIn.from(() => true, FEDERATION)).toEqual([])

  await signIn(page, 'bmontoya')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // A first visit: nothing is kept on the device.
  await page.evaluate(() => localStorage.clear())
  const fresh = await page.context().newPage()
  const asked = await traffic(fresh)
  const home = watch(fresh)
  await fresh.goto('/home')
  await expect(fresh.getByRole('navigation', { name: 'Principal' })).toBeVisible()
  await expect(fresh.getByRole('heading', { level: 1 })).toBeVisible()
  const homePage = await asked.take('/home')
  expect(homePage.bytes, 'bytes of /home').toBeLessThanOrEqual(HOME)
  expect(homePage.code, 'scripts, styles and documents of /home').toBeLessThanOrEqual(HOME_CODE)
  expect(homePage.urls.length, `requests of /home:\n${homePage.urls.join('\n')}`).toBeLessThanOrEqual(HOME_REQUESTS)

  for (const [name, path, heading, budget] of [
    ['Países', '/paises', 'Países', AREA],
    ['Tiempo en sesión', '/parametros/tiempo-en-sesion', 'Tiempo en sesión', AREA],
    ['Preguntas frecuentes', '/faq', 'Preguntas frecuentes', AREA],
    ['Gráficas', '/estadisticas', 'Gráficas', STATISTICS],
  ] as const) {
    await fresh.getByRole('link', { name, exact: true }).click()
    await fresh.waitForURL(`**${path}`)
    await expect(fresh.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    // The kits that areas share come from the host, and are counted there.
    const area = await asked.take(path, ({ origin }) => origin !== product.origin)
    expect(area.bytes, `bytes of ${path} on first click`).toBeLessThanOrEqual(budget)
  }
  // Whoever was here a moment ago has all that the page needs asked for ahead: nothing of it twice, and nothing that is not used.
  for (const [path, heading] of [
    ['/home', /./],
    ['/paises', 'Países'],
  ] as const) {
    const known = await page.context().newPage()
    const again = await traffic(known)
    const back = watch(known)
    await known.goto(path)
    await expect(known.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    const { urls } = await again.take(`${path}, known from before`)
    expect(await known.locator('link[rel=preload][crossorigin]').count()).toBeGreaterThan(0)
    expect(back.twice()).toEqual([])
    expect(urls.filter((url) => url.endsWith('.js') && !home.urls().includes(url))).toEqual([])
    if (path === '/home') expect(urls.length, `requests of /home:\n${urls.join('\n')}`).toBeLessThanOrEqual(HOME_REQUESTS)
    await known.close()
  }
  expect(await home.from((origin) => origin === product.origin, FEDERATION)).toHaveLength(1)
  // Shared modules come from the host alone, once each.
  expect(home.twice()).toEqual([])
  expect(
    await home.from((origin) => origin !== product.origin, /react\.transitional\.element|isAxiosError|keycloak|QueryClientProvider/),
  ).toEqual([])
})

test('what other kinds of pages need of the host comes once the first page is at rest', async ({ as, product }) => {
  const page = await as('bmontoya', '/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForTimeout(4000)
  const asked = await traffic(page)
  await page.getByRole('link', { name: 'Cuentas', exact: true }).click()
  await expect(page.getByRole('row').nth(5)).toBeVisible()
  const { urls } = await asked.take('/cuentas', ({ origin, pathname }) => origin === product.origin && pathname.endsWith('.js'))
  expect(urls).toEqual([])
})

/** The scripts that a page gets. */
function watch(page: Page) {
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && response.status() === 200) scripts.push(response)
  })
  const urls = () => scripts.map((response) => response.url())
  return {
    urls,
    /** Those of some origins that contain what only a shared library has. */
    async from(origin: (origin: string) => boolean, mark: RegExp) {
      const bodies = await Promise.all(
        scripts.filter((r) => origin(new URL(r.url()).origin)).map(async (r) => [r.url(), await r.text().catch(() => '')] as const),
      )
      return bodies.filter(([, text]) => mark.test(text)).map(([url]) => url)
    },
    twice: () => urls().filter((url, i, all) => /\.[0-9a-f]{8}\.js$/.test(url) && all.indexOf(url) !== i),
  }
}
