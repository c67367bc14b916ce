import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type World, world } from '../items.fixture.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

/** Rejections of the two closed months by analyst. */
const rejections = async (as = w.who.administrador) => {
  const { porAnalista } = await w.get('/statistics/rejections', as, { desdePeriodId: 1, periodId: 2 })
  return porAnalista.reduce((sum: number, { rechazos }: { rechazos: number }) => sum + rechazos, 0)
}

test('of closed months an answer is kept until one of them is closed anew; of whoever sees by what may change it is asked again', async () => {
  const before = await rejections()
  const ofHead = await rejections(w.who.jefatura)
  expect(before).toBeGreaterThan(ofHead)
  // Nobody can do this to a closed month.
  await sql`alter table analysis disable trigger user`.execute(w.db)
  await sql`update analysis set rejections_control = rejections_control + 1 where period_id = 1 and department_id = 1`.execute(w.db)
  expect(await rejections()).toBe(before)
  const changed = (await rejections(w.who.jefatura)) - ofHead
  expect(changed).toBeGreaterThan(0)
  // As reopening a month does it.
  await sql`delete from period_rolled where period_id = 1`.execute(w.db)
  expect(await rejections()).toBe(before + changed)
})
