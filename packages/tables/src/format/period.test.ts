import { expect, test } from '@jest/globals'
import { parsePeriod } from './period.ts'

test.each([
  '200801',
  '2008-01',
  '2008/01',
  '2008.1',
  '2008 01',
  '2008M01',
  '01/2008',
  '1-2008',
  '01.2008',
  'enero 2008',
  'Enero de 2008',
  'ENERO DEL 2008',
  'ene-08',
  'ene.2008',
  'Ene 08',
  'Jan-08',
  'january 2008',
  'janeiro/2008',
  'jan/08',
  '2008 enero',
  '31 de enero de 2008',
  '2008-01-31',
  '2008-01-31T00:00:00',
  '2008-01-31 10:20:30',
  '20080131',
  '31/01/2008',
  '31-01-08',
  '31.1.2008',
  '01/31/2008',
  'Período 01/2008',
  'Al 31/01/2008',
])('%s is January 2008', (text) => {
  expect(parsePeriod(text)).toBe('2008-01')
})

test.each([
  ['setiembre 2010', '2010-09'],
  ['sept-99', '1999-09'],
  ['março de 2020', '2020-03'],
  ['dez/79', '2079-12'],
  ['out-80', '1980-10'],
])('%s is %s', (text, period) => {
  expect(parsePeriod(text)).toBe(period)
})

test.each([
  '',
  '2008',
  '13/2008',
  '200813',
  '00/2008',
  '2008-00',
  '39448',
  'enero',
  'ene',
  '1.234,50',
  '31/31/2008',
  '32/01/2008',
  '12345678',
  'hola 2008',
  '01/02',
  '2108-01',
  '1 2 3 4',
])('%j is no month', (text) => {
  expect(parsePeriod(text)).toBeNull()
})

test('every month of two centuries is read back from five ways of writing it', () => {
  const names = [
    'enero',
    'febrero',
    'marzo',
    'abril',
    'mayo',
    'junio',
    'julio',
    'agosto',
    'septiembre',
    'octubre',
    'noviembre',
    'diciembre',
  ]
  for (let year = 1900; year < 2100; year++)
    for (let month = 1; month <= 12; month++) {
      const two = String(month).padStart(2, '0')
      const ways = [`${year}${two}`, `${year}-${two}`, `${month}/${year}`, `${names[month - 1]} de ${year}`, `28/${two}/${year}`]
      expect(new Set(ways.map(parsePeriod))).toEqual(new Set([`${year}-${two}`]))
    }
})
