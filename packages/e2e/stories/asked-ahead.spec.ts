import type { Page } from '@playwright/test'
import type { PagePath } from '../../api/src/pages.ts'
import { expect, type Person, test } from '../support/test.ts'

/** Reads of the server that a page sends more than once, until it has sent none for half a second. */
async function askedTwice(page: Page, act: () => Promise<unknown>) {
  const asked: string[] = []
  const note = (request: { method: () => string; url: () => string }) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/')) asked.push(pathname + search)
  }
  page.on('request', note)
  await act()
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  for (let before = -1; before < asked.length; ) {
    before = asked.length
    await page.waitForTimeout(500)
  }
  page.off('request', note)
  expect(asked.length).toBeGreaterThan(0)
  return asked.filter((url, at) => asked.indexOf(url) !== at)
}

test('what a page has asked ahead it does not ask again', async ({ as }) => {
  const page = await as('sbarrios', '/profile')
  const menu = page.getByRole('navigation', { name: 'Principal' })
  const paths: PagePath[] = [
    '/paises',
    '/negocios',
    '/subgerencias',
    '/departamentos',
    '/usuarios',
    '/rubros',
    '/cuentas',
    '/parametros/calendario',
    '/parametros/tipos-de-cambio',
    '/parametros/estados-de-analisis',
    '/parametros/alertas',
  ]
  for (const path of paths) expect([path, await askedTwice(page, () => menu.locator(`a[href="${path}"]`).click())]).toEqual([path, []])
})

test('nor does the review', async ({ as }) => {
  const page = await as('bmontoya', '/profile')
  const menu = page.getByRole('navigation', { name: 'Principal' })
  const open = () => menu.locator('a[href="/cuentas/analisis"]').click()
  expect(await askedTwice(page, open)).toEqual([])
})

test('nor do the homes', async ({ as }) => {
  test.skip(!process.env.EVERY_LOOK, 'in .ci/run')
  const homes: Person[] = ['rpena', 'mduarte', 'bmontoya', 'hvillalobos', 'payala', 'sbarrios']
  for (const person of homes) {
    const page = await as(person, '/home')
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    // As in the morning's second tab: whoever was here a moment ago is expected.
    const next = await page.context().newPage()
    expect([person, await askedTwice(next, () => next.goto('/home'))]).toEqual([person, []])
    await page.context().close()
  }
})
