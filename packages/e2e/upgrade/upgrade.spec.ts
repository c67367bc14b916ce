import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

// The release before is at work when this one takes its place, on the same data and the same addresses.
test.setTimeout(300_000)

const COMMENT = 'Reclasificación de 1.500,00 desde la cuenta de tránsito.'
/** What each call changes itself, or answers by the time of day. */
const MOVES = ['/me/sessions', '/audit/changes', '/notifications/stream']

/** What this version counts otherwise, as the changelog says: 0.2.0 counts a difference only of what was submitted, no longer of a draft. */
const COUNTED_OTHERWISE = ['/statistics/aging']
/** What it has one more of: the kind of alert that tells of risks to be rated again, and its rule. */
const ONE_MORE = ['/alerts', '/alerts/types', '/notifications/preferences']

/** Every call of the release before that reads and needs nothing said, as its contract has it. */
function readingCalls(release: string): string[] {
  type Operation = { parameters?: { in: string; required?: boolean }[] }
  const { paths }: { paths: Record<string, { get?: Operation }> } = JSON.parse(
    readFileSync(join(release, 'packages/api/openapi.json'), 'utf8'),
  )
  return Object.entries(paths)
    .filter(([path, { get }]) => get && !path.includes('{') && !MOVES.includes(path) && !get.parameters?.some(({ required }) => required))
    .map(([path]) => path)
}

/** What each answers: its status and how many there are of what it lists. */
async function answers(page: Page, authorization: string, calls: readonly string[]) {
  const found: Record<string, string> = {}
  for (const path of calls) {
    const answer = await page.request.get(`/api${path}`, { headers: { authorization, accept: 'application/json' } })
    const body = answer.headers()['content-type']?.includes('json') ? await answer.json() : {}
    const listed = Array.isArray(body) ? body.length : (body.total ?? '')
    found[path] = `${answer.status()} ${listed}`.trim()
  }
  return found
}

test('everything that stood there stands there, every call of before is answered, and whoever was at work goes on', async ({
  as,
  product,
}) => {
  const calls = readingCalls(process.env.E2E_RELEASE_BEFORE!)
  expect(calls.length).toBeGreaterThan(90)
  const control = await as('bmontoya', '/cuentas')
  const asked = control.waitForRequest((request) => request.url().includes('/api/') && 'authorization' in request.headers())
  await control.reload()
  const { authorization } = (await asked).headers()

  const analyst = await as('rpena')
  // The line over which a page hears of things opens a few seconds after it.
  const line = analyst.waitForResponse((answer) => answer.url().includes('/api/notifications/stream'), { timeout: 60_000 })
  const drawer = analyst.getByRole('dialog')
  const comment = analyst.getByRole('textbox', { name: 'Comentario de la variación' })
  const row = analyst.getByRole('grid', { name: 'Todas' }).getByRole('row').filter({ hasText: 'Por preparar' }).first()
  await row.getByRole('button', { name: 'Cargar libro' }).click()
  await drawer
    .getByLabel('Libro de sustento')
    .setInputFiles({ name: 'auxiliar.csv', mimeType: 'text/csv', buffer: Buffer.from('Concepto;Importe\r\nPago de la factura 4471;1\r\n') })
  await drawer.getByRole('textbox', { name: 'Sustentado' }).fill('1,00')
  await comment.fill(COMMENT)
  const head = await as('mduarte', '/cuentas/analisis')
  await expect(head.getByRole('button', { name: /^Aprobar/ })).not.toHaveAttribute('aria-disabled')
  await line
  await control.goto('/paises/crear')
  const country = control.getByRole('textbox', { name: 'País' })
  await country.fill('Paraguay')
  // What was opened is under review now, which statistics count.
  const before = await answers(control, authorization!, calls)
  expect(Object.values(before).filter((said) => said.startsWith('5'))).toEqual([])

  await test.step('the new release takes its place', () => product.upgrade())

  await test.step('the figures are those of before', async () => {
    const now = await answers(control, authorization!, calls)
    for (const path of COUNTED_OTHERWISE) {
      expect(now[path]?.slice(0, 3), path).toBe('200')
      delete now[path]
      delete before[path]
    }
    for (const path of ONE_MORE) before[path] = `200 ${Number(before[path]?.slice(4)) + 1}`
    expect(now).toEqual(before)
  })
  await test.step('a page of the release before goes on deciding', async () => {
    const title = await head.locator('.review-item h2.h1').textContent()
    await head.locator('.review-item h2.h1').focus()
    await head.keyboard.press('a')
    await expect(head.locator('.review-item h2.h1')).not.toHaveText(title!)
  })
  await test.step('the analyst sends what she had begun, from the page that was open', async () => {
    await drawer.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(analyst.getByText(/^Envió «/)).toBeVisible()
  })
  await test.step('a form that was open is saved', async () => {
    await control.getByRole('textbox', { name: 'Código ISO' }).fill('py')
    await control.getByRole('textbox', { name: 'Moneda' }).fill('pyg')
    await control.getByRole('button', { name: 'Crear país' }).click()
    await expect(control.getByText('Paraguay creado')).toBeVisible()
  })
  await test.step('every area of the new release opens', async () => {
    for (const path of ['/usuarios', '/estadisticas', '/parametros/tiempo-en-sesion', '/faq', '/cuentas'] as const) {
      await control.goto(path)
      await expect(control.getByRole('heading', { level: 1 })).toBeVisible()
    }
  })
})
