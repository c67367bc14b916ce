import type { Page } from '@playwright/test'
import { broken, cut, empty, hold, seen, whereReading } from '../support/held.ts'
import { arrived } from '../support/looks.ts'
import { lookerOf, people, type Screen, screens } from '../support/screens.ts'
import { expect, type Person, test } from '../support/test.ts'

// Every page while it loads, without rows, and with a server that fails or cannot be reached: it waits in the shape of what comes, says what is
// missing and what to do, in the person's words, and never in those of a protocol. With EVERY_LOOK, which CI gives.
test.describe.configure({ mode: 'parallel' })
test.skip(!process.env.EVERY_LOOK, 'CI walks the pages that go wrong')
const SCREEN_MS = 30_000
/** Each page goes wrong in one of the ways, the next page in the next; with EVERY_WAY in each of them, which takes a quarter of an hour. */
const everyWay = Boolean(process.env.EVERY_WAY)
/** The roles that the application comes with are always there. */
const NEVER_EMPTY = ['/roles-permisos']
/** Amounts of several currencies make a row higher; the page of an account begins with another table while it waits. */
const SHAPED_BY_DATA = ['/cuentas/resumen', '/cuentas/1/historico']
/** Where a page says that something could not be read: in the place of it, in a form, or above the page. */
const TELLS = 'main [role="alert"], .extra [role="status"] > .strip'
/** What a browser, a server in between or a library says. */
const FOREIGN =
  /Internal Server Error|Failed to fetch|Network ?Error|Request failed|status code|\bunexpected\b|undefined|\bNaN\b|\[object |Invalid (Date|DateTime)/
/** A row of the skeleton and the row that takes its place, in pixels. */
const ROW_DIFFERS = 8

const PART = 12
const rounds: { person: Person; part: Screen[] }[] = Object.entries(people).flatMap(([id, person]) => {
  const role = Number(id)
  const mine = [{ path: '/home', title: { es: 'Inicio', en: 'Home' }, roles: [role] }, ...screens.filter((one) => lookerOf(one) === role)]
  return Array.from({ length: Math.ceil(mine.length / PART) }, (_, i) => ({ person, part: mine.slice(i * PART, (i + 1) * PART) }))
})

/** Nothing is on its way any more, as far as it will come. */
async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main .skeleton, main .loader, main [aria-busy="true"]')).toHaveCount(0, { timeout: SCREEN_MS / 2 })
}

for (const [at, { person, part }] of rounds.entries())
  test(`the screens of ${person} when something is wrong, round ${at + 1}`, async ({ as }, info) => {
    info.setTimeout(info.timeout + 4 * part.length * SCREEN_MS)
    const page = await as(person)
    for (const [place, { path }] of part.entries()) {
      const isTurn = (way: number) => everyWay || (at + place) % 4 === way
      for (const [turn, [way, answer]] of (
        [
          ['fails', broken],
          ['cannot be reached', cut],
          ['has no rows', empty],
        ] as const
      ).entries()) {
        if (!isTurn(turn) || (way === 'has no rows' && NEVER_EMPTY.includes(path))) continue
        await test.step(`${path} ${way}`, async () => {
          const name = `${person} ${path} ${way}`
          let asked = 0
          await whereReading(page, (route) => {
            asked++
            return answer(route)
          })
          await page.goto(path)
          await settled(page).catch(() => expect.soft('for ever', `${name}: waits`).toBe(''))
          const { text, alerts, empties, squeezed } = await page.evaluate(seen)
          expect.soft(text.match(FOREIGN)?.[0], `${name}: words of a machine`).toBeUndefined()
          for (const alert of alerts) expect.soft(alert.help, `${name}: no way to help: ${alert.text}`).toBe(true)
          for (const words of empties) expect.soft(words.trim().length, `${name}: empty without a word`).toBeGreaterThan(10)
          expect.soft(squeezed, `${name}: headings at the edges of an empty table`).toEqual([])
          if (way === 'has no rows') expect.soft(alerts, `${name}: an error`).toEqual([])
          // Choices that cannot be read are told above the page, a moment after it has painted.
          else if (asked > 0) await expect.soft(page.locator(TELLS).first(), `${name}: says nothing of it`).toBeVisible()
          await page.unrouteAll({ behavior: 'ignoreErrors' })
        })
      }
      if (!isTurn(3)) continue
      await test.step(`${path} loads`, async () => {
        const name = `${person} ${path} loads`
        const { release, answer } = hold()
        await whereReading(page, answer)
        await page.goto(path)
        const here = page.locator('main:has(h1) .skeleton').first()
        // Its own, not the one while its code comes. A form that reads nothing is there at once.
        const waits = await here.waitFor({ timeout: 3000 }).then(
          () => true,
          () => false,
        )
        const before = await page.evaluate(seen)
        release()
        await arrived(page)
        const after = await page.evaluate(seen)
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        if (!waits || SHAPED_BY_DATA.includes(path) || before.tables.length === 0 || after.tables.length === 0) return
        const [first, then] = [before.tables[0]!, after.tables[0]!]
        expect.soft(first.columns, `${name}: columns`).toBe(then.columns)
        expect
          .soft(Math.abs(first.row - then.row), `${name}: height of a row, ${first.row} and ${then.row}`)
          .toBeLessThanOrEqual(ROW_DIFFERS)
      })
    }
  })
