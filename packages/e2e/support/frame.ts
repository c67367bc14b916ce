import type { Page } from '@playwright/test'

/** What moved by itself, and by how much of the window (as the browser's layout-shift entries tell it). */
type Shift = { value: number; from: string[] }
export type Frame = {
  /** Left, top and bottom of what names the page; right edge, bottom and top of its actions; undefined where there is none. */
  heading?: [number, number, number]
  actions?: [number, number, number]
  /** What the breadcrumbs say, from the group of the menu on; empty where there are none. */
  crumbs: string[]
  /** From the window's lower edge up to that of a form's action bar, and of the pager of a table that fills the page. */
  formBar?: number
  pager?: number
  /** Heights of the rows of search, filters and tools. */
  bars: number[]
  /** The document or its page scrolls sideways. */
  wider: boolean
  shifts: Shift[]
  /** Text that is cut off and that nobody can read in full. */
  clipped: string[]
  /** Of country, business and role in the bar, what is cut off, though a title says it. */
  context: string[]
}

/** To be called before the page is opened: listens to what moves. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    type Entry = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
    const text = ({ x, y, width, height }: DOMRect) => `${Math.round(x)},${Math.round(y)} ${Math.round(width)}×${Math.round(height)}`
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[])
        if (!hadRecentInput)
          shifts.push({
            value,
            from: sources.map((at) => `${at.node?.nodeName}.${at.node?.className} ${text(at.previousRect)} → ${text(at.currentRect)}`),
          })
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Runs in the page: what moved before does not count. */
export const forgetShifts = () => {
  ;(window as unknown as { shifts: Shift[] }).shifts.length = 0
}

/** How the page stands now. */
export const frameOf = (page: Page): Promise<Frame> =>
  page.evaluate(() => {
    const shown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 1 && height > 1
    }
    const round = (n: number) => Math.round(n * 10) / 10
    const heading = [...document.querySelectorAll('main .page-head h1')].find(shown)?.getBoundingClientRect()
    const titles = document.querySelector('main .page-titles')?.getBoundingClientRect()
    const actions = [...document.querySelectorAll('main .page-head > .page-actions')].find(shown)?.getBoundingClientRect()
    const formBar = [...document.querySelectorAll('main .form-actions')].find(shown)?.getBoundingClientRect()
    const pager = [...document.querySelectorAll('main .page-fill > .pager')].find(shown)?.getBoundingClientRect()
    const cut = (element: Element) => {
      const { overflowX, clipPath, webkitLineClamp } = getComputedStyle(element)
      if (clipPath !== 'none' || !/hidden|clip/.test(overflowX)) return false
      const clamped = webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + 1
      return clamped || element.scrollWidth > element.clientWidth + 1
    }
    return {
      ...(heading && { heading: [round(heading.left), round(heading.top), round(titles!.bottom)] as [number, number, number] }),
      ...(actions && { actions: [round(actions.right), round(actions.bottom), round(actions.top)] as [number, number, number] }),
      crumbs: [...document.querySelectorAll('main .crumbs > li')].map((each) => each.textContent!.trim()),
      ...(formBar && { formBar: round(innerHeight - formBar.bottom) }),
      ...(pager && { pager: round(innerHeight - pager.bottom) }),
      bars: [...document.querySelectorAll('main .filter-bar')].filter(shown).map((each) => round(each.getBoundingClientRect().height)),
      wider: [document.documentElement, ...document.querySelectorAll('main')].some((each) => each.scrollWidth > each.clientWidth + 1),
      shifts: (window as unknown as { shifts: Shift[] }).shifts,
      clipped: [...document.querySelectorAll('body *')]
        .filter((each) => [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim()))
        .filter((each) => shown(each) && cut(each) && !each.closest('[title], .sr-only'))
        .map((each) => `${each.tagName}.${each.className} ${each.textContent!.trim().slice(0, 60)}`),
      context: [...document.querySelectorAll('.context .choice-value')]
        .filter((each) => shown(each) && cut(each))
        .map((each) => each.textContent!),
    }
  })
