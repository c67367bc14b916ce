import { chromium, type Page } from 'playwright'
import { signIn } from '../support/test.ts'

/** Milliseconds: until the first account is there, the longest task of the page's thread while opening, scrolling and walking; and rows in the page. */
type MatrixFigures = { first: number; longest: { open: number; scroll: number; keys: number }; drawn: number; reached: number }

/** The page's longest task since it was last asked. */
const longest = (page: Page) =>
  page.evaluate(() => {
    const most = Math.max(0, ...window.matrixTasks)
    window.matrixTasks = []
    return Math.round(most)
  })
declare global {
  interface Window {
    matrixTasks: number[]
    chartDrawn?: number
  }
}
function observe() {
  window.matrixTasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.matrixTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}

/**
 * The matrix opened down to the accounts of one heading, of which there are `count`: the service's own answer, its accounts repeated. Then scrolled
 * to the end and back, and walked by the arrow keys.
 */
export async function measureMatrix(origin: string, chromePath: string, password: string, count: number): Promise<MatrixFigures> {
  const browser = await chromium.launch({ executablePath: chromePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] })
  try {
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 }, locale: 'es-CL' })
    const page = await context.newPage()
    await page.addInitScript(observe)
    await page.route(/\/dashboard\/analysis-matrix\?.*nivel=cuenta/, async (route) => {
      const asked = new URL(route.request().url())
      const [at, limit] = [Number(asked.searchParams.get('page') ?? 1), Number(asked.searchParams.get('limit') ?? 20)]
      asked.searchParams.set('page', '1')
      const response = await route.fetch({ url: asked.href })
      const answer = await response.json()
      const from = (at - 1) * limit
      const data = Array.from({ length: Math.max(0, Math.min(limit, count - from)) }, (_, i) => {
        const row = answer.data[(from + i) % answer.data.length]
        return { ...row, id: 1_000_000 + from + i, nombre: `${String(from + i).padStart(6, '0')} ${row.nombre}` }
      })
      await route.fulfill({ response, json: { ...answer, data, filas: count } })
    })
    await signIn(page, 'sbarrios', '/matriz', password)
    const matrix = page.getByRole('table', { name: /^Matriz general/ })
    const open = async (depth: number) => {
      await matrix.locator(`tr[data-depth="${depth}"] .tree-toggle[aria-expanded=false]`).first().click()
      await matrix
        .locator(`tr[data-depth="${depth + 1}"]`)
        .first()
        .waitFor()
    }
    await open(0)
    await open(1)
    await open(2)
    await longest(page)
    const since = performance.now()
    await open(3)
    const first = performance.now() - since
    await page.waitForTimeout(500)
    const opening = await longest(page)
    const reached = await scrolled(page, count)
    const scrolling = await longest(page)
    const keys = await walked(page)
    const drawn = await matrix.getByRole('row').count()
    if (keys < 200) throw new Error(`The arrow keys stopped after ${keys} rows`)
    return { first, longest: { open: opening, scroll: scrolling, keys: await longest(page) }, drawn, reached }
  } finally {
    await browser.close()
  }
}

/** To the end in a hundred steps, and back in one. @returns the number of the last account that was drawn */
async function scrolled(page: Page, count: number): Promise<number> {
  const scrollers = await page.evaluateHandle(() => {
    let box = document.querySelector('tr[data-depth="4"]')?.parentElement ?? null
    while (box && !(box.scrollHeight > box.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(box).overflowY))) box = box.parentElement
    return box ?? document.scrollingElement!
  })
  await scrollers.evaluate(async (scroller) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    for (let step = 1; step <= 100; step++) {
      scroller.scrollTop = (scroller.scrollHeight * step) / 100
      for (let i = 0; i < 4; i++) await frame()
    }
    // Headings and businesses below fill the window: back to where the last account is in sight.
    scroller.scrollTop -= scroller.clientHeight
  })
  const there = page.locator('tr[data-depth="4"] th')
  const lastShown = async () =>
    Math.max(0, ...(await there.evaluateAll((cells) => cells.map((cell) => Number.parseInt(cell.textContent ?? '', 10)))))
  let last = await lastShown()
  for (let tries = 0; tries < 40 && last < count - 1; tries++) {
    await page.waitForTimeout(250)
    last = await lastShown()
  }
  await scrollers.evaluate((scroller) => {
    scroller.scrollTop = 0
  })
  await there.first().waitFor()
  return last
}

/** Down by the arrow key, as quickly as a held key repeats. @returns how many rows it went */
async function walked(page: Page): Promise<number> {
  await page.locator('tr[data-depth="4"] button[data-cell]').first().focus()
  for (let press = 0; press < 400; press++) await page.keyboard.press('ArrowDown', { delay: 0 })
  return page.evaluate(() => Number.parseInt(document.activeElement?.closest('tr')?.querySelector('th')?.textContent ?? '', 10))
}

/** As long as a call may take: what is measured is the page's part of the wait. */
const CALL = 300

/** How much longer than its call the first chart takes to be drawn, on a page whose code the browser has already. */
export async function measureFirstChart(origin: string, chromePath: string, password: string): Promise<{ call: number; drawn: number }> {
  const browser = await chromium.launch({ executablePath: chromePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] })
  try {
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 }, locale: 'es-CL' })
    const page = await context.newPage()
    await signIn(page, 'sbarrios', '/estadisticas', password)
    await page.locator('figure.chart canvas').first().waitFor()
    await page.addInitScript(watchChart)
    await page.route(/\/statistics\/completion/, async (route) => {
      const since = performance.now()
      const response = await route.fetch()
      await new Promise((done) => setTimeout(done, Math.max(0, CALL - (performance.now() - since))))
      await route.fulfill({ response })
    })
    await page.reload()
    await page.waitForFunction(() => window.chartDrawn !== undefined)
    return await page.evaluate(() => {
      const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const { startTime, responseEnd } = calls.find(({ name }) => name.includes('/statistics/completion'))!
      return { call: responseEnd - startTime, drawn: window.chartDrawn! - startTime }
    })
  } finally {
    // The same of the month before may still be on its way.
    for (const context of browser.contexts()) for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await browser.close()
  }
}
function watchChart() {
  // A page of federated areas has more files than the browser keeps by itself.
  performance.setResourceTimingBufferSize(5_000)
  const look = () => {
    // Of that call: the others may be drawn before it.
    const canvas = document.querySelector('.chart-box')?.querySelector<HTMLCanvasElement>('figure.chart canvas')
    if (!canvas || canvas.height === 0) return requestAnimationFrame(look)
    // After the frame that shows it.
    requestAnimationFrame(() => {
      window.chartDrawn = performance.now()
    })
  }
  requestAnimationFrame(look)
}
