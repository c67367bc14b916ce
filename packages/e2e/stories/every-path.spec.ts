import { readFileSync } from 'node:fs'
import { people } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

/** The specification's table (§2): each path, and the roles that it is for. */
const table = readFileSync(new URL('../support/routes.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [string, string])
const examples: Record<string, string> = { periodId: '12' }
const paths = table.map(([path, roles]) => ({
  path: path.replace(/\{(\w+)\}/g, (_, name: string) => examples[name] ?? '1'),
  roles,
}))
const open = paths.filter(({ roles }) => roles === 'public').map(({ path }) => path)
const inside = paths.filter(({ roles }) => roles !== 'public')

/** `said`: the heading, where it is the same on every path. */
type Step = { path: string; end: string; said?: string }
/** Runs in the page: goes to each path as a link does, and says where that ended otherwise, or that no page came. */
async function walk(steps: Step[]) {
  const wrong: string[] = []
  for (const { path, end, said } of steps) {
    const before = document.querySelector('h1')
    // Of a page that is there already neither heading nor title come anew.
    const stays = location.pathname === path && end === path
    document.title = ''
    history.pushState({}, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    const until = performance.now() + 8000
    const here = () => decodeURI(location.pathname)
    // Another heading, or the same page once more with its heading in place.
    const arrived = () => {
      const heading = document.querySelector('h1')
      if (here() !== end || !heading?.textContent) return false
      return said ? heading.textContent === said : document.title !== '' || heading !== before || end !== path || stays
    }
    while (!arrived() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 10))
    if (!arrived()) wrong.push(`${path}: ${here()}, not ${end}; ${document.querySelector('h1')?.textContent ?? 'no heading'}`)
  }
  return wrong
}

for (const [role, person] of Object.entries(people))
  test(`${person} opens every path of role ${role}, and is refused the others`, async ({ as }) => {
    const page = await as(person)
    const steps = [
      ...inside.map(({ path, roles }) => ({ path, end: roles === 'any' || roles.split(',').includes(role) ? path : '/access-denied' })),
      ...[...open, '/', '/no-existe', '/paises/1/nada'].map((path) => ({ path, end: '/home' })),
    ]
    expect(await page.evaluate(walk, steps)).toEqual([])
  })

test('who is signed out sees the public pages and nothing else, and no code of an area runs there', async ({ page, product }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(
    await page.evaluate(
      walk,
      [...open.slice(1), '/sign-in'].map((path) => ({ path, end: path })),
    ),
  ).toEqual([])
  expect(asked.filter((url) => new URL(url).origin !== product.origin && !url.endsWith('/area.json') && !url.includes('/realms/'))).toEqual(
    [],
  )
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'Espera un momento...' })).toBeVisible()
  const shut = inside.map(({ path }) => ({ path, end: path, said: 'Espera un momento...' }))
  // Each waits five seconds before it leads to /sign-in; the walk does not.
  expect(await page.evaluate(walk, shut)).toEqual([])
  await expect(page.getByRole('heading', { name: 'Espera un momento...' })).toBeVisible()
  await page.waitForURL('**/sign-in')
})
