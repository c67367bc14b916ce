import { brotliCompressSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { expect, signIn, test } from '../support/test.ts'

/** Budgets of first loads: JS + CSS + HTML, brotli, from what the browser really asked for. */
const SIGN_IN = 213_000
const HOME = 300_000
const HOME_REQUESTS = 30
const AREA = 60_000
const STATISTICS = 120_000

test('first loads stay within their budgets and no shared module comes twice', async ({ page, product }) => {
  const load = watch(page)
  await page.goto('/sign-in')
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
  const signInPage = await load.take()
  expect(signInPage.bytes, 'bytes of /sign-in').toBeLessThanOrEqual(SIGN_IN)

  await signIn(page, 'bmontoya')
  await load.take()
  // A first visit: nothing is in the cache.
  await page.evaluate(() => localStorage.clear())
  const fresh = await page.context().newPage()
  await (await fresh.context().newCDPSession(fresh)).send('Network.setCacheDisabled', { cacheDisabled: true })
  const home = watch(fresh)
  await fresh.goto('/home')
  await expect(fresh.getByRole('navigation', { name: 'Principal' })).toBeVisible()
  await fresh.waitForLoadState('networkidle')
  const homePage = await home.take()
  expect(homePage.bytes, 'bytes of /home').toBeLessThanOrEqual(HOME)
  expect(homePage.requests, 'scripts, styles and documents of /home').toBeLessThanOrEqual(HOME_REQUESTS)

  for (const [name, path, heading, budget] of [
    ['Países', '/paises', 'Países', AREA],
    ['Tiempo en sesión', '/parametros/tiempo-en-sesion', 'Tiempo en sesión', AREA],
    ['Preguntas frecuentes', '/faq', 'Preguntas frecuentes', AREA],
    ['Gráficas', '/estadisticas', 'Gráficas', STATISTICS],
  ] as const) {
    await fresh.getByRole('link', { name, exact: true }).click()
    await fresh.waitForURL(`**${path}`)
    await expect(fresh.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await fresh.waitForLoadState('networkidle')
    const area = await home.take(product.origin)
    expect(area.bytes, `bytes of ${path} on first click`).toBeLessThanOrEqual(budget)
  }
  // Whoever was here a moment ago has all that the page needs asked for ahead: nothing of it twice, and nothing that is not used.
  const known = await page.context().newPage()
  const back = watch(known)
  await known.goto('/paises')
  await expect(known.getByRole('heading', { name: 'Países', level: 1 })).toBeVisible()
  await known.waitForLoadState('networkidle')
  expect(await known.locator('link[rel=preload][crossorigin]').count()).toBeGreaterThan(0)
  expect(back.twice()).toEqual([])
  expect(back.urls().filter((url) => url.endsWith('.js') && !home.urls().includes(url))).toEqual([])
  await known.close()
  // Shared modules come from the host alone, once each.
  expect(home.twice()).toEqual([])
  expect(
    await home.from((origin) => origin !== product.origin, /react\.transitional\.element|isAxiosError|keycloak|QueryClientProvider/),
  ).toEqual([])
})

function watch(page: Page) {
  let seen: Response[] = []
  const all: string[] = []
  const kept: Response[] = []
  page.on('response', (response) => {
    if (!['script', 'stylesheet', 'document'].includes(response.request().resourceType()) || response.status() !== 200) return
    seen.push(response)
    kept.push(response)
    all.push(response.url())
  })
  return {
    /** What came since the last look; with an origin, what the areas sent (the kits they share come from the host and are counted there). */
    async take(hostOrigin?: string) {
      const bodies = await Promise.all(
        seen.filter((r) => !hostOrigin || new URL(r.url()).origin !== hostOrigin).map((r) => r.body().catch(() => Buffer.alloc(0))),
      )
      seen = []
      const bytes = bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0)
      console.log(`    ${bytes} bytes brotli, ${bodies.length} files`)
      return { bytes, requests: bodies.length }
    },
    /** Scripts of some origins that contain what only a shared library has. */
    async from(origin: (origin: string) => boolean, mark: RegExp) {
      const bodies = await Promise.all(
        kept.filter((r) => origin(new URL(r.url()).origin)).map(async (r) => [r.url(), await r.text().catch(() => '')] as const),
      )
      return bodies.filter(([, text]) => mark.test(text)).map(([url]) => url)
    },
    urls: () => all,
    twice: () => all.filter((url, i) => /\.[0-9a-f]{8}\.js$/.test(url) && all.indexOf(url) !== i),
  }
}
