import { expect, test } from '@jest/globals'
import { easter, holidaysOf } from './calendars.ts'

test('Easter Sunday is on the day of the published tables', () => {
  const days = { 2000: '04-23', 2019: '04-21', 2024: '03-31', 2025: '04-20', 2026: '04-05', 2027: '03-28', 2038: '04-25' }
  for (const [year, day] of Object.entries(days)) expect(easter(Number(year)).toISODate()).toBe(`${year}-${day}`)
})

test('the holidays of 2026 are those of each country’s law', () => {
  const of = (iso: string) => holidaysOf(iso, 2026).map(({ FECHA }) => FECHA.slice(5))
  expect(of('BR')).toEqual(['01-01', '04-03', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25'])
  expect(of('CL')).toEqual('01-01 04-03 04-04 05-01 05-21 06-21 06-29 07-16 08-15 09-18 09-19 10-12 10-31 11-01 12-08 12-25'.split(' '))
  expect(of('CO')).toEqual(
    '01-01 01-12 03-23 04-02 04-03 05-01 05-18 06-08 06-15 06-29 07-20 08-07 08-17 10-12 11-02 11-16 12-08 12-25'.split(' '),
  )
})

test('a day that Chile takes to a Monday: before it from the middle of the week, after it from Friday', () => {
  const of = (year: number) => holidaysOf('CL', year).map(({ FECHA }) => FECHA)
  // A Sunday, a Thursday and a Friday.
  expect(of(2025)).toContain('2025-06-29')
  expect(of(2023)).toContain('2023-06-26')
  expect(of(2018)).toContain('2018-10-15')
})
