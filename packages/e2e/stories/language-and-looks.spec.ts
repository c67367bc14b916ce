import type { Page } from '@playwright/test'
import { accessible, arrived, follow, HALF, inTheme, type Locale, looksRight, PHONE, resize, type Theme, WIDE } from '../support/looks.ts'
import { lookerOf, people, type Screen, screens } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

// Every screen in each pair of language, theme and width, of a desk and of a phone, and by every role that may open it. With EVERY_LOOK, which CI
// gives; `every-path` opens them always.
test.skip(!process.env.EVERY_LOOK, 'CI looks at every screen')
// Each person's round may go to whichever worker is free.
test.describe.configure({ mode: 'parallel' })
test.setTimeout(240_000)
const SCREEN_MS = 25_000

type Look = { locale: Locale; theme: Theme; size: typeof WIDE }
/** Every pair of a language, a theme and a width of a desk or a phone is in one of them. In half of a window only places are looked at. */
const everyLook: Look[] = [
  { locale: 'es', theme: 'light', size: WIDE },
  { locale: 'es', theme: 'light', size: HALF },
  { locale: 'es', theme: 'dark', size: PHONE },
  { locale: 'en', theme: 'light', size: PHONE },
  { locale: 'en', theme: 'dark', size: WIDE },
]
const first = everyLook[0]!

/** What fails is looked at again, so that a round is short. */
const PART = 15
const parts = (of: Screen[]) => Array.from({ length: Math.ceil(of.length / PART) }, (_, i) => of.slice(i * PART, (i + 1) * PART))

for (const [id, person] of Object.entries(people)) {
  const role = Number(id)
  const home: Screen = { path: '/home', title: { es: 'Inicio', en: 'Home' }, roles: [role] }
  const mine = screens.filter((screen) => screen.roles.includes(role))

  for (const [at, part] of parts([home, ...mine]).entries())
    test(`the screens that ${person} may open, from ${at * PART + 1} on`, async ({ as }, info) => {
      info.setTimeout(info.timeout + part.length * SCREEN_MS)
      const page = await as(person)
      let now = first
      const become = async (next: Look) => {
        if (next.locale !== now.locale || next.theme !== now.theme) await choose(page, now.locale, next)
        if (next.size !== now.size) await resize(page, next.size)
        await still(page)
        await arrived(page)
        now = next
      }
      for (const screen of part)
        await test.step(screen.path, async () => {
          await follow(page, screen.path)
          expect(decodeURI(new URL(page.url()).pathname), `${person} may open it`).toBe(screen.path)
          const name = `${person} ${screen.path}`
          if (screen !== home && lookerOf(screen) !== role) {
            await looksRight(page, name, now.locale)
            return
          }
          const headings: Partial<Record<Locale, string>> = {}
          // From where the screen before ended, back again.
          const looks = now === first ? everyLook : everyLook.toReversed()
          const widths = new Set<typeof WIDE>()
          for (const next of looks) {
            await become(next)
            headings[next.locale] = await looksRight(page, name, next.locale)
            if (next.size === HALF) continue
            const again = widths.has(next.size)
            widths.add(next.size)
            await accessible(page, `${name} ${next.locale} ${next.theme}`, { again })
          }
          // A heading that is a name of the data is the same in both.
          if (!/\d/.test(screen.path) && screen.title.es !== screen.title.en)
            expect.soft(headings.en, `${name}: its heading in the other language`).not.toBe(headings.es)
        })
      await become(first)
    })
}

test('the pages of somebody who has not signed in', async ({ page, product }) => {
  const each = async (name: string, locale: Locale, open: () => Promise<unknown>) => {
    for (const [theme, size] of [
      ['light', WIDE],
      ['dark', PHONE],
    ] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await page.evaluate((kept) => localStorage.setItem('cuadre:apariencia', kept), JSON.stringify({ theme }))
      await page.setViewportSize(size)
      await open()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await looksRight(page, name, locale)
      await accessible(page, `${name} ${theme}`)
    }
  }
  await page.goto('/sign-in')
  for (const [locale, title, waiting, thanks, action, provider] of [
    ['es', 'Análisis de saldos contables', 'Espera un momento...', 'Gracias por usar Cuadre', 'Iniciar sesión', 'Usuario o correo'],
    ['en', 'Account balance analysis', 'One moment...', 'Thank you for using Cuadre', 'Sign in', 'User name or e-mail'],
  ] as const) {
    if (locale === 'en') {
      await page.getByRole('button', { name: 'English' }).click()
      // Its texts come over the network; leaving the page before would leave the language as it was.
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
    }
    await each('/sign-in', locale, async () => {
      await page.goto('/sign-in')
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
    })
    await each('waiting', locale, async () => {
      await page.goto('/home')
      await expect(page.getByRole('heading', { name: waiting })).toBeVisible()
    })
    await each('/gracias', locale, async () => {
      await page.goto('/gracias')
      await expect(page.getByRole('heading', { name: thanks })).toBeVisible()
    })
    await page.goto('/sign-in')
    await page.getByRole('button', { name: action }).click()
    await page.waitForURL('**/realms/corp/**')
    await test.step(`the provider's page in ${locale}`, async () => {
      await expect(page.getByLabel(provider)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: action })).toBeVisible()
      await page.getByRole('button', { name: action }).click()
      for (const [theme, size] of [
        ['light', PHONE],
        ['dark', WIDE],
      ] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await page.setViewportSize(size)
        await expect(page.getByRole('alert').first()).toBeVisible()
        await looksRight(page, 'provider', locale, { wrong: true })
        await accessible(page, `provider ${theme}`)
      }
    })
    await page.goto(`${product.origin}/sign-in`)
  }
})

test('the pages that say no', async ({ as, product }) => {
  const both = async (page: Page, name: string, wrong = false) => {
    for (const [theme, size] of [
      ['light', WIDE],
      ['dark', PHONE],
    ] as const) {
      await inTheme(page, theme)
      await resize(page, size)
      await still(page)
      await looksRight(page, name, 'es', { wrong })
      await accessible(page, `${name} ${theme}`)
    }
  }
  const page = await as('rpena')
  await page.goto('/paises')
  await page.waitForURL('**/access-denied')
  await both(page, '/access-denied')
  await product.area('stop', 'helpdesk')
  try {
    await page.goto('/faq')
    await expect(page.getByRole('alert')).toContainText('Mesa de ayuda no está disponible')
    await both(page, 'area down', true)
    await page.evaluate(() => localStorage.clear())
    await page.goto('/una-pagina-de-nadie')
    await expect(page.getByRole('alert')).toContainText('Esta página no está disponible en este momento')
    await both(page, 'not found', true)
  } finally {
    await product.area('start', 'helpdesk')
  }
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', message: 'Su cuenta corporativa no tiene un usuario en Cuadre.' } }),
  )
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'Su cuenta no tiene acceso a Cuadre' })).toBeVisible()
  await both(page, 'refused')
})

test('what opens over a screen', async ({ as }, info) => {
  info.setTimeout(info.timeout + 12 * SCREEN_MS)
  const control = await as('bmontoya')
  const analyst = await as('rpena')
  type Over = { name: string; page: Page; path: string; open: (page: Page) => Promise<unknown>; only?: typeof WIDE; wrong?: boolean }
  const bar = (name: string | RegExp) => (page: Page) => page.getByRole('banner').getByRole('button', { name }).click()
  const overs: Over[] = [
    { name: 'notifications', page: control, path: '/home', open: bar(/Notificaciones/) },
    { name: 'preferences', page: control, path: '/home', open: bar('Preferencias') },
    { name: 'account', page: control, path: '/home', open: bar(/Cuenta de/) },
    { name: 'menu', page: control, path: '/home', open: bar('Abrir menú'), only: PHONE },
    { name: 'columns', page: control, path: '/usuarios', open: (page) => page.getByRole('button', { name: 'Columnas' }).click() },
    {
      name: 'a filter',
      page: control,
      path: '/usuarios',
      // A phone has room for the way to all of them.
      open: (page) =>
        page.getByRole('button', { name: page.viewportSize()!.width > PHONE.width ? 'Filtrar por Rol' : 'Más filtros' }).click(),
    },
    {
      name: 'assign',
      page: control,
      path: '/cuentas',
      // Its form comes with the click.
      open: async (page) => {
        await page.getByRole('button', { name: 'Reasignar' }).first().click()
        await expect(page.getByRole('dialog')).toBeVisible()
      },
    },
    {
      name: 'list of analyses',
      page: control,
      path: '/cuentas/analisis',
      open: (page) => page.getByRole('button', { name: 'Lista' }).click(),
      only: PHONE,
    },
    { name: 'keys', page: control, path: '/cuentas/analisis', open: (page) => page.keyboard.press('?'), only: WIDE },
    { name: 'a question', page: control, path: '/faq', open: (page) => page.getByRole('button', { name: 'Escribir pregunta' }).click() },
    {
      name: 'wrong fields',
      page: control,
      path: '/paises/crear',
      open: (page) => page.getByRole('button', { name: 'Crear país' }).click(),
      wrong: true,
    },
    {
      name: 'a book to load',
      page: analyst,
      path: '/home',
      open: (page) => page.getByRole('button', { name: 'Cargar libro', exact: true }).first().click(),
    },
  ]
  for (const { name, page, path, open, only, wrong = false } of overs)
    await test.step(name, async () => {
      for (const [theme, size] of [
        ['light', WIDE],
        ['dark', PHONE],
      ] as const) {
        if (only && only !== size) continue
        await page.setViewportSize(size)
        await page.goto(path)
        await arrived(page)
        await inTheme(page, theme)
        const before = await shown(page)
        await open(page)
        await expect.poll(() => shown(page), `${name} opens`).not.toBe(before)
        await still(page)
        await looksRight(page, `over ${name}`, 'es', { wrong })
        await accessible(page, `over ${name} ${theme}`)
      }
    })
})

// biome-ignore lint/performance/useDomNodeTextContent: what can be seen is meant
const shown = (page: Page) => page.locator('body').innerText()

const words = {
  es: { preferences: 'Preferencias', light: 'Claro', dark: 'Oscuro' },
  en: { preferences: 'Preferences', light: 'Light', dark: 'Dark' },
}

/** As a person does it, in the bar. */
async function choose(page: Page, now: Locale, { theme, locale }: { theme?: Theme; locale?: Locale }) {
  const bar = page.getByRole('banner')
  await bar.getByRole('button', { name: words[now].preferences }).click()
  const panel = page.getByRole('dialog', { name: words[now].preferences })
  // The radio lies over its own label, invisible.
  if (theme) await panel.getByRole('radio', { name: words[now][theme] }).click({ force: true })
  if (locale) await panel.getByRole('radio', { name: locale === 'es' ? 'Español' : 'English' }).click({ force: true })
  const after = words[locale ?? now].preferences
  await expect(page.getByRole('dialog', { name: after })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: after })).toHaveCount(0)
  await still(page)
}

/** Nothing moves any more: contrast is not measured in the middle of a fade. */
const still = (page: Page) =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
