import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { freshDatabase } from '../../lab/testing/database.ts'
import type { Database } from '../../platform/database/index.ts'
import { dayIn, steadyAround } from './local-day.ts'

test.each([
  ['a zone that keeps its clocks', 'America/Sao_Paulo', '2026-06-15', '2025-05-11T03:00:00.000Z', '2027-07-20T03:00:00.000Z'],
  ['a zone that has moved them', 'America/Santiago', '2026-06-15', '2026-04-05T04:00:00.000Z', '2026-09-05T04:00:00.000Z'],
])('days are a division only while the clocks stay: %s', (_, zone, day, from, to) => {
  const run = steadyAround(DateTime.fromISO(day, { zone }), zone)
  expect(run).toEqual({ from, to })
  for (let at = DateTime.fromISO(run.from); at < DateTime.fromISO(run.to); at = at.plus({ hours: 24 }))
    expect(at.setZone(zone).toFormat('HH:mm')).toBe('00:00')
})

describe('the local day of a moment is the one that PostgreSQL finds by asking the zone', () => {
  let database: Database
  beforeAll(async () => {
    database = await freshDatabase()
  }, 60_000)
  afterAll(() => database.close())

  test.each(['America/Sao_Paulo', 'America/Santiago', 'Europe/Madrid', 'Australia/Lord_Howe', 'Asia/Kathmandu'])('%s', async (zone) => {
    const day = dayIn(zone)
    // Every 37 minutes of six years, and of four the last second before each full hour and its first.
    const { rows } = await sql<{ moment: string }>`select m as moment from (
        select generate_series('2023-06-01Z'::timestamptz, '2029-06-01Z', '37 minutes') m
        union all select h + s * interval '1 second' from generate_series('2024-01-01Z'::timestamptz, '2027-12-31Z', '1 hour') h, unnest('{-1,0}'::int[]) s) x
      where ${day(sql`m`)} is distinct from (m at time zone ${zone}::text)::date limit 5`.execute(database.db)
    expect(rows).toEqual([])
  })

  test('without a moment there is no day', async () => {
    const { rows } = await sql`select ${dayIn('Europe/Madrid')(sql`null::timestamptz`)} as day`.execute(database.db)
    expect(rows).toEqual([{ day: null }])
  })
})
