import type { Page, Route } from '@playwright/test'

/** What the frame itself needs: who it is, in which language and where. Everything else may fail, be empty or keep people waiting. */
const FRAME = /\/api\/(auth\/|me(\/|$)|user\/set-rol-activo|user\/roles-disponibles|notifications|settings)/
const isPages = (url: URL) => url.pathname.startsWith('/api/') && !FRAME.test(url.pathname)

/** Every call that a page makes to read is answered so, until `unrouteAll`. */
export const whereReading = (page: Page, answer: (route: Route) => Promise<void>) =>
  page.route(isPages, (route) => (route.request().method() === 'GET' ? answer(route) : route.fallback()))

/** As something between browser and server answers that knows nothing of the contract. */
export const broken = (route: Route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'Internal Server Error' })
export const cut = (route: Route) => route.abort('connectionfailed')

/** As if there were no rows, where an answer is a list. */
export async function empty(route: Route) {
  const answer = await route.fetch()
  const body = answer.headers()['content-type']?.includes('json') ? await answer.json() : undefined
  if (Array.isArray(body?.data) && 'total' in body) return route.fulfill({ response: answer, json: { ...body, data: [], total: 0 } })
  await route.fulfill({ response: answer })
}

/** Holds every call until it is let go. */
export function hold() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { release, answer: (route: Route) => released.then(() => route.fallback()) }
}

export type Seen = {
  text: string
  alerts: { text: string; help: boolean }[]
  empties: string[]
  waiting: boolean
  squeezed: string[]
  tables: Table[]
}
type Table = { columns: number; row: number; top: number }

/** Runs in the page: what it says, and the shape of its tables. */
export function seen(): Seen {
  const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const main = document.querySelector('main') ?? document.body
  const of = (selector: string) => [...main.querySelectorAll<HTMLElement>(selector)].filter(shown)
  return {
    text: main.textContent ?? '',
    alerts: of('.empty[role="alert"]').map((alert) => ({ text: alert.textContent ?? '', help: alert.querySelector('a.btn') !== null })),
    empties: of('.empty:not([role="alert"])').map(({ textContent }) => textContent ?? ''),
    waiting: of('.skeleton, .loader, .spinner, [aria-busy="true"]').length > 0,
    squeezed: of('table.table:has(.empty)').flatMap((table) => {
      const widths = [...table.querySelectorAll('thead th:not(:has(> .checkbox, > .sr-only))')].map(
        (th) => th.getBoundingClientRect().width,
      )
      return Math.max(...widths) > 2 * Math.min(...widths) ? [`${table.getAttribute('aria-label')}: ${widths.map(Math.round)}`] : []
    }),
    tables: [...main.querySelectorAll('table')].flatMap((table) => {
      const row = table.querySelector('tbody tr')
      if (!row) return []
      const box = row.getBoundingClientRect()
      return { columns: row.children.length, row: box.height, top: box.top }
    }),
  }
}
