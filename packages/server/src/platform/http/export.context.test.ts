import { expect, test } from '@jest/globals'
import { DateTime } from 'luxon'
import { clockOf, inExport } from './export.context.ts'

test('a moment reads as on the clocks of the zone, which is named as people call it', () => {
  inExport({ zone: 'America/Santiago' }, () => {
    const { name, local } = clockOf('es')
    expect(name()).toBe('hora de Chile')
    // Clocks went forward between these, at midnight of 6 September 2026.
    expect(['2026-09-06T03:59:59.000Z', '2026-09-06T04:00:00.000Z'].map(local)).toEqual(['2026-09-05T23:59:59', '2026-09-06T01:00:00'])
    // On a day that is not the one of Greenwich.
    expect(local('2026-11-07T01:30:00Z')).toBe('2026-11-06T22:30:00')
    expect(local('2026-11-06T22:30:00-03:00')).toBe('2026-11-06T22:30:00')
    expect([local(null), local('')]).toEqual([null, ''])
  })
  // Half an hour away; and where clocks change in the middle of an hour of Greenwich.
  inExport({ zone: 'Asia/Kolkata' }, () => expect(clockOf('en').local('2026-11-06T18:45:10Z')).toBe('2026-11-07T00:15:10'))
  inExport({ zone: 'Australia/Lord_Howe' }, () => {
    const { local } = clockOf('en')
    const luxon = (at: string) => DateTime.fromISO(at, { zone: 'Australia/Lord_Howe' }).toFormat("yyyy-MM-dd'T'HH:mm:ss")
    for (let minute = 0; minute < 600; minute++) {
      const at = new Date(Date.UTC(2026, 9, 3, 10) + minute * 60_000).toISOString()
      expect([at, local(at)]).toEqual([at, luxon(at)])
    }
  })
})

test('without a zone it is that of Greenwich, and says so', () => {
  const { name, local } = clockOf('en')
  expect([name(), local('2026-11-07T01:30:00Z')]).toEqual(['UTC', '2026-11-07T01:30:00'])
})
