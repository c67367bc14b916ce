import { expect, test } from '@jest/globals'
import { benchLists } from './lists.ts'
import { benchLoad } from './load.ts'
import { benchPeople } from './people.ts'
import { benchSize } from './size.ts'

/** Each part of the bench, small and embedded: a call that the product no longer takes fails here, not when somebody next measures. */
const SMALL = { base: undefined, say: () => {} }
const what = (lines: readonly { what: string }[]) => lines.map((line) => line.what)

test('the bench of a load uploads, confirms what is created, and measures both as one', async () => {
  const lines = await benchLoad({ ...SMALL, rows: 5_000, runs: 1 })
  const of = (kind: string) =>
    ['upload with preview', 'confirm', 'from the file to its analyses'].map((what) => `${kind} 5,000 rows, ${what}`)
  expect(what(lines)).toEqual([
    ...of('csv'),
    'csv memory above idle, database included',
    ...of('xlsx'),
    'xlsx memory above idle, database included',
  ])
}, 120_000)

test('the benches of people and of pages ask for theirs', async () => {
  expect(what(await benchPeople({ ...SMALL, people: 200, runs: 1 }))).toContain('what a person sees')
  expect(what(await benchLists({ ...SMALL, analyses: 2_400, runs: 1 }))).toContain('first page')
}, 120_000)

test('the bench of size asks every list and dashboard, and exports', async () => {
  const lines = await benchSize({ ...SMALL, analyses: 4_800, runs: 1 })
  expect(what(lines).at(-1)).toMatch(/^export of every analysis/)
}, 240_000)
