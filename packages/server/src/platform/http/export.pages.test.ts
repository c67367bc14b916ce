import { expect, test } from '@jest/globals'
import { allPages, pagesByIds } from './export.ts'

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)
const collect = async <R>(pages: AsyncIterable<readonly R[]>) => {
  const found: R[] = []
  for await (const page of pages) found.push(...page)
  return found
}

test.each([0, 1, 999, 1000, 1001, 1999, 2000, 2001, 4500])(
  'all of %i rows come once and in order, from a list in pages and by their ids',
  async (count) => {
    const all = numbers(0, count)
    const asked: number[] = []
    const paged = allPages(async (page, limit) => {
      asked.push(page)
      return all.slice((page - 1) * limit, page * limit)
    })
    expect(await collect(paged)).toEqual(all)
    expect(asked).toEqual(numbers(1, Math.floor(count / 1000) + 2))
    for (const ids of [all, Int32Array.from(all)])
      expect(await collect(pagesByIds(ids, async (some) => some.map((id) => -id)))).toEqual(all.map((id) => -id))
  },
)

test('rows that are gone meanwhile do not end a list by ids', async () => {
  expect(await collect(pagesByIds(numbers(0, 3000), async (ids) => ids.filter((id) => id % 2 === 0)))).toHaveLength(1500)
})

test('the next page is asked for before the rows of one have been taken, and no further one', async () => {
  const asked: number[] = []
  const pages = pagesByIds(numbers(0, 5000), async (ids) => {
    asked.push(ids[0]!)
    return ids
  })
  await pages.next()
  expect(asked).toEqual([0, 2000])
})

test('a page that cannot be loaded fails where its rows would come; who has stopped reading before hears nothing', async () => {
  const failing = () =>
    pagesByIds(numbers(0, 4000), async (ids) => {
      if (ids[0] === 2000) throw new Error('away')
      return ids
    })
  let taken = 0
  const reading = (async () => {
    for await (const page of failing()) taken += page.length
  })()
  await expect(reading).rejects.toThrow('away')
  expect(taken).toBe(2000)

  const unheard: unknown[] = []
  const hear = (reason: unknown) => unheard.push(reason)
  process.on('unhandledRejection', hear)
  for await (const _ of failing()) break
  await new Promise((resolve) => setTimeout(resolve, 20))
  process.off('unhandledRejection', hear)
  expect(unheard).toEqual([])
})
