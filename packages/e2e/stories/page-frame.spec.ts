import type { Page, Request } from '@playwright/test'
import { type Frame, forgetShifts, frameOf, watchShifts } from '../support/frame.ts'
import { arrived, follow, HALF, PHONE, resize, WIDE } from '../support/looks.ts'
import { lookerOf, people, type Screen, screens } from '../support/screens.ts'
import { expect, type Person, test } from '../support/test.ts'

// One frame for every page: its heading and actions at one place, nothing that moves by itself, nothing cut off that cannot be read, no
// message in the console and no failed call. With EVERY_LOOK, which CI gives.
test.describe.configure({ mode: 'parallel' })
test.skip(!process.env.EVERY_LOOK, 'CI measures the frames')
test.setTimeout(240_000)
const SCREEN_MS = 25_000

/** Sum of all shifts until a page has arrived, as a share of the window. */
const MAX_SHIFT = 0.02
const PX = 1

const PART = 12
/** The host's own, which everybody has. */
const OF_HOST: Screen[] = [
  { path: '/profile', title: { es: 'Perfil', en: 'Profile' }, roles: [1] },
  { path: '/notificaciones', title: { es: 'Notificaciones', en: 'Notifications' }, roles: [1] },
]
const rounds: { person: Person; part: Screen[] }[] = Object.entries(people).flatMap(([id, person]) => {
  const role = Number(id)
  const mine = [
    { path: '/home', title: { es: 'Inicio', en: 'Home' }, roles: [role] },
    ...screens.filter((one) => lookerOf(one) === role),
    ...(role === 1 ? OF_HOST : []),
  ]
  return Array.from({ length: Math.ceil(mine.length / PART) }, (_, i) => ({ person, part: mine.slice(i * PART, (i + 1) * PART) }))
})

/** Pages with a frame of their own, which fills the window: the queues of work, and the alerts beside the rail. And the one with a line above it. */
const OWN = ['/cuentas/analisis', '/ayuda/solicitudes', '/ayuda/solicitudes-recibidas', '/parametros/alertas']
const LINE_ABOVE = ['/cuentas/carga-balance']
/** A person's picture stands before their name. */
const PICTURE = /^\/usuarios\/\d+\/actualizar$/

/** Where everything stands, from the layout's sizes: 232 px of menu and 32 of padding; 52 px of bar, 22 of padding, 20 of breadcrumbs. On a phone 16 of padding. */
const LEFT = { [WIDE.width]: 264, [HALF.width]: 264, [PHONE.width]: 16 }
const TOP = 94
/** Actions stand in the row of the title, whatever else is above or below it: 32 px around the middle of its 28. */
const ACTIONS_TOP = 92
/** Where breadcrumbs begin: at a group of the menu, at its page that is in none, or at home for what is not in it. */
const GROUPS = [
  'Administración',
  'Administración de negocios',
  'Estadísticas',
  'Administración de cuentas',
  'Administración de parámetros',
  'Mesa de ayuda',
  'Recursos de utilidad',
  'Inicio',
]
/** A pager from the lower edge of the window. */
const PAGER = 14
/** A row of search, filters and tools: its padding and one line of controls, with a pixel for a border. */
const BAR = 50

for (const [at, { person, part }] of rounds.entries())
  test(`the frame of the screens of ${person}, round ${at + 1}`, async ({ as }, info) => {
    info.setTimeout(info.timeout + 2 * part.length * SCREEN_MS)
    const page = await as(person)
    let said: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !/iframe which has both allow-scripts/.test(message.text()))
        said.push(message.text())
    })
    page.on('response', (response) => {
      if (response.status() >= 400) said.push(`${response.status()} ${response.request().method()} ${response.url()}`)
    })
    await watchShifts(page)
    for (const size of [WIDE, HALF, PHONE]) {
      await page.setViewportSize(size)
      for (const screen of part)
        await test.step(`${screen.path} ${size.width}`, async () => {
          said = []
          const lists: Request[] = []
          const note = (request: Request) => /\/api\/.*[?&]limit=/.test(request.url()) && lists.push(request)
          page.on('request', note)
          // In half of a window as a link leads there, where the menu stays as wide as it is; else loaded anew.
          if (size === HALF && !OWN.some((own) => own === screen.path || own === new URL(page.url()).pathname)) {
            await page.evaluate(forgetShifts)
            await follow(page, screen.path)
          } else {
            await page.goto(screen.path)
            await arrived(page)
          }
          page.off('request', note)
          const frame = await frameOf(page)
          const name = `${person} ${screen.path} ${size.width}`
          expect.soft(said, `${name}: console and calls`).toEqual([])
          expect.soft(sumOf(frame), `${name}: moved ${JSON.stringify(frame.shifts)}`).toBeLessThan(MAX_SHIFT)
          expect.soft(frame.clipped, `${name}: cut off`).toEqual([])
          expect.soft(frame.context, `${name}: country, business and role whole`).toEqual([])
          if (size === WIDE) {
            // An analyst's home has its list whole, and sorts it itself.
            if (screen.path !== '/home' || person !== people[1])
              expect.soft(await unsorted(page, lists), `${name}: columns that its lists do not sort by`).toEqual([])
            await narrower(page, `${person} ${screen.path} ${HALF.width}`, screen.path !== '/home')
          }
          if (OWN.includes(screen.path)) return
          if (!PICTURE.test(screen.path))
            expect
              .soft(Math.abs((frame.heading?.[0] ?? 0) - LEFT[size.width]!), `${name}: its heading from the side`)
              .toBeLessThanOrEqual(PX)
          // On a phone the breadcrumbs of a long name take two lines.
          if (!LINE_ABOVE.includes(screen.path) && size === WIDE)
            expect.soft(Math.abs((frame.heading?.[1] ?? 0) - TOP), `${name}: its heading from above`).toBeLessThanOrEqual(PX)
          if (frame.actions && size === WIDE) {
            expect.soft(Math.abs(frame.actions[0] - (WIDE.width - 32)), `${name}: its actions from the side`).toBeLessThanOrEqual(PX)
            if (!LINE_ABOVE.includes(screen.path))
              expect.soft(Math.abs(frame.actions[2] - ACTIONS_TOP), `${name}: its actions from above`).toBeLessThanOrEqual(PX)
          }
          if (screen.path !== '/home')
            expect.soft(GROUPS, `${name}: says where it is, ${frame.crumbs.join(' / ')}`).toContain(frame.crumbs[0])
          if (size === WIDE) {
            expect.soft(frame.formBar ?? 0, `${name}: its action bar from below`).toBeLessThanOrEqual(PX)
            if (frame.pager !== undefined)
              expect.soft(Math.abs(frame.pager - PAGER), `${name}: its pager from below`).toBeLessThanOrEqual(PX)
          }
        })
    }
  })

/** Whose parts come one after the other. */
const IN_PARTS = [
  '/cuentas/carga-balance',
  '/estadisticas',
  '/ayuda/solicitudes-recibidas',
  '/mis-recursos/1/archivos',
  '/parametros/configuracion-de-roles',
  '/notificaciones',
]
/** A phone of the lower shelf. */
const SLOW = 6

test('what comes late on a slow phone has its place', async ({ as }) => {
  test.setTimeout(IN_PARTS.length * 2 * SCREEN_MS)
  const page = await as('bmontoya')
  await watchShifts(page)
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOW })
  await page.setViewportSize(PHONE)
  for (const path of IN_PARTS)
    await test.step(path, async () => {
      await page.goto(path)
      await arrived(page)
      const frame = await frameOf(page)
      expect.soft(sumOf(frame), `${path}: moved ${JSON.stringify(frame.shifts)}`).toBeLessThan(MAX_SHIFT)
    })
})

/** The page that is open, in half of a window: in one row what was in one, and nothing out of reach. On homes the actions may take a row of their own. */
async function narrower(page: Page, name: string, beside: boolean) {
  const before = await frameOf(page)
  for (const bar of before.bars) expect.soft(bar, `${name}: filters in one row at ${WIDE.width}`).toBeLessThanOrEqual(BAR)
  await resize(page, HALF)
  const { heading, actions, bars, wider, clipped } = await frameOf(page)
  for (const bar of bars) expect.soft(bar, `${name}: filters in one row`).toBeLessThanOrEqual(BAR)
  expect.soft(wider, `${name}: scrolls sideways`).toBe(false)
  expect.soft(clipped, `${name}: cut off`).toEqual([])
  if (heading && actions) {
    expect.soft(Math.abs(heading[1] - before.heading![1]), `${name}: its heading from above`).toBeLessThanOrEqual(PX)
    if (beside) expect.soft(actions[2], `${name}: its actions in the row of the heading`).toBeLessThan(heading[2])
  }
  await page.setViewportSize(WIDE)
}

/** The columns whose heading sorts, by which none of the lists that the page asked for does. */
async function unsorted(page: Page, lists: readonly Request[]) {
  const wrong: string[] = []
  for (const heading of await page.locator('th[data-column]').all()) {
    const column = (await heading.getAttribute('data-column'))!
    const answers = lists.map(async (request) => {
      const url = new URL(request.url())
      url.searchParams.set('sort', `-${column}`)
      url.searchParams.set('limit', '1')
      return (await page.request.get(url.href, { headers: await request.allHeaders() })).ok()
    })
    if (!(await Promise.all(answers)).some(Boolean)) wrong.push(column)
  }
  return wrong
}

const sumOf = ({ shifts }: Frame) => shifts.reduce((sum, { value }) => sum + value, 0)
