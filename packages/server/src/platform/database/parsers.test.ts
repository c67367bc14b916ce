import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { freshDatabase } from '../../lab/testing/database.ts'
import { row } from './index.ts'
import { parsers } from './parsers.ts'

/** As JavaScript reads it. */
const asDate = (text: string) => new Date(text).toISOString()

test.each([
  '2026-01-31 12:34:56+00',
  '2026-01-31 12:34:56.7+00',
  '2026-01-31 12:34:56.78+00',
  '2026-01-31 12:34:56.789+00',
  '2026-01-31 12:34:56.789999+00',
  '2026-01-31 23:59:59.999999+00',
  '2026-01-31 12:34:56.789-03',
  '2026-01-31 12:34:56+05:45',
  '2026-01-31 12:34:56+00:30',
  '12026-01-31 12:34:56+00',
])('a moment arrives as ISO text in UTC: %s', (text) => {
  expect(parsers[1184]!(text)).toBe(asDate(text))
})

test('a moment without a zone is one in UTC', () => {
  expect(parsers[1114]!('2026-01-31 12:34:56.789')).toBe('2026-01-31T12:34:56.789Z')
})

test('what the database says of moments, to the thousandth', async () => {
  const { db, close } = await freshDatabase()
  const found = await row(
    db,
    sql<
      Record<'a' | 'b' | 'c' | 'd', string>
    >`select '2024-02-29T23:59:59.999Z'::timestamptz as a, '1999-12-31 21:00:00-03'::timestamptz as b,
      '2026-10-01T00:00:00.0504Z'::timestamptz as c, '0099-01-01T00:00:00Z'::timestamptz as d`,
  )
  await close()
  expect(found).toEqual({
    a: '2024-02-29T23:59:59.999Z',
    b: '2000-01-01T00:00:00.000Z',
    c: '2026-10-01T00:00:00.050Z',
    d: '0099-01-01T00:00:00.000Z',
  })
})
