import type { Page } from '@playwright/test'
import { accessible, arrived, inTheme, looksRight, PHONE, WIDE } from '../support/looks.ts'
import { expect, PASSWORD, signIn, test } from '../support/test.ts'

const MINUTE = 60_000

test('nobody there: a question with a minute to answer, then signed out in every window, and what was typed comes back', async ({
  visitor,
}) => {
  const context = await visitor()
  await context.clock.install()
  const page = await context.newPage()
  await signIn(page, 'bmontoya', '/paises/crear')
  const name = page.getByRole('textbox', { name: 'País' })
  await name.fill('Paraguay')
  const second = await context.newPage()
  await second.goto('/home')
  await expect(second.getByRole('navigation', { name: 'Principal' })).toBeVisible()
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible()

  await context.clock.fastForward(59 * MINUTE + 1000)
  await page.bringToFront()
  const question = page.getByRole('alertdialog', { name: '¿Sigue ahí?' })
  await expect(question).toBeVisible()
  await expect(question.getByRole('button', { name: 'Seguir en la sesión' })).toBeFocused()
  await accessible(page, 'question')
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(second.getByRole('alertdialog')).toBeHidden()

  await context.clock.fastForward(60 * MINUTE + 1000)
  for (const window of [page, second]) await expect(window.getByRole('navigation', { name: 'Principal' })).toBeHidden()
  // One of them ends it at the provider, which sends it here.
  await expect.poll(() => [page, second].some((window) => window.url().endsWith('/gracias'))).toBe(true)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.getByLabel(/Usuario/).fill('bmontoya')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL('**/paises/crear')
  await expect(name).toHaveValue('Paraguay')
  await expect(page.getByText('Lo que había escrito antes de que terminara la sesión')).toBeVisible()
  await context.close()
})

test('another layout, theme and language leave alone what is being typed; Ctrl-K goes anywhere', async ({ as }) => {
  const page = await as('bmontoya', '/paises/crear')
  const name = page.getByRole('textbox').first()
  await name.fill('Uruguay')
  await page.getByRole('banner').getByRole('button', { name: 'Preferencias' }).click()
  const panel = page.getByRole('dialog', { name: /Preferencias|Preferences/ })
  for (const layout of ['Clásica', 'Lateral apilada', 'Simple', 'Dos barras', 'Vacía', 'Moderna']) {
    await panel.getByRole('radio', { name: layout }).click({ force: true })
    await expect(panel.getByRole('radio', { name: layout })).toBeChecked()
    if (layout === 'Lateral apilada' || layout === 'Dos barras') await accessible(page, layout, { again: true })
  }
  await panel.getByRole('radio', { name: 'Oscuro' }).click({ force: true })
  await panel.getByRole('radio', { name: 'English' }).click({ force: true })
  await expect(page.getByRole('heading', { name: 'Create country' })).toBeVisible()
  await expect(name).toHaveValue('Uruguay')
  await panel.getByRole('radio', { name: 'Español' }).click({ force: true })
  await page.keyboard.press('Escape')
  await name.fill('')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Buscar o ir a una página' }).fill('periodos')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/periodos')
})

test('Ctrl-K finds an account, a person and a ticket with what tells them apart, and what was opened last', async ({ as }) => {
  const page = await as('bmontoya')
  const field = page.getByRole('combobox', { name: 'Buscar o ir a una página' })
  const found = (group: string | RegExp) => page.getByRole('group', { name: group }).getByRole('option')
  await page.keyboard.press('Control+k')
  await field.fill('cartera safra')
  await expect(found('Cuentas').first()).toContainText(/SAFRA.*BRL/)
  await expect(found(/^Análisis de /).first()).toContainText(/SAFRA.*(Por preparar|En jefatura|En control|Rechazado|Aprobado).*BRL/)
  await expect(found('Cuentas').first().locator('mark').first()).toHaveText('Cartera')
  await accessible(page, 'palette')
  await page.setViewportSize(PHONE)
  await accessible(page, 'palette', { again: true })
  await page.setViewportSize(WIDE)
  await found('Cuentas').first().click()
  await page.waitForURL('**/historico')
  await page.keyboard.press('Control+k')
  await expect(found('Recientes').first()).toContainText('SAFRA')
  await field.fill('duarte')
  await expect(found('Personas')).toContainText('Jefatura de área')
  await field.fill('crear')
  await expect(found('Acciones').filter({ hasText: 'Crear cuenta' })).toBeVisible()
})

test('many of a kind are one line, the last of which and the way to all are in sight; the line leads to each', async ({ as }) => {
  const page = await as('bmontoya')
  const bell = page.getByRole('banner').getByRole('button', { name: /Notificaciones/ })
  await bell.click()
  const panel = page.getByRole('dialog', { name: /Notificaciones/ })
  const many = panel.getByRole('button', { name: /^\d+ por aprobar en control/ })
  await expect(many).toBeVisible()
  const lines = await panel.getByRole('listitem').evaluateAll((items) => items.map((item) => item.getBoundingClientRect().height))
  expect(Math.max(...lines), 'one line each').toBeLessThanOrEqual(44)
  await expect(panel.getByRole('link', { name: 'Ver todas' })).toBeInViewport({ ratio: 1 })
  await accessible(page, 'notifications')
  await page.setViewportSize(PHONE)
  await expect(panel.getByRole('link', { name: 'Ver todas' })).toBeInViewport({ ratio: 1 })
  expect((await panel.boundingBox())!.x + (await panel.boundingBox())!.width, 'not clipped').toBeLessThanOrEqual(PHONE.width)
  await page.setViewportSize(WIDE)
  const said = Number((await many.textContent())!.match(/\d+/)![0])
  await many.click()
  await page.waitForURL('**/notificaciones?tipo=aprobado_jefatura*')
  await expect(page.locator('.notes-page').getByRole('listitem')).toHaveCount(said)
  await expect(page.locator('.notes-page').getByRole('listitem').first()).toContainText(/ · .* (BRL|CLP|COP|USD|EUR)/)
})

test('what is read in one window is read in the other, at once', async ({ as }) => {
  const page = await as('bmontoya')
  const line = page.waitForRequest('**/api/notifications/stream')
  const bell = (where: Page) => where.getByRole('banner').getByRole('button', { name: /Notificaciones/ })
  await expect(bell(page)).not.toHaveAccessibleName(/: 0 sin leer/)
  await line
  const second = await page.context().newPage()
  await second.goto('/notificaciones')
  await second.getByRole('button', { name: 'Marcar todas como leídas' }).click()
  await expect(bell(page)).toHaveAccessibleName(/: 0 sin leer/, { timeout: 5000 })
})

test('the pages of the host itself', async ({ as, page: outside }) => {
  const both = async (page: Page, path: string) => {
    await page.goto(path)
    await page.setViewportSize(WIDE)
    await arrived(page)
    await looksRight(page, path, 'es')
    await accessible(page, path)
    await inTheme(page, 'dark')
    await page.setViewportSize(PHONE)
    await looksRight(page, path, 'es')
    await accessible(page, path, { again: true })
  }
  for (const path of ['/soporte']) await both(outside, path)
  const page = await as('rpena')
  for (const path of ['/profile', '/notificaciones']) await both(page, path)
})

test('a deadline stands at the hour of the business in a browser anywhere, and the zone is named where the clocks differ', async ({
  browser,
  product,
}) => {
  for (const [timezoneId, named] of [
    ['America/Sao_Paulo', 0],
    ['Asia/Tokyo', 1],
  ] as const) {
    const context = await browser.newContext({ baseURL: product.origin, timezoneId })
    const page = await context.newPage()
    await signIn(page, 'bmontoya')
    const deadlines = page.getByRole('list', { name: 'Plazos del mes' }).getByRole('listitem')
    await expect(deadlines.filter({ hasText: /\d\d-\d\d 18:00/ }).first()).toBeVisible()
    await expect(page.getByText('Plazos en hora estándar de Brasilia')).toHaveCount(named)
    await context.close()
  }
})
