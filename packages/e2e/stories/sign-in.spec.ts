import { expect, PASSWORD, signIn, test } from '../support/test.ts'

test('signs in at the provider and comes back to the deep link', async ({ page }) => {
  await page.goto('/paises')
  await expect(page.getByRole('heading', { name: 'Espera un momento...' })).toBeVisible()
  await expect(page.getByText('Estamos procesando tu autenticación y redirigiéndote al siguiente paso.')).toBeVisible()
  const waiting = Date.now()
  await page.waitForURL('**/sign-in', { timeout: 8000 })
  expect(Date.now() - waiting).toBeGreaterThan(3000)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(/\/realms\/corp\//)
  await page.getByLabel(/Usuario/).fill('bmontoya')
  await page.getByLabel('Contraseña', { exact: true }).fill('no es esta')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
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

test('an unknown path leads home; who is signed in does not see /sign-in', async ({ as }) => {
  const page = await as('hvillalobos')
  await page.goto('/no-existe')
  await page.waitForURL('**/home')
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

test('a token that is about to expire is refreshed ahead of the next call, without a question', async ({ browser, product }) => {
  const page = await (await browser.newContext({ baseURL: product.origin })).newPage()
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
  await expect(page.getByRole('cell', { name: /Rodrigo Peña/ })).toBeVisible()
  expect(grants).toContain('refresh_token')
  await page.context().close()
})
