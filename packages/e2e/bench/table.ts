import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import XLSX from 'xlsx'

/** Of one grid, over the runs: milliseconds, and bytes of heap over the rows themselves. */
export type GridFigures = {
  painted: number[]
  byName: number[]
  byBalance: number[]
  search: number[]
  /** Of every frame, run by run. */
  wheel: number[][]
  whole: number[][]
  /** What the page's thread worked for a frame, whatever else the machine does: the mean of each run. */
  wheelWork: number[]
  wholeWork: number[]
  heap: number[]
}

const ROWS = 100_000
const CPU = 4
const FRAMES = 180
/** Pages of each grid in a run, in turn with the others' so that what else the machine does meets all of them; the last is scrolled too. */
const PAGES = 3
const VIEWPORT = { width: 1440, height: 900 }

interface Bench {
  make(count: number): void
  mount(): void
  first(): string | undefined
  press(action: 'give' | 'sort' | 'search', value?: string): Promise<number>
  scroll(step: number, frames: number): Promise<number[]>
  height(): number
  top(): void
}
declare global {
  interface Window {
    bench: Bench
    firstRows: { open(): void; drop(what: number | string): Promise<number> }
  }
}

/**
 * Each grid in turn, run after run, in a page of its own. @throws when two of them show different rows after the same presses
 * @param address of a grid's page
 */
export async function measureGrids<Name extends string>(
  names: readonly Name[],
  address: (name: Name) => string,
  chromePath: string,
  runs: number,
): Promise<Record<Name, GridFigures>> {
  const browser = await chromium.launch({ executablePath: chromePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] })
  try {
    const nothing = (): GridFigures => ({
      painted: [],
      byName: [],
      byBalance: [],
      search: [],
      wheel: [],
      whole: [],
      wheelWork: [],
      wholeWork: [],
      heap: [],
    })
    const found = Object.fromEntries(names.map((name) => [name, nothing()])) as Record<Name, GridFigures>
    const seen = new Map<string, Name>()
    for (let at = 1; at <= runs * PAGES; at++)
      for (const name of names) {
        const shown = await measureOne(browser, address(name), found[name], at % PAGES === 0)
        seen.set(shown.join(), name)
      }
    if (seen.size > 1) throw new Error(`Not the same rows: ${[...seen].map(([rows, name]) => `${name} ${rows}`).join('; ')}`)
    return found
  } finally {
    await browser.close()
  }
}

/** Adds to what was found, and says which row stood first after each press. */
async function measureOne(browser: Browser, address: string, into: GridFigures, scrolls: boolean): Promise<(string | undefined)[]> {
  const page = await browser.newPage({ viewport: VIEWPORT, locale: 'es-CL' })
  const cdp = await page.context().newCDPSession(page)
  const slow = (rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate })
  const shown: (string | undefined)[] = []
  const press = async (action: 'give' | 'sort' | 'search', value?: string) => {
    await slow(CPU)
    const took = await page.evaluate(([action, value]) => window.bench.press(action, value), [action, value] as const)
    await slow(1)
    shown.push(await page.evaluate(() => window.bench.first()))
    await page.waitForTimeout(300)
    return took
  }
  await page.goto(address)
  await page.evaluate((count) => window.bench.make(count), ROWS)
  const before = await heapOf(cdp)
  await page.evaluate(() => window.bench.mount())
  await page.waitForTimeout(300)
  into.painted.push(await press('give'))
  into.heap.push((await heapOf(cdp)) - before)
  if (scrolls) await scrolled(page, cdp, into)
  into.byName.push(await press('sort', 'nombre'))
  into.byBalance.push(await press('sort', '-saldo'))
  into.search.push(await press('search', 'CREDITOS vinculados ñu'))
  await page.close()
  return shown
}

/** Three seconds each: by notches of a wheel, then as when the thumb is dragged from one end to the other, when our rows are text as glide's are. */
async function scrolled(page: Page, cdp: CDPSession, into: GridFigures) {
  const height = await page.evaluate(() => window.bench.height())
  for (const [name, step] of [
    ['wheel', 120],
    ['whole', Math.ceil(height / FRAMES)],
  ] as const) {
    const since = await metric(cdp, 'ThreadTime')
    into[name].push(await page.evaluate(([step, frames]) => window.bench.scroll(step, frames), [step, FRAMES] as const))
    into[`${name}Work`].push((((await metric(cdp, 'ThreadTime')) - since) * 1000) / FRAMES)
  }
  await page.evaluate(() => window.bench.top())
  await page.waitForTimeout(300)
}

async function heapOf(cdp: CDPSession) {
  for (let times = 0; times < 3; times++) await cdp.send('HeapProfiler.collectGarbage')
  return metric(cdp, 'JSHeapUsedSize')
}

async function metric(cdp: CDPSession, wanted: string) {
  await cdp.send('Performance.enable')
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === wanted)!.value
}

/**
 * Milliseconds from a dropped file to its first rows, each in a page of its own: with its worker ready (`again`: as the second file), and
 * dropped as the page opens.
 * @param file a text of so many bytes, or a legacy workbook in Base64
 */
export async function measureFirstRows(address: string, chromePath: string, file: number | string, runs: number) {
  const browser = await chromium.launch({ executablePath: chromePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] })
  const found = { ready: [] as number[], again: [] as number[], opening: [] as number[] }
  try {
    for (let run = 0; run < runs; run++)
      for (const when of ['ready', 'opening'] as const) {
        const page = await browser.newPage({ viewport: VIEWPORT, locale: 'es-CL' })
        await page.goto(address)
        found[when].push(
          await page.evaluate(
            async ([file, wait]) => {
              window.firstRows.open()
              await new Promise((resolve) => setTimeout(resolve, wait))
              return window.firstRows.drop(file)
            },
            [file, when === 'ready' ? 1000 : 0] as const,
          ),
        )
        if (when === 'ready') found.again.push(await page.evaluate((file) => window.firstRows.drop(file), file))
        await page.close()
      }
    return found
  } finally {
    await browser.close()
  }
}

/** A balance of so many rows as Excel kept it until 2003, in Base64. */
export function legacyBalance(rows: number): string {
  const book = XLSX.utils.book_new()
  const lines = Array.from({ length: rows }, (_, at) => [`1.${at}`, `Cuenta ${at} en tránsito`, 'Matriz', at / 4, at / 5, at / 20])
  const sheet = XLSX.utils.aoa_to_sheet([['Cuenta', 'Nombre de la cuenta', 'Empresa', 'Debe', 'Haber', 'Saldo'], ...lines])
  XLSX.utils.book_append_sheet(book, sheet, 'Balance')
  return XLSX.write(book, { type: 'base64', bookType: 'biff8' })
}
