import { expect, test } from '@jest/globals'
import { benchLoad } from './load.ts'

test('the bench of a load uploads, confirms what is created, and measures both as one', async () => {
  const lines = await benchLoad({ base: undefined, rows: 5_000, runs: 1, say: () => {} })
  const of = (kind: string) =>
    ['upload with preview', 'confirm', 'from the file to its analyses'].map((what) => `${kind} 5,000 rows, ${what}`)
  expect(lines.map(({ what }) => what)).toEqual([
    ...of('csv'),
    'csv memory above idle, database included',
    ...of('xlsx'),
    'xlsx memory above idle, database included',
  ])
}, 120_000)
