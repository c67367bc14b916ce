import { type Browser, type BrowserContextOptions, type CDPSession, chromium, type Page } from 'playwright'
import { signIn } from '../support/test.ts'

/** An application under the same address, and where its parts are on its pages. */
export type Subject = {
  name: string
  /** Makes the server offer this one. */
  select: () => void
  /** Path and what shows that the page is there. */
  signIn: { path: string; shown: string }
  list: { path: string; shown: string; link: string }
  /** From where `link` leads to the list. */
  home: { path: string; shown: string }
  storage: BrowserContextOptions['storageState']
}
/** Medians of the runs; times in milliseconds, sizes in bytes as they travelled. */
export type Figures = {
  lcp: number
  shown: number
  bytes: number
  requests: number
  longTasks: number
  blocked: number
  heap: number
}
export type Measured = { name: string; signIn: Figures; list: Figures; click: { cold: number; warm: number } }

const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const CPU = 4

/**
 * Each subject in turn, run after run, so that what else the machine does falls on all of them.
 * @param subjects asked for before each run: a token does not last for many
 */
export async function measure(subjects: () => Promise<Subject[]>, origin: string, chromePath: string, runs: number): Promise<Measured[]> {
  const browser = await chromium.launch({ executablePath: chromePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] })
  try {
    const found: { name: string; signIn: Figures[]; list: Figures[]; cold: number[]; warm: number[] }[] = []
    for (let run = 0; run < runs; run++)
      for (const [at, subject] of (await subjects()).entries()) {
        subject.select()
        found[at] ??= { name: subject.name, signIn: [], list: [], cold: [], warm: [] }
        const into = found[at]
        into.signIn.push(await firstLoad(browser, origin, subject.signIn))
        into.list.push(await firstLoad(browser, origin, subject.list, subject.storage))
        const { cold, warm } = await clicks(browser, origin, subject)
        into.cold.push(cold)
        into.warm.push(warm)
      }
    return found.map(({ name, signIn, list, cold, warm }) => ({
      name,
      signIn: medians(signIn),
      list: medians(list),
      click: { cold: median(cold), warm: median(warm) },
    }))
  } finally {
    await browser.close()
  }
}

/** A browser's storage after somebody has signed in, and the token that its pages send. */
export async function signedIn(origin: string, chromePath: string, username: string, password: string) {
  const browser = await chromium.launch({ executablePath: chromePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const context = await browser.newContext({ baseURL: origin })
    const page = await context.newPage()
    const sent = page.waitForRequest((request) => request.url().includes('/api/') && 'authorization' in request.headers())
    await signIn(page, username, '/home', password)
    const token = (await sent).headers().authorization!.replace('Bearer ', '')
    await page.locator('main h1').first().waitFor()
    return { storage: await context.storageState(), token }
  } finally {
    await browser.close()
  }
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
const medians = (all: Figures[]) =>
  Object.fromEntries(Object.keys(all[0]!).map((name) => [name, median(all.map((each) => each[name as keyof Figures]))])) as Figures

/** A browser with nothing in its cache, on a slow line and a slow processor. */
async function slowPage(browser: Browser, baseURL: string, storageState?: BrowserContextOptions['storageState'], shown = '') {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1440, height: 900 },
    locale: 'es-CL',
    ...(storageState ? { storageState } : {}),
  })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU })
  await page.addInitScript(observe, shown)
  return { page, cdp, close: () => context.close() }
}

type Seen = { lcp: number; shown: number; tasks: number[] }
declare global {
  interface Window {
    benchSeen: Seen
  }
}
/** Runs in the page, before anything of it. */
function observe(shown: string) {
  if (window !== window.top) return
  const seen: Seen = { lcp: 0, shown: 0, tasks: [] }
  window.benchSeen = seen
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.lcp = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  new MutationObserver((_, observer) => {
    if (!document.querySelector(shown)) return
    observer.disconnect()
    requestAnimationFrame(() =>
      setTimeout(() => {
        seen.shown = performance.now()
      }),
    )
  }).observe(document, { childList: true, subtree: true })
}

async function firstLoad(
  browser: Browser,
  origin: string,
  { path, shown }: { path: string; shown: string },
  storage?: BrowserContextOptions['storageState'],
): Promise<Figures> {
  const { page, cdp, close } = await slowPage(browser, origin, storage, shown)
  let [bytes, requests] = [0, 0]
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests++
  })
  await page.goto(path)
  await page.locator(shown).first().waitFor({ timeout: 60_000 })
  // What comes after it counts too; a line that stays open never ends.
  await page.waitForTimeout(3000)
  const { lcp, shown: at, tasks } = await page.evaluate(() => window.benchSeen)
  const heap = await heapOf(cdp)
  await close()
  return { lcp, shown: at, bytes, requests, longTasks: tasks.length, blocked: tasks.reduce((sum, each) => sum + each - 50, 0), heap }
}

async function heapOf(cdp: CDPSession) {
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('Performance.enable')
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value
}

/** From the click to the painted list: the first time, and once more. */
async function clicks(browser: Browser, origin: string, { home, list, storage }: Subject) {
  const { page, close } = await slowPage(browser, origin, storage, home.shown)
  await page.goto(home.path)
  await page.locator(home.shown).first().waitFor({ timeout: 60_000 })
  await page.waitForTimeout(3000)
  const cold = await clickToPaint(page, list)
  await page.evaluate(() => history.back())
  await page.locator(list.shown).first().waitFor({ state: 'detached' })
  await page.waitForTimeout(2000)
  const warm = await clickToPaint(page, list)
  await close()
  return { cold, warm }
}

/** Without a pointer on its way, which would ask for the code ahead of the click. */
const clickToPaint = (page: Page, { link, shown }: Subject['list']) =>
  page.evaluate(
    ([from, to]) =>
      new Promise<number>((resolve) => {
        const since = performance.now()
        new MutationObserver((_, observer) => {
          if (!document.querySelector(to)) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - since)))
        }).observe(document, { childList: true, subtree: true })
        document.querySelector<HTMLElement>(from)!.click()
      }),
    [link, shown] as const,
  )
