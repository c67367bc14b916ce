import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
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
  | 'vlagos'
  | 'ocaceres'
  | 'taguirre'
  | 'lferreyra'
type Fixtures = {
  /** A page of a person who has signed in, in a browser of their own. */
  as: (username: Person, path?: string) => Promise<Page>
  problems: string[]
}

/** Stories run against one product; every page they open must stay free of script errors and of violations of its content security policy. */
export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use, info) => {
      const product = await startProduct(Number(process.env.E2E_PORT ?? 4200) + info.parallelIndex * 10)
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ product }, use) => use(product.origin),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  problems: async ({}, use) => {
    const problems: string[] = []
    await use(problems)
    expect(problems, 'script errors and policy violations').toEqual([])
  },
  page: async ({ page, problems }, use) => {
    watch(page, problems)
    await use(page)
  },
  as: async ({ browser, product, problems }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (username, path = '/home') => {
      const context = await browser.newContext({ baseURL: product.origin })
      contexts.push(context)
      const page = await context.newPage()
      watch(page, problems)
      await signIn(page, username, path)
      return page
    })
    for (const context of contexts) await context.close()
  },
})

function watch(page: Page, problems: string[]) {
  page.on('pageerror', (error) => {
    // The federation runtime tells of an area that is down as a rejection too; what the user sees of it is the story's matter.
    if (!/Federation Runtime \]: Failed to get manifest/.test(error.message)) problems.push(error.message)
  })
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) problems.push(message.text())
  })
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
