import { type Browser, type BrowserContext, type BrowserContextOptions, type CDPSession, chromium, type Page } from 'playwright'
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
  /** A page with items to go through, by a key. */
  items?: { path: string; shown: string; next: string }
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
/** `fast`: warm, on a processor that is not slowed. */
type Clicks = { cold: number; warm: number; fast: number }
/** The longest task while somebody does something, of those that the browser reports: over 50 ms, or 0. */
type Tasks = { typing: number; scrolling: number; moving: number }
/** `again`: the list once more, with all that the first visit left in the browser. */
export type Measured = { name: string; signIn: Figures; list: Figures; again: Figures; click: Clicks; tasks?: Tasks }

const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const CPU = 4

/**
 * Each subject in turn, run after run, so that what else the machine does falls on all of them.
 * @param subjects asked for before each: a token does not last for several
 */
export async function measure(subjects: () => Promise<Subject[]>, origin: string, chromePath: string, runs: number): Promise<Measured[]> {
  const browser = await chromium.launch({ executablePath: chromePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] })
  try {
    const found: { name: string; signIn: Figures[]; list: Figures[]; again: Figures[]; click: Clicks[]; tasks: Tasks[] }[] = []
    for (let run = 0; run < runs; run++)
      for (let at = 0; ; at++) {
        const subject = (await subjects())[at]
        if (!subject) break
        subject.select()
        found[at] ??= { name: subject.name, signIn: [], list: [], again: [], click: [], tasks: [] }
        const into = found[at]!
        into.signIn.push(...(await visits(browser, origin, subject.signIn, 1)))
        const [first, again] = await visits(browser, origin, subject.list, 2, subject.storage)
        into.list.push(first!)
        into.again.push(again!)
        into.click.push(await clicks(browser, origin, subject))
        if (subject.items) into.tasks.push(await tasks(browser, origin, subject, subject.items))
      }
    return found.map(({ name, signIn, list, again, click, tasks }) => ({
      name,
      signIn: medians(signIn),
      list: medians(list),
      again: medians(again),
      click: medians(click),
      ...(tasks.length > 0 && { tasks: medians(tasks) }),
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

function median(values: number[]) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, each) => sum + each, 0) / middle.length
}
const medians = <F extends Record<string, number>>(all: F[]) =>
  Object.fromEntries(Object.keys(all[0]!).map((name) => [name, median(all.map((each) => each[name]!))])) as F

/** A browser with nothing in its cache, of somebody who lives where the demo does: elsewhere the frame says whose hours it shows, and is drawn later. */
const emptyBrowser = (browser: Browser, baseURL: string, storageState?: BrowserContextOptions['storageState']) =>
  browser.newContext({
    baseURL,
    viewport: { width: 1440, height: 900 },
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    ...(storageState ? { storageState } : {}),
  })

/** On a slow line and a slow processor. */
async function slowPage(context: BrowserContext, shown: string) {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU })
  await page.addInitScript(observe, shown)
  return { page, cdp }
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

/** In one browser, one after the other. */
async function visits(
  browser: Browser,
  origin: string,
  { path, shown }: { path: string; shown: string },
  times: number,
  storage?: BrowserContextOptions['storageState'],
): Promise<Figures[]> {
  const context = await emptyBrowser(browser, origin, storage)
  const found: Figures[] = []
  for (let time = 0; time < times; time++) {
    const { page, cdp } = await slowPage(context, shown)
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
    const blocked = tasks.reduce((sum, each) => sum + each - 50, 0)
    found.push({ lcp, shown: at, bytes, requests, longTasks: tasks.length, blocked, heap: await heapOf(cdp) })
    await page.close()
  }
  await context.close()
  return found
}

async function heapOf(cdp: CDPSession) {
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('Performance.enable')
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value
}

/** From the click to the painted list: the first time, once more, and with the whole processor. */
async function clicks(browser: Browser, origin: string, { home, list, storage }: Subject): Promise<Clicks> {
  const context = await emptyBrowser(browser, origin, storage)
  const { page, cdp } = await slowPage(context, home.shown)
  await page.goto(home.path)
  await page.locator(home.shown).first().waitFor({ timeout: 60_000 })
  await page.waitForTimeout(3000)
  const cold = await clickToPaint(page, list)
  const back = async () => {
    await page.evaluate(() => history.back())
    await page.locator(list.shown).first().waitFor({ state: 'detached' })
    await page.waitForTimeout(2000)
  }
  await back()
  const warm = await clickToPaint(page, list)
  await back()
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.waitForTimeout(500)
  const fast = await clickToPaint(page, list)
  await context.close()
  return { cold, warm, fast }
}

const PRESSES = 12
const PAUSE_MS = 120

/** While one types in the list's search, scrolls the list, and goes from item to item. */
async function tasks(browser: Browser, origin: string, { list, storage }: Subject, items: NonNullable<Subject['items']>): Promise<Tasks> {
  const context = await emptyBrowser(browser, origin, storage)
  const { page } = await slowPage(context, list.shown)
  const longest = async (act: (at: number) => Promise<unknown>) => {
    await page.waitForTimeout(3000)
    await page.evaluate(() => window.benchSeen.tasks.splice(0))
    for (let at = 0; at < PRESSES; at++) {
      await act(at)
      await page.waitForTimeout(PAUSE_MS)
    }
    await page.waitForTimeout(1000)
    return page.evaluate(() => Math.max(0, ...window.benchSeen.tasks))
  }
  const open = async ({ path, shown }: { path: string; shown: string }) => {
    await page.goto(path)
    await page.locator(shown).first().waitFor({ timeout: 60_000 })
  }
  await open(list)
  const box = await page.locator(list.shown).first().boundingBox()
  await page.mouse.move(box!.x, box!.y)
  const scrolling = await longest((at) => page.mouse.wheel(0, at < PRESSES / 2 ? 400 : -400))
  await page.locator('main input[type=search]').first().focus()
  const typing = await longest((at) => page.keyboard.press('caja banco'.charAt(at % 10)))
  await open(items)
  const moving = await longest(() => page.keyboard.press(items.next))
  await context.close()
  return { typing, scrolling, moving }
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
