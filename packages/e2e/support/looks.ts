import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { misplaced } from './screens.ts'

export type Locale = 'es' | 'en'
export type Theme = 'light' | 'dark'
export const WIDE = { width: 1440, height: 900 }
export const HALF = { width: 1100, height: 900 }
export const PHONE = { width: 390, height: 844 }

/** As the preferences do it: attributes of <html>, for what would close when the bar is used. */
export const inTheme = (page: Page, theme: Theme) =>
  page.evaluate((now) => {
    document.documentElement.dataset.theme = now
    document.documentElement.classList.toggle('dark', now === 'dark')
  }, theme)

/** The screen has arrived: its heading is there, and nothing on it is still on its way. */
export async function arrived(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.skeleton, .loader, .spinner, [aria-busy="true"]')).toHaveCount(0)
}

/** Another size of the window: what depends on it is drawn again in the next frame. */
export async function resize(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  await measured(page)
  await arrived(page)
}

/** What depends on the width of a part is drawn again in the frame after. */
const measured = (page: Page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** Goes on to a page as a link does, without loading the application again, and waits until it has arrived. */
export async function follow(page: Page, path: string) {
  if (decodeURI(new URL(page.url()).pathname) === path) return arrived(page)
  const before = await page.evaluateHandle(() => document.querySelector('h1'))
  await page.evaluate((to) => {
    document.title = ''
    // As the router keeps them.
    const state = { usr: null, key: String(performance.now()), idx: (history.state?.idx ?? 0) + 1 }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, path)
  await page.waitForFunction((old) => document.title !== '' || document.querySelector('h1') !== old, before)
  await arrived(page)
}

/** One screen as it is now: one heading, no error, no sideways scroll, nothing out of reach, every word in the language. */
export async function looksRight(page: Page, name: string, locale: Locale, { wrong = false } = {}) {
  await measured(page)
  const seen = await page.evaluate(look)
  const said = `${name} ${locale} ${page.viewportSize()!.width}`
  expect.soft(seen.headings, `${said}: one heading`).toHaveLength(1)
  if (!wrong) expect.soft(seen.alerts, `${said}: errors on the screen`).toEqual([])
  expect.soft(seen.wider, `${said}: wider than the window`).toEqual([])
  expect.soft(seen.outside, `${said}: out of reach at the side`).toEqual([])
  expect.soft(misplaced(seen.words, locale), `${said}: words`).toEqual([])
  expect.soft(seen.lang, `${said}: language of the document`).toBe(locale)
  if (process.env.E2E_PICTURES) {
    const theme = (await page.evaluate(() => document.documentElement.classList.contains('dark'))) ? 'dark' : 'light'
    await page.screenshot({ path: join(process.env.E2E_PICTURES, `${said.replace(/\W+/g, '-')}-${theme}.png`) })
  }
  return seen.headings[0]
}

/** What axe finds that keeps somebody out. `again`: the same elements as before in other colours, places or words, so only what those change. */
export async function accessible(page: Page, name: string, { again = false } = {}) {
  // A field that a pinned bar covers in part until one scrolls on is no smaller for it.
  const pin = (position: string) =>
    page.evaluate((now) => {
      for (const bar of document.querySelectorAll<HTMLElement>('.form-actions')) bar.style.position = now
    }, position)
  await pin('static')
  const rules: axe.RunOptions = again ? { runOnly: { type: 'rule', values: ['color-contrast', 'target-size'] } } : {}
  // Once per document. What is in frames is not ours: a document as somebody sent it, or the provider, which is asked whether somebody is signed in.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate((options) => (window as unknown as { axe: typeof axe }).axe.run(document, options), {
    resultTypes: ['violations'],
    preload: false,
    iframes: false,
    ...rules,
  } satisfies axe.RunOptions)
  await pin('')
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`))
  expect.soft(grave, `${name} ${page.viewportSize()!.width}: axe`).toEqual([])
}

/** Runs in the page. */
function look() {
  const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  // What a person's file says, and the name of another language, are not ours to translate.
  const isOurs = (element: Element) => !element.closest('[translate="no"], body [lang]')
  const words: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent!.trim()
    if (text && shown(node.parentElement!) && isOurs(node.parentElement!)) words.push(text)
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const attribute of ['aria-label', 'title', 'placeholder', 'alt']) {
      const text = element.getAttribute(attribute)
      if (text && isOurs(element)) words.push(text)
    }
  const above = (element: Element | null): Element[] => (element ? [element, ...above(element.parentElement)] : [])
  // In a box of its own that scrolls, or there for a screen reader only.
  const excused = (element: Element) =>
    above(element).some((at) => {
      const { overflowX, clipPath } = getComputedStyle(at)
      const boxScrolls = /auto|scroll/.test(overflowX) && at.scrollWidth > at.clientWidth && !['MAIN', 'BODY', 'HTML'].includes(at.tagName)
      return boxScrolls || clipPath === 'inset(50%)'
    })
  return {
    lang: document.documentElement.lang,
    headings: [...document.querySelectorAll('h1')].filter(shown).map((each) => each.textContent!.trim()),
    alerts: [...document.querySelectorAll('[role="alert"]')].filter(shown).map((each) => each.textContent!.trim()),
    wider: [document.documentElement, document.body, ...document.querySelectorAll('main')]
      .filter((each) => each.scrollWidth > (each === document.documentElement ? innerWidth : each.clientWidth))
      .map((each) => `${each.tagName} ${each.scrollWidth} > ${each.clientWidth}`),
    outside: [...document.querySelectorAll('a, button, input, select, textarea, h1, h2, h3, summary')]
      .filter((each) => shown(each) && !each.closest('.sr-only, .skip'))
      .filter((each) => {
        const { left, right, width } = each.getBoundingClientRect()
        return width > 1 && (right > innerWidth + 1 || left < -1) && !excused(each)
      })
      .map((each) => each.outerHTML.slice(0, 120)),
    words,
  }
}
