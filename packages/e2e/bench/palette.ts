import { chromium, type Page } from 'playwright'
import { signIn } from '../support/test.ts'

/** A common word, a word of two letters, the beginning of a code, what nothing has, a business. */
export const TYPED = ['deposito', 'de', '00111', 'zzz', 'bradesco']
/** Milliseconds, run by run: from the key to what the server found, painted; and of it the call. */
type PaletteFigures = { painted: number[]; call: number[] }

/** Each text in the palette of somebody who sees every account, asked for anew in every run. */
export async function measurePalette(
  origin: string,
  chromePath: string,
  password: string,
  runs: number,
): Promise<Record<string, PaletteFigures>> {
  const browser = await chromium.launch({ executablePath: chromePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] })
  try {
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 }, locale: 'es-CL' })
    const page = await context.newPage()
    await signIn(page, 'bmontoya', '/home', password)
    const found: Record<string, PaletteFigures> = Object.fromEntries(TYPED.map((typed) => [typed, { painted: [], call: [] }]))
    // The first round is not counted: the server reads what it searches, and the browser compiles what it runs.
    for (let run = 0; run <= runs; run++) {
      // What was found before would be in the cache.
      await page.goto('/home')
      await page.locator('main h1').first().waitFor()
      await page.waitForTimeout(2000)
      await page.keyboard.press('Control+K')
      await page.locator('dialog.palette[open] input').waitFor()
      for (const typed of TYPED) {
        const { painted, call } = await keyToPaint(page, typed)
        if (run === 0) continue
        found[typed]!.painted.push(painted)
        found[typed]!.call.push(call)
      }
    }
    return found
  } finally {
    await browser.close()
  }
}

/** From the last key of a text until the list is no longer being looked for, and painted. */
const keyToPaint = (page: Page, typed: string) =>
  page.evaluate(async (text) => {
    const input = document.querySelector<HTMLInputElement>('dialog.palette input')!
    const list = document.querySelector('dialog.palette .palette-list')!
    const type = (value: string) => {
      // As a key does it: React listens to the event and reads the value that the browser has set.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const isBusy = () => list.getAttribute('aria-busy') === 'true'
    const until = (what: () => boolean) =>
      new Promise<void>((resolve) => {
        if (what()) return resolve()
        new MutationObserver((_, observer) => {
          if (!what()) return
          observer.disconnect()
          resolve()
        }).observe(list, { attributes: true, childList: true, subtree: true })
      })
    performance.clearResourceTimings()
    type('')
    await until(() => !isBusy())
    await new Promise((resolve) => setTimeout(resolve, 300))
    const since = performance.now()
    type(text)
    await until(isBusy)
    await until(() => !isBusy())
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const painted = performance.now() - since
    const [asked] = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(({ name }) =>
      name.includes('/api/search'),
    )
    if (!asked) throw new Error(`«${text}» was not asked for`)
    return { painted, call: asked.responseEnd - asked.startTime }
  }, typed)
