import type { BrowserContext, Page } from '@playwright/test'
import { inTheme, PHONE, type Theme, WIDE } from '../support/looks.ts'
import { type Product, startProduct } from '../support/product.ts'
import { giveCredentials, ownPages } from '../support/provider.ts'
import { expect, PASSWORD, test } from '../support/test.ts'
import { authenticator, fromBase32 } from '../support/totp.ts'

// Keycloak's own pages beside those of the local provider: whoever goes from one to the other finds everything where it was.
test.skip(!ownPages, 'two providers are compared, which the lane of Keycloak has')
test.setTimeout(240_000)

/** Rounding of two fonts' boxes; what is seen as a jump is more. */
const NEAR_PX = 3
const ROLE_OF_GERENCIA = 4

let local: Product
test.beforeAll(async ({ product }) => {
  // As without AUTH_URL.
  local = await startProduct(product.port + 50, { AUTH_URL: undefined, AUTH_ADMIN_SECRET: undefined })
})
test.afterAll(() => local.stop())

type Kind = 'local' | 'keycloak'
type Part = { top: number; left: number; width: number; height: number; text: string; color: string; background: string; signed: boolean }
type Parts = Record<string, Part | undefined>

/** What can be seen of each part; `signed`: with a sign of 16 px before its text. */
const seen = (page: Page, selectors: Record<string, string>): Promise<Parts> =>
  page.evaluate((of) => {
    const part = (selector: string): Part | undefined => {
      const found = [...document.querySelectorAll<HTMLElement>(selector)].find((each) => each.checkVisibility())
      if (!found) return undefined
      const { top, left, width, height } = found.getBoundingClientRect()
      const { color, backgroundColor: background } = getComputedStyle(found)
      const sign = found.querySelector('svg')?.getBoundingClientRect().width ?? Number.parseFloat(getComputedStyle(found, '::before').width)
      // biome-ignore lint/performance/useDomNodeTextContent: what can be seen is meant
      const text = (found instanceof HTMLInputElement && found.type === 'submit' ? found.value : found.innerText).trim()
      return { top, left, width, height, text, color, background, signed: sign === 16 }
    }
    return Object.fromEntries(Object.entries(of).map(([name, selector]) => [name, part(selector)]))
  }, selectors)

const SIGN_IN: Record<Kind, Record<string, string>> = {
  local: {
    page: 'html',
    heading: 'h1',
    lead: '.lead',
    field: '#username',
    second: '#password',
    main: 'button.primary',
    link: '.aside a',
    language: 'footer a',
  },
  keycloak: {
    page: 'html',
    heading: '#kc-page-title',
    lead: '.cuadre-lead',
    field: '.pf-v5-c-form-control:has(#username)',
    second: '.pf-v5-c-form-control:has(#password)',
    main: '#kc-login',
    link: '#kc-form-login .pf-v5-c-form__helper-text a',
    language: '.cuadre-language',
  },
}
const WRONG: Record<Kind, Record<string, string>> = {
  local: { ...SIGN_IN.local, error: '.error' },
  keycloak: { ...SIGN_IN.keycloak, error: '#input-error-username' },
}
/** With the local provider a page of the application. */
const FORGOTTEN: Record<Kind, Record<string, string>> = {
  local: { heading: 'h1', lead: 'h1 + p', field: 'input[name=email]', main: '[type=submit]', link: 'main > a.link' },
  keycloak: {
    heading: '#kc-page-title',
    lead: '#kc-info-wrapper',
    field: '.pf-v5-c-form-control:has(#username)',
    main: '#kc-form-buttons',
    link: '#kc-reset-password-form a',
  },
}
const ENROLMENT: Record<Kind, Record<string, string>> = {
  local: { heading: 'h1', field: '#code', main: 'button.primary', error: '.error' },
  keycloak: {
    heading: '#kc-page-title',
    field: '.pf-v5-c-form-control:has(#totp)',
    main: '#saveTOTPBtn',
    error: '#input-error-otp-code',
  },
}
const CODE: Record<Kind, Record<string, string>> = {
  local: { heading: 'h1', lead: '.lead', field: '#code', main: 'button.primary' },
  keycloak: { heading: '#kc-page-title', lead: '.cuadre-lead', field: '.pf-v5-c-form-control:has(#otp)', main: '#kc-login' },
}

type Compared = {
  /** What the two say in other words. */
  otherWords?: readonly string[]
  /** What has more or less above it there than here. */
  floating?: readonly string[]
  /** What has more room around its words there than here. */
  roomier?: readonly string[]
}
function agree(name: string, here: Parts, there: Parts, { otherWords = [], floating = [], roomier = [] }: Compared = {}) {
  const shown = (parts: Parts) => Object.keys(parts).filter((part) => parts[part])
  expect.soft(shown(there), `${name}: what is there`).toEqual(shown(here))
  for (const part of shown(here)) {
    const [a, b] = [here[part]!, there[part]]
    if (!b) continue
    const places: ('left' | 'top' | 'width' | 'height')[] = ['left']
    if (!floating.includes(part)) places.push('top')
    if (part !== 'page' && !roomier.includes(part)) places.push('height')
    if (['field', 'second', 'main'].includes(part)) places.push('width')
    for (const place of places)
      expect.soft(Math.abs(a[place] - b[place]), `${name}: ${place} of ${part}, ${a[place]} and ${b[place]}`).toBeLessThanOrEqual(NEAR_PX)
    if (!otherWords.includes(part) && part !== 'page') expect.soft(b.text, `${name}: words of ${part}`).toBe(a.text)
    if (part !== 'page') expect.soft(b.color, `${name}: colour of ${part}`).toBe(a.color)
    if (part === 'page' || part === 'main') expect.soft(b.background, `${name}: background of ${part}`).toBe(a.background)
    if (part === 'error') expect.soft([a.signed, b.signed], `${name}: the sign of ${part}`).toEqual([true, true])
  }
}

/** The same in both: on each page what `selectors` say, once both are there. */
async function compare(name: string, pages: Record<Kind, Page>, selectors: Record<Kind, Record<string, string>>, how?: Compared) {
  const parts = {} as Record<Kind, Parts>
  for (const kind of ['local', 'keycloak'] as const) {
    await pages[kind].locator(selectors[kind].heading!).waitFor()
    await pages[kind].evaluate(() => document.fonts.ready)
    parts[kind] = await seen(pages[kind], selectors[kind])
    if (process.env.E2E_PICTURES)
      await pages[kind].screenshot({ path: `${process.env.E2E_PICTURES}/${name.replace(/\W+/g, '-')}-${kind}.png` })
  }
  agree(name, parts.local, parts.keycloak, how)
}

const credentials: Record<Kind, (page: Page, username: string, password: string) => Promise<void>> = {
  keycloak: giveCredentials,
  local: async (page, username, password) => {
    await page.waitForURL(/\/realms\/corp\//)
    await page.locator('#username').fill(username)
    await page.locator('#password').fill(password)
    await page.locator('button.primary').click()
  },
}
/** As `apiOf`, of either product. */
async function apiAt(page: Page, origin: string) {
  const asked = page.waitForRequest((request) => request.url().includes('/api/') && 'authorization' in request.headers())
  await page.reload()
  const { authorization } = (await asked).headers()
  return async (method: 'GET' | 'POST' | 'PATCH', path: string, data?: object) => {
    const answer = await page.request.fetch(`${origin}/api${path}`, {
      method,
      headers: { authorization: authorization! },
      ...(data && { data }),
    })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    return answer.json()
  }
}
async function arrive(page: Page, origin: string) {
  await page.goto(`${origin}/sign-in`)
  await page.getByRole('button', { name: /^(Iniciar sesión|Sign in)$/ }).click()
  await page.waitForURL(/\/realms\/corp\//)
}

const looks = [
  ['light', WIDE],
  ['dark', WIDE],
  ['light', PHONE],
  ['dark', PHONE],
] as const

/** The same in every look, on pages that stay: what leads to them can be done once. */
async function compareLooks(name: string, pages: Record<Kind, Page>, selectors: Record<Kind, Record<string, string>>, how?: Compared) {
  for (const [theme, size] of looks) {
    for (const page of Object.values(pages)) {
      await page.setViewportSize(size)
      await inTheme(page, theme)
      // As theme.js does it there when a page begins.
      await page.evaluate((dark) => document.documentElement.classList.toggle('pf-v5-theme-dark', dark), theme === 'dark')
      // A button fades from one colour to the other.
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
    }
    await compare(`${name} ${theme} ${size.width}`, pages, selectors, how)
  }
}

for (const [theme, size] of looks)
  test(`sign-in, a wrong password and a forgotten one are where the local provider has them: ${theme}, ${size.width} px`, async ({
    visitor,
    product,
  }) => {
    const pages = {} as Record<Kind, Page>
    for (const [kind, { origin }] of [
      ['local', local],
      ['keycloak', product],
    ] as const) {
      const page = await begin(await visitor(), origin, theme, size)
      await arrive(page, origin)
      pages[kind] = page
    }
    const name = (of: string) => `${of} ${theme} ${size.width}`
    await compare(name('sign-in'), pages, SIGN_IN)
    for (const kind of ['local', 'keycloak'] as const) {
      await credentials[kind](pages[kind], 'nobody', 'no es esta')
      await pages[kind].locator(WRONG[kind].error!).waitFor()
    }
    await compare(name('wrong'), pages, WRONG)
    for (const kind of ['local', 'keycloak'] as const) await pages[kind].getByRole('link', { name: 'Olvidé mi contraseña' }).click()
    // Keycloak takes the user name as well, and the form of the application has the padding of one.
    await compare(name('forgotten'), pages, FORGOTTEN, { otherWords: ['lead'], roomier: ['link'], floating: ['link'] })
  })

async function begin(context: BrowserContext, origin: string, theme: Theme, size: typeof WIDE) {
  const page = await context.newPage()
  await page.setViewportSize(size)
  await page.goto(`${origin}/sign-in`)
  await page.evaluate((kept) => localStorage.setItem('cuadre:apariencia', kept), JSON.stringify({ theme }))
  await inTheme(page, theme)
  return page
}

test('the enrolment of a second factor and its code: places, words, and the sign of a wrong code, in every look', async ({
  visitor,
  product,
}) => {
  const pages = {} as Record<Kind, Page>
  const undo: (() => Promise<unknown>)[] = []
  try {
    for (const [kind, { origin }] of [
      ['local', local],
      ['keycloak', product],
    ] as const) {
      const administration = await (await visitor()).newPage()
      await arrive(administration, origin)
      await credentials[kind](administration, 'sbarrios', PASSWORD)
      await administration.waitForURL(`${origin}/home`)
      const api = await apiAt(administration, origin)
      const person = await (await visitor()).newPage()
      await arrive(person, origin)
      await credentials[kind](person, 'hvillalobos', PASSWORD)
      await person.waitForURL(`${origin}/home`)
      const id = (await api('GET', '/user?search=hvillalobos')).data[0].id
      const compulsory = (valor: number | null) =>
        api('PATCH', '/config-enviroment', { tipoId: 4, rolId: ROLE_OF_GERENCIA, valor, motivo: 'Lo pide la historia de los lugares' })
      undo.push(async () => {
        await compulsory(null)
        await api('POST', `/user/${id}/reset-2fa`, {})
      })
      await compulsory(1)
      const page = await (await visitor()).newPage()
      await arrive(page, origin)
      await credentials[kind](page, 'hvillalobos', PASSWORD)
      if (kind === 'keycloak') await page.getByRole('button', { name: 'Escribir el código' }).click()
      pages[kind] = page
    }
    // Keycloak names applications and asks for a name of the device.
    const floating = ['field', 'main', 'error']
    await compareLooks('enrolment', pages, ENROLMENT, { floating })
    const codes = {
      local: authenticator(fromBase32((await pages.local.locator('code.key').textContent())!)),
      keycloak: authenticator(Buffer.from((await pages.keycloak.locator('#totpSecret').getAttribute('value'))!)),
    }
    const give = async (kind: Kind, code: string) => {
      await pages[kind].locator(kind === 'local' ? '#code' : '#totp').fill(code)
      if (kind === 'keycloak') await pages[kind].locator('#userLabel').fill('teléfono')
      await pages[kind].locator(ENROLMENT[kind].main!).click()
    }
    for (const kind of ['local', 'keycloak'] as const) {
      const right = await codes[kind].fresh()
      await give(kind, right === '000000' ? '000001' : '000000')
      await pages[kind].locator(ENROLMENT[kind].error!).waitFor()
    }
    await compareLooks('wrong-code', pages, ENROLMENT, { floating })
    for (const kind of ['local', 'keycloak'] as const) {
      const { field, error } = await seen(pages[kind], ENROLMENT[kind])
      expect.soft(error!.top - field!.top - field!.height, `${kind}: the sentence is below its field`).toBeCloseTo(6, -1)
      await give(kind, await codes[kind].fresh())
      if (kind === 'local') await pages.local.getByRole('link', { name: 'Ya los guardé, continuar' }).click()
      await pages[kind].waitForURL((url) => !url.pathname.startsWith('/realms/'))
      await pages[kind].context().clearCookies()
      await arrive(pages[kind], kind === 'local' ? local.origin : product.origin)
      await credentials[kind](pages[kind], 'hvillalobos', PASSWORD)
      const show = pages[kind].getByRole('button', { name: 'Escribir el código' })
      await show.or(pages[kind].locator(CODE[kind].field!)).first().waitFor()
      if (await show.isVisible()) await show.click()
      await pages[kind].locator(CODE[kind].field!).waitFor()
    }
    await compareLooks('code', pages, CODE)
  } finally {
    for (const each of undo) await each()
  }
})

test('who signs out in English reads English: on the page of thanks, on the provider’s pages, and where they sign in again', async ({
  visitor,
}) => {
  const page = await (await visitor()).newPage()
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  // Of nobody else's story: the language stays theirs.
  await giveCredentials(page, 'aperez', PASSWORD)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  const left = page.waitForRequest((request) => request.url().includes('/protocol/openid-connect/logout'))
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  expect(new URL((await left).url()).searchParams.get('ui_locales')).toBe('en')
  await page.waitForURL('**/gracias')
  await expect(page.getByRole('heading', { name: 'Thank you for using Cuadre' })).toBeVisible()
  // Asked for without a session, as by a window that signs out second, the provider has a page of its own.
  const logout = new URL((await left).url())
  for (const given of [[], ['client_id', 'post_logout_redirect_uri'], ['client_id', 'ui_locales']]) {
    const asked = new URL(`${logout.origin}${logout.pathname}`)
    for (const name of given) asked.searchParams.set(name, logout.searchParams.get(name) ?? (name === 'client_id' ? 'cuadre-web' : ''))
    await page.goto(asked.href)
    await page.waitForLoadState()
    expect.soft([given, await page.evaluate(() => document.documentElement.lang)]).toEqual([given, 'en'])
  }
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
})
