import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import type { PageAddress } from '../../api/src/pages.ts'
import { type Product, startProduct } from './product.ts'
import { giveCredentials } from './provider.ts'

export { expect }
export const PASSWORD = 'Demo-Cuadre-2026'

export type Person =
  | 'bmontoya'
  | 'rpena'
  | 'mduarte'
  | 'hvillalobos'
  | 'payala'
  | 'sbarrios'
  | 'esoto'
  | 'vlagos'
  | 'ocaceres'
  | 'taguirre'
  | 'lferreyra'
type Fixtures = {
  /** A browser of somebody who has not signed in. */
  visitor: () => Promise<BrowserContext>
  /** A page of a person who has signed in, in a browser of their own. */
  as: (username: Person, path?: PageAddress) => Promise<Page>
  problems: string[]
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
type Session = { cookies: Cookies; since: number }
/** What asks for a recent sign-in (15 minutes) does so whatever ran before: older sessions are not come back over. */
const RECENT_MS = 8 * 60_000
/** Stories run against one product; every page they open must stay free of script errors and of violations of its content security policy. */
export const test = base.extend<Fixtures, { product: Product; sessions: Map<Person, Session> }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use, info) => {
      const product = await startProduct(Number(process.env.E2E_PORT ?? 4200) + info.parallelIndex * 10)
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  // Who has signed in once comes back over the provider's session, as people do in the morning's second tab.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  sessions: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  baseURL: async ({ product }, use) => use(product.origin),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  problems: async ({}, use) => {
    const problems: string[] = []
    await use(problems)
    expect(problems, 'script errors and policy violations').toEqual([])
  },
  context: async ({ context, problems }, use) => {
    await watch(context, problems)
    await use(context)
  },
  visitor: async ({ browser, product, problems }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL: product.origin })
      contexts.push(context)
      await watch(context, problems)
      return context
    })
    for (const context of contexts) await context.close()
  },
  as: async ({ visitor, sessions }, use) => {
    await use(async (username, path = '/home') => {
      const context = await visitor()
      const page = await context.newPage()
      const kept = sessions.get(username)
      if (kept && Date.now() - kept.since < RECENT_MS && (await comeBack(page, path, kept.cookies))) return page
      await signIn(page, username, path)
      sessions.set(username, { cookies: await context.cookies(), since: Date.now() })
      return page
    })
  },
})

/**
 * What Firefox tells as an error and is none: the digest of `body {}`, which Playwright puts into a page to have it laid out, and what was on its
 * way when a page was left (NS_BINDING_ABORTED, or without a word).
 */
const NO_ERROR = /sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\+SmwNZWA=|status=2152398850|^$/

/** Script errors of a window's pages, and what their policies refused: as the page is told of it, and as the browser tells of it where no page hears it. */
async function watch(context: BrowserContext, problems: string[]) {
  const firefox = context.browser()?.browserType().name() === 'firefox'
  const keep = (said: string) => {
    if (!(firefox && NO_ERROR.test(said))) problems.push(said)
  }
  context.on('weberror', (error) => keep(error.error().message))
  context.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) keep(message.text())
  })
  await context.exposeBinding('cuadreViolation', (_, violation: string) => {
    // Firefox says of which style as an error: see above.
    if (!firefox || violation !== 'refused: style-src-elem inline') problems.push(violation)
  })
  await context.addInitScript(() => {
    const tell = (window as unknown as { cuadreViolation: (said: string) => void }).cuadreViolation
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => tell(`refused: ${violatedDirective} ${blockedURI}`))
  })
}

/** Over the session of an earlier sign-in; false where that is over. */
async function comeBack(page: Page, path: string, cookies: Cookies) {
  await page.context().addCookies(cookies)
  await page.goto(path)
  const inside = page.getByRole('navigation', { name: /^(Principal|Main)/ })
  await expect(inside.or(page.getByRole('button', { name: 'Iniciar sesión' })).first()).toBeVisible({ timeout: 20_000 })
  return inside.isVisible()
}

/** From the way in, over the provider's page, back to the path asked for. */
export async function signIn(page: Page, username: string, path = '/home', password = PASSWORD) {
  await page.goto(path === '/home' ? '/sign-in' : path)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click({ timeout: 20_000 })
  await giveCredentials(page, username, password)
  await page.waitForURL(`**${path}`)
}

/** Calls the API as the person of a page, with the token that the page itself sends. */
export async function apiOf(page: Page) {
  const asked = page.waitForRequest((request) => request.url().includes('/api/') && 'authorization' in request.headers())
  await page.reload()
  const { authorization } = (await asked).headers()
  return async (method: 'GET' | 'POST' | 'PATCH', path: string, data?: object) => {
    const answer = await page.request.fetch(`/api${path}`, { method, headers: { authorization: authorization! }, ...(data && { data }) })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    return answer.json()
  }
}
