import type { Page } from '@playwright/test'
import { PHONE } from '../support/looks.ts'
import { expect, signIn, test } from '../support/test.ts'

/** What a finger needs (design language, sizes): the longer side of a checkbox's or a word's surroundings counts, not the glyph. */
const FINGER = 44
const PATHS = {
  rpena: ['/home', '/cuentas/historicos', '/cuentas/resumen', '/notificaciones', '/profile', '/faq', '/ayuda/solicitudes'],
  mduarte: ['/cuentas/analisis', '/cuentas', '/estadisticas'],
  bmontoya: ['/home', '/cuentas/crear', '/cuentas/carga-balance', '/cuentas/traspaso-masivo', '/periodos'],
} as const
const PUBLIC = ['/sign-in', '/forgot-password', '/recovery-password', '/sign-up', '/soporte', '/gracias']

/** What is pressed on a page and smaller than that. */
const smallOn = async (page: Page) => {
  const small = await page.evaluate((finger) => {
    const pressed = 'button, a[href], select, input:not([type=hidden]):not([type=file]), summary'
    /** Its box, or the surroundings that take its presses. */
    const heightOf = (element: Element) => {
      const around = ['::before', '::after'].map((part) => {
        const { position, content, height } = getComputedStyle(element, part)
        return position === 'absolute' && content !== 'none' ? Number.parseFloat(height) : 0
      })
      const label = element.closest('label')
      return Math.max(element.getBoundingClientRect().height, label?.getBoundingClientRect().height ?? 0, ...around)
    }
    return [...document.querySelectorAll(pressed)]
      .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((each) => each.getBoundingClientRect().width > 1 && !each.closest('.sr-only, .skip'))
      .filter((each) => heightOf(each) < finger - 0.5)
      .map((each) => `${each.tagName}.${each.className} ${Math.round(heightOf(each))} ${each.textContent!.trim().slice(0, 30)}`)
  }, FINGER)
  return [...new Set(small)]
}

test('the way in on a phone is as large as a finger needs it, the provider’s page too', async ({ browser, product }) => {
  test.skip(!process.env.EVERY_LOOK, 'in .ci/run')
  const context = await browser.newContext({ baseURL: product.origin, viewport: PHONE, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  for (const path of PUBLIC) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main a, main button').first()).toBeVisible()
    expect.soft(await smallOn(page), path).toEqual([])
  }
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL('**/realms/corp/**')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect.soft(await smallOn(page), 'the page of the provider').toEqual([])
  await context.close()
})

test('on a phone everything that is pressed is as large as a finger needs it', async ({ browser, product }) => {
  test.skip(!process.env.EVERY_LOOK, 'in .ci/run')
  test.setTimeout(240_000)
  for (const [person, paths] of Object.entries(PATHS)) {
    const context = await browser.newContext({ baseURL: product.origin, viewport: PHONE, hasTouch: true, isMobile: true })
    const page = await context.newPage()
    await signIn(page, person)
    for (const path of paths)
      await test.step(`${person} ${path}`, async () => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('.skeleton, .loader, .spinner, [aria-busy="true"]')).toHaveCount(0)
        expect.soft(await smallOn(page), `${person} ${path}`).toEqual([])
      })
    await context.close()
  }
})
