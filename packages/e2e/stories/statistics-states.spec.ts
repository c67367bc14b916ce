import type { Page } from '@playwright/test'
import type { PageAddress } from '../../api/src/pages.ts'
import { arrived, inTheme, looksRight } from '../support/looks.ts'
import { expect, test } from '../support/test.ts'

/** Every page of statistics where there is nothing, where the call fails, and of one and of forty businesses: at three widths, light and dark. */
const WIDTHS = [1440, 1100, 390]
type Row = Record<string, unknown>
type Answer = Record<string, Row[] & unknown>
const FIRST = 9001
/** `n` rows made of those that there are, each of a business of its own. */
const rows = (n: number, of: Row[], id: string, name: string) =>
  Array.from({ length: n }, (_, i) => ({ ...of[i % of.length], [id]: FIRST + i, [name]: `Negocio número ${i + 1} de la corporación` }))
const PAGES: {
  path: PageAddress
  api: RegExp
  /** The table whose rows are the businesses; without one the page has none of them. */
  table?: RegExp
  make?: (answer: Answer, n: number) => unknown
  /** An address of which there is nothing, and what is said of it. */
  nothing: readonly [address: string, says: RegExp]
}[] = [
  {
    path: '/home',
    api: /\/api\/dashboard\/analysis-gerencia/,
    table: /^Por país y negocio/,
    make: (answer, n) => ({ ...answer, porNegocio: rows(n, answer.porNegocio!, 'ID_NEGOCIO', 'NEGOCIO') }),
    nothing: ['/home?periodo=999999', /^Ese período no existe$/],
  },
  {
    path: '/estadisticas',
    api: /\/api\/statistics\/(?!filters|as-of)/,
    nothing: ['/estadisticas?periodo=999999', /^Ese período no existe$/],
  },
  {
    path: '/matriz',
    api: /\/api\/dashboard\/analysis-matrix\?/,
    table: /^Matriz general/,
    make: (answer, n) => ({ ...answer, data: rows(n, answer.data!, 'id', 'nombre'), filas: n }),
    nothing: ['/matriz?moneda=JPY', /^Ningún análisis de \d{4} cumple los filtros$/],
  },
  {
    path: '/indicadores-anuales',
    api: /\/api\/statistics\/indicators/,
    nothing: ['/indicadores-anuales?moneda=JPY', /^Ningún análisis de \d{4} cumple los filtros$/],
  },
  {
    path: '/competitividad-empresarial',
    api: /\/api\/statistics\/competitiveness/,
    table: /^Competitividad empresarial/,
    make: (answer, n) => ({ ...answer, data: rows(n, answer.data!, 'id', 'nombre') }),
    nothing: ['/competitividad-empresarial?periodo=999999', /^Ese período no existe$/],
  },
]

const everyWidth = async (page: Page, name: string, wrong = false) => {
  for (const theme of ['light', 'dark'] as const) {
    await inTheme(page, theme)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      // Charts follow the width in the next frames.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      await arrived(page)
      await looksRight(page, name, 'es', { wrong })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

for (const { path, api, table, make, nothing } of PAGES)
  test(`${path}: nothing, a failure, one business and forty`, async ({ as }) => {
    test.skip(!process.env.EVERY_LOOK, 'in .ci/run')
    test.setTimeout(180_000)
    const page = await as('sbarrios')
    await test.step('nothing', async () => {
      const [address, says] = nothing
      await page.goto(address)
      await expect(page.getByText(says)).toBeVisible()
      await everyWidth(page, `${path} nothing`)
    })
    if (path === '/matriz' || path === '/indicadores-anuales')
      await test.step('no period at all', async () => {
        await page.route(/\/dashboard\/analysis-matrix-params/, async (route) => {
          const response = await route.fetch()
          await route.fulfill({ response, json: { ...(await response.json()), anios: [], mesesPorAnio: {} } })
        })
        await page.goto(path)
        await expect(page.getByText('Aún no hay períodos')).toBeVisible()
        await everyWidth(page, `${path} without a period`)
        await page.unroute(/\/dashboard\/analysis-matrix-params/)
      })
    await test.step('a failure says so once for each call, with the way to try again, and the page stays', async () => {
      await page.route(api, (route) => route.fulfill({ status: 500, json: { code: 'internal', message: 'No se pudo leer.' } }))
      await page.goto(path)
      await expect(page.getByRole('alert').getByRole('button', { name: 'Reintentar' }).first()).toBeVisible()
      await everyWidth(page, `${path} failing`, true)
      await page.unroute(api)
      const failed = await page.getByRole('alert').count()
      await page.getByRole('alert').getByRole('button', { name: 'Reintentar' }).first().click()
      await expect(page.getByRole('alert')).not.toHaveCount(failed)
    })
    if (!make || !table) return
    for (const n of [1, 40])
      await test.step(`${n} of them`, async () => {
        await page.route(api, async (route) => {
          const response = await route.fetch()
          await route.fulfill({ response, json: make(await response.json(), n) })
        })
        await page.goto(path)
        const shown = page.getByRole('table', { name: table })
        await expect(shown.getByText(/^Negocio número \d+ de la corporación/)).toHaveCount(n)
        await everyWidth(page, `${path} ${n}`)
        await page.unroute(api)
      })
  })
