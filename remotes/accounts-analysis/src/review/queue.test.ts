import { describe, expect, test } from '@jest/globals'
import { itemsOf, neighbour, nextPage, type Pages, withBack, withNew, without } from './queue.ts'
import type { ReviewUnit } from './unit.ts'

const item = (id: number) => ({ kind: 'individual', id, name: `Cuenta ${id}` }) as ReviewUnit
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => item(from + i))
const pages = (total: number, ...parts: ReviewUnit[][]): Pages => ({
  pages: parts.map((data, i) => ({ data, total, page: i + 1, limit: 100 })),
  pageParams: parts.map((_, i) => i + 1),
})
const ids = (list: Pages) => itemsOf(list.pages).map(({ id }) => id)

describe('the list while items leave it', () => {
  test('after thirty decisions of the first hundred the first page is asked for again, so that none is skipped', () => {
    const left = range(31, 100).reduce((list, _, i) => (i < 30 ? without(list, i + 1) : list), pages(230, range(1, 100)))
    expect(ids(left)).toHaveLength(70)
    expect(left.pages[0]?.total).toBe(200)
    expect(nextPage(left.pages[0]!, left.pages)).toBe(1)
  })
  test('an undisturbed list goes on with the next page and ends at its total', () => {
    const two = pages(150, range(1, 100), range(101, 150))
    expect(nextPage(pages(150, range(1, 100)).pages[0]!, pages(150, range(1, 100)).pages)).toBe(2)
    expect(nextPage(two.pages[1]!, two.pages)).toBeUndefined()
  })
  test('pages that overlap show every item once', () => {
    expect(ids(pages(5, range(1, 3), range(2, 5)))).toEqual([1, 2, 3, 4, 5])
  })
  test('what was refused comes back to its place', () => {
    const list = pages(6, range(1, 3), range(4, 6))
    for (const id of [1, 3, 4, 6]) expect(ids(withBack(without(list, id), item(id), id - 1))).toEqual([1, 2, 3, 4, 5, 6])
  })
  test('what comes back counts again, between the pages and into a list that has become empty', () => {
    const places = (list: Pages) => list.pages.map(({ data, total }) => [total, ...data.map(({ id }) => id)])
    const three = () => pages(6, range(1, 2), range(3, 4), range(5, 6))
    expect(places(withBack(three(), item(9), 4))).toEqual([
      [7, 1, 2],
      [7, 3, 4, 9],
      [7, 5, 6],
    ])
    expect(places(withBack(three(), item(9), 5))).toEqual([
      [7, 1, 2],
      [7, 3, 4],
      [7, 5, 9, 6],
    ])
    // Further than the list reaches: at its end, once.
    expect(places(withBack(three(), item(9), 50))).toEqual([
      [7, 1, 2],
      [7, 3, 4],
      [7, 5, 6, 9],
    ])
    expect(places(withBack(pages(0, []), item(9), 3))).toEqual([[1, 9]])
    const unread = { pages: [], pageParams: [] }
    expect(withBack(unread, item(9), 0)).toBe(unread)
  })
  test('what is not in the list leaves it as it was', () => {
    const list = pages(3, range(1, 3))
    expect(without(list, 9)).toBe(list)
    expect(ids(without(pages(6, range(1, 3), range(4, 6)), 5))).toEqual([1, 2, 3, 4, 6])
    expect(without(pages(0, range(1, 1)), 1).pages[0]?.total).toBe(0)
  })
  test('a list that is not read yet has no items, and one whose last page was empty has no next', () => {
    expect(itemsOf(undefined)).toEqual([])
    const emptied = pages(9, range(1, 3), [])
    expect(nextPage(emptied.pages[1]!, emptied.pages)).toBeUndefined()
  })
  test('what is still there does not come back twice', () => {
    const list = pages(3, range(1, 3))
    expect(withBack(list, item(2), 1)).toBe(list)
  })
  test('a decided item of another list takes its new state in place', () => {
    const list = withNew(pages(2, range(1, 2)), { ...item(2), ESTADO_PRINCIPAL_ID: 4 } as ReviewUnit)
    expect(itemsOf(list.pages)[1]).toMatchObject({ id: 2, ESTADO_PRINCIPAL_ID: 4 })
  })
  test('the review goes on with the next item, or the one before when it was the last', () => {
    expect(neighbour(range(1, 3), 2)?.id).toBe(3)
    expect(neighbour(range(1, 3), 3)?.id).toBe(2)
    expect(neighbour(range(1, 1), 1)).toBeUndefined()
    // Of an item that is not in the list: to the first.
    expect(neighbour(range(4, 6), 9)?.id).toBe(4)
    expect(neighbour(range(4, 6), undefined)?.id).toBe(4)
  })
})
