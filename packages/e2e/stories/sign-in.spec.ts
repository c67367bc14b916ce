import type { Page } from '@playwright/test'
import { providerElsewhere } from '../support/elsewhere.ts'
import { giveCredentials, realmOf, refusalOf } from '../support/provider.ts'
import { apiOf, expect, PASSWORD, signIn, test } from '../support/test.ts'

test('signs in at the provider and comes back to the deep link', async ({ page }) => {
  await page.goto('/paises')
  await expect(page.getByRole('heading', { name: 'Espera un momento...' })).toBeVisible()
  await expect(page.getByText('Estamos procesando tu autenticación y redirigiéndote al siguiente paso.')).toBeVisible()
  const waiting = Date.now()
  await page.waitForURL('**/sign-in', { timeout: 8000 })
  expect(Date.now() - waiting).toBeGreaterThan(3000)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await giveCredentials(page, 'bmontoya', 'no es esta')
  await expect(refusalOf(page)).toBeVisible()
  await giveCredentials(page, 'bmontoya', PASSWORD)
  await page.waitForURL('**/paises')
  await expect(page.getByRole('heading', { name: 'Países' })).toBeVisible()
})

test('finds the session again without a question, and keeps tokens in memory only', async ({ as }) => {
  const page = await as('bmontoya')
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Principal' })).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain('eyJ')
})

test('signs out to /gracias, and the session is over in every window', async ({ as }) => {
  const page = await as('rpena')
  const second = await page.context().newPage()
  await second.goto('/home')
  await expect(second.getByRole('navigation', { name: 'Principal' })).toBeVisible()
  await page.getByRole('button', { name: /Cuenta de/ }).click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await page.waitForURL('**/gracias')
  await expect(page.getByRole('heading', { name: 'Gracias por usar Cuadre' })).toBeVisible()
  await expect(second.getByRole('heading', { name: 'Espera un momento...' })).toBeVisible({ timeout: 15_000 })
})

test('a role that may not see a page is sent to /access-denied', async ({ as }) => {
  const page = await as('rpena')
  await page.goto('/paises')
  await page.waitForURL('**/access-denied')
  await expect(page.getByText('Su rol no da acceso a esta página')).toBeVisible()
})

test('an unknown path leads home and says so; who is signed in does not see /sign-in', async ({ as }) => {
  const page = await as('hvillalobos')
  await page.goto('/no-existe')
  await page.waitForURL('**/home')
  await expect(page.getByText('Esa dirección no existe')).toBeVisible()
  await page.goto('/sign-in')
  await page.waitForURL('**/home')
})

test('a 401 signs out', async ({ as }) => {
  const page = await as('mduarte')
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 401, json: { code: 'unauthorized', message: 'Su sesión no es válida.' } }),
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: /Espera un momento|Análisis de saldos/ })).toBeVisible()
  await page.unroute('**/api/**')
})

test('a token that is about to expire is refreshed ahead of the next call, without a question', async ({ visitor }) => {
  const page = await (await visitor()).newPage()
  await page.clock.install()
  await signIn(page, 'bmontoya')
  await expect(page.getByRole('navigation', { name: 'Principal' })).toBeVisible()
  const grants: string[] = []
  page.on('request', (request) => {
    const grant = /grant_type=(\w+)/.exec(request.postData() ?? '')?.[1]
    if (grant) grants.push(grant)
  })
  await page.getByRole('link', { name: 'Países' }).click()
  await expect(page.getByRole('heading', { name: 'Países' })).toBeVisible()
  expect(grants).toEqual([])
  // Access tokens live 300 s; within 5 s of that the next call renews first.
  await page.clock.fastForward(296_000)
  await page.getByRole('link', { name: 'Usuarios' }).click()
  await expect(page.getByRole('row', { name: /Beatriz Montoya/ })).toBeVisible()
  expect(grants).toContain('refresh_token')
  await page.context().close()
})

test('a refresh that the provider refuses clears the token and signs out', async ({ visitor, product }) => {
  const page = await (await visitor()).newPage()
  await page.clock.install()
  const tokens = firstTokens(page)
  await signIn(page, 'mduarte')
  await expect(page.getByRole('navigation', { name: 'Principal' })).toBeVisible()
  // Used here, the refresh token of the page is used up.
  const form = { grant_type: 'refresh_token', client_id: 'cuadre-web', refresh_token: (await tokens).refresh_token }
  expect((await page.request.post(`${realmOf(product.origin)}/protocol/openid-connect/token`, { form })).status()).toBe(200)
  const refused = page.waitForResponse((response) => /grant_type=refresh_token/.test(response.request().postData() ?? ''))
  await page.clock.fastForward(296_000)
  // The next call of the page renews first; where the page has called by itself already, there is no menu left.
  const click = page
    .getByRole('navigation', { name: 'Principal' })
    .getByRole('link')
    .nth(1)
    .click()
    .catch(() => {})
  expect((await refused).status()).toBe(400)
  await page.waitForURL('**/sign-in')
  await click
  await page.context().close()
})

test('a sign-out by form ends the session too, and leads to /gracias', async ({ page, product }) => {
  const tokens = firstTokens(page)
  await signIn(page, 'hvillalobos')
  // As keycloak-js does with `logoutMethod: 'POST'`; the page's content security policy must let it.
  const form = { id_token_hint: (await tokens).id_token, client_id: 'cuadre-web', post_logout_redirect_uri: `${product.origin}/gracias` }
  await page.evaluate(
    ([action, fields]) => {
      const form = Object.assign(document.createElement('form'), { method: 'POST', action })
      for (const [name, value] of Object.entries(fields)) form.append(Object.assign(document.createElement('input'), { name, value }))
      document.body.append(form)
      form.submit()
    },
    [`${realmOf(product.origin)}/protocol/openid-connect/logout`, form] as const,
  )
  await page.waitForURL('**/gracias')
  await page.goto('/home')
  await page.waitForURL('**/sign-in', { timeout: 15_000 })
})

test('where cookies of others are blocked the session is found over a redirect, and not asked for in a frame', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.origin, bypassCSP: true })
  const provider = await providerElsewhere(context, product.origin)
  const page = await context.newPage()
  await signIn(page, 'bmontoya')
  await expect(page.getByRole('navigation', { name: 'Principal' })).toBeVisible()
  // The browser has the provider's cookies, and a frame of the application sends none.
  const kept = await context.cookies('http://127.0.0.1/realms/corp/')
  expect(kept.map(({ name }) => name)).toEqual(expect.arrayContaining(['ELSEWHERE', 'KEYCLOAK_SESSION']))
  expect(provider.probes.length).toBeGreaterThan(0)
  expect(provider.probes.join('')).toBe('')
  const silent = page.waitForRequest((request) => request.url().includes('prompt=none') && request.frame() === page.mainFrame())
  await page.goto('/paises')
  await silent
  await page.waitForURL('**/paises')
  await expect(page.getByRole('heading', { name: 'Países' })).toBeVisible()
  const frames = page.frames().filter((frame) => frame.url().includes('login-status-iframe'))
  expect(frames).toEqual([])
  await context.close()
  await provider.close()
})

test('five wrong passwords lock the account, the right one too; administration unlocks it', async ({ page, as }) => {
  const administration = await apiOf(await as('sbarrios'))
  // An account is tied to its user at the first sign-in.
  await (await as('taguirre')).context().close()
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  for (const attempt of [1, 2, 3, 4, 5]) await refused(page, 'taguirre', `no es esta ${attempt}`)
  await refused(page, 'taguirre', PASSWORD)
  await administration('POST', `/user/${await idOf(administration, 'taguirre')}/unlock`, {})
  await giveCredentials(page, 'taguirre', PASSWORD)
  await page.waitForURL('**/home')
})

test('who is deactivated is out a moment later, and does not come in again', async ({ as, page: other }) => {
  const page = await as('lferreyra')
  const administration = await apiOf(await as('sbarrios'))
  const path = `/user/${await idOf(administration, 'lferreyra')}`
  await administration('PATCH', path, { status: 'inactivo' })
  try {
    await page.getByRole('navigation', { name: 'Principal' }).getByRole('link').nth(1).click()
    await expect(page.getByRole('heading', { name: 'Espera un momento...' })).toBeVisible()
    await other.goto('/sign-in')
    await other.getByRole('button', { name: 'Iniciar sesión' }).click()
    await refused(other, 'lferreyra', PASSWORD)
  } finally {
    await administration('PATCH', path, { status: 'activo' })
  }
})

/** What the provider gives the page at its next sign-in. */
const firstTokens = async (page: Page): Promise<{ refresh_token: string; id_token: string }> => {
  const response = await page.waitForResponse((each) => each.url().endsWith('/protocol/openid-connect/token'), { timeout: 60_000 })
  return response.json()
}

async function refused(page: Page, username: string, password: string) {
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await giveCredentials(page, username, password)
  await answered
  await expect(refusalOf(page)).toBeVisible()
}

async function idOf(api: Awaited<ReturnType<typeof apiOf>>, username: string): Promise<number> {
  const { data } = await api('GET', `/user?search=${username}`)
  return data[0].id
}
