import { expect, test } from '@jest/globals'
import type { Db } from './index.ts'
import { keptRows } from './kept.ts'

test('the oldest rows go when there are too many, and not those that have just come', () => {
  const kept = keptRows<number>({} as Db, 10)
  const here = () => ['a', 'b', 'c', 'd'].filter((key) => kept.get(key))
  kept.keep('a', [1, 2])
  kept.keep('b', [])
  kept.keep('c', [1, 2, 3, 4])
  expect(here()).toEqual(['a', 'b', 'c'])
  // Kept anew they are the newest, and counted once.
  kept.keep('a', [3])
  expect(here()).toEqual(['a', 'b', 'c'])
  kept.keep('d', [1])
  expect(here()).toEqual(['a', 'b', 'c', 'd'])
  kept.keep('d', [1, 2])
  expect(here()).toEqual(['a', 'c', 'd'])
  expect(kept.get('a')).toEqual([3])
  kept.keep('b', Array(50).fill(0))
  expect(here()).toEqual(['b'])
  kept.keep('a', [])
  expect(here()).toEqual(['a'])
})

test('what is kept of one database is not that of another', () => {
  const [one, other] = [{} as Db, {} as Db]
  keptRows(one).keep('a', [1])
  expect([keptRows(one).get('a'), keptRows(other).get('a')]).toEqual([[1], undefined])
})
