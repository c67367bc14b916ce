import { expect, test } from '@jest/globals'
import { DateTime } from 'luxon'
import { steadyAround } from './local-day.ts'

test.each([
  ['a zone that keeps its clocks', 'America/Sao_Paulo', '2026-06-15', '2025-05-11T03:00:00.000Z', '2027-07-20T03:00:00.000Z'],
  ['a zone that has moved them', 'America/Santiago', '2026-06-15', '2026-04-05T04:00:00.000Z', '2026-09-05T04:00:00.000Z'],
])('days are a division only while the clocks stay: %s', (_, zone, day, from, to) => {
  const run = steadyAround(DateTime.fromISO(day, { zone }), zone)
  expect(run).toEqual({ from, to })
  for (let at = DateTime.fromISO(run.from); at < DateTime.fromISO(run.to); at = at.plus({ hours: 24 }))
    expect(at.setZone(zone).toFormat('HH:mm')).toBe('00:00')
})
