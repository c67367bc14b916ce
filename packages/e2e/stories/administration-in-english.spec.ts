import { tabTo } from '../support/keyboard.ts'
import { arrived } from '../support/looks.ts'
import { apiOf, expect, test } from '../support/test.ts'

test.skip(!process.env.EVERY_LOOK, 'CI walks it')

test('in English, by keyboard alone: every list opens its record, every form says what is missing, and a session that ends loses nothing', async ({
  as,
}) => {
  test.setTimeout(180_000)
  const page = await as('sbarrios', '/paises')
  const api = await apiOf(page)
  await api('POST', '/me/locale', { locale: 'en' })
  const LISTS = [
    ['/paises', 'Create country'],
    ['/negocios', 'Create business'],
    ['/subgerencias', 'Create deputy manager'],
    ['/departamentos', 'Create department'],
    ['/usuarios', 'Create user'],
    ['/auditores', 'Create auditor'],
  ] as const
  for (const [path, create] of LISTS)
    await test.step(path, async () => {
      await page.goto(path)
      await arrived(page)
      // The browser has kept Spanish until the person is known.
      await expect(page.getByRole('link', { name: create }).first()).toBeVisible()
      const title = page.getByRole('heading', { level: 1 })
      const list = (await title.textContent())!
      await tabTo(page, page.getByRole('grid').first())
      await page.keyboard.press('Home')
      await page.keyboard.press('Enter')
      await expect(title).not.toHaveText(list)
      await arrived(page)
      await page.goBack()
      await expect(title).toHaveText(list)
      await tabTo(page, page.getByRole('link', { name: create }).first())
      await page.keyboard.press('Enter')
      const first = page.getByRole('main').getByRole('textbox').first()
      await tabTo(page, first)
      await page.keyboard.press('Enter')
      await expect(page.locator('main [aria-invalid="true"]').first()).toBeVisible()
      // Nothing was typed, so nothing is asked.
      await page.goto(path)
    })
  await test.step('/plantillas, /periodos, /roles-permisos', async () => {
    await page.goto('/plantillas')
    await arrived(page)
    await tabTo(page, page.getByRole('grid').first())
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.waitForURL(/plantilla=\d+/)
    await page.goto('/periodos')
    await arrived(page)
    await tabTo(page, page.getByRole('table').getByRole('link').first())
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/periodos\/\d+\//)
    await page.goto('/roles-permisos')
    await arrived(page)
    await tabTo(page, page.getByRole('checkbox').first())
  })
  await test.step('a session that ends in mid-form: after the sign-in the form is as it was typed, and is saved', async () => {
    await page.goto('/subgerencias/crear')
    const name = page.getByRole('textbox', { name: 'Sub-management' })
    await tabTo(page, name)
    await page.keyboard.type('Harbour accounts')
    await page.route('**/api/sub-management', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 401, json: { code: 'unauthorized', message: '' } }) : route.continue(),
    )
    const business = page.getByRole('main').getByRole('combobox', { name: 'Business' })
    await tabTo(page, business)
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('main').getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(business).not.toHaveValue('')
    await tabTo(page, page.getByRole('button', { name: 'Create deputy manager' }))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/sign-in**')
    await page.unrouteAll()
    await tabTo(page, page.getByRole('button', { name: 'Sign in' }))
    await page.keyboard.press('Enter')
    await expect(name).toHaveValue('Harbour accounts', { timeout: 30_000 })
    await tabTo(page, page.getByRole('button', { name: 'Create deputy manager' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Harbour accounts created')).toBeVisible()
  })
  await api('POST', '/me/locale', { locale: 'es' })
})
