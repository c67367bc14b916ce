import { describe, expect, test } from '@jest/globals'
import type { Line } from './import.reading.ts'
import { decimalOf, rateOf } from './import.rules.ts'

const line = (more: Partial<Line>): Line => ({
  row: 2,
  exact: false,
  PERIODO: '2026-10',
  MONEDA: 'usd',
  TASA: '5,4321',
  FECHA_TASA: '2026-10-31',
  ...more,
})
const read = (more: Partial<Line>, decimal?: ',' | '.') => rateOf(line(more), decimal)
const refused = (more: Partial<Line>, decimal?: ',' | '.') => {
  try {
    return read(more, decimal)
  } catch (error) {
    const [issue] = (error as { issues: { path: string; code: string; params: { text: string } }[] }).issues
    return `${issue!.path} ${issue!.code} ${issue!.params.text}`
  }
}

describe('the mark of decimals', () => {
  test.each([
    ['is read of a rate that has one reading', ['5,43'], ','],
    ['also a point', ['5.4321'], '.'],
    ['of nothing and a comma', ['0,543'], ','],
    ['of more digits before it than a group has', ['1234,567'], ','],
    ['is not told by what may be thousands', ['1,234', '12,345', '123,456'], undefined],
    ['nor beside one that tells', ['1.234', '5,43'], ','],
    ['is not told by what goes on after the rate', ['5,43 por dólar'], undefined],
    ['is not told by a whole number', ['5'], undefined],
    ['is not told by two that contradict each other', ['5,43', '5.43'], undefined],
    ['is not told by amounts with both', ['1.234,56'], undefined],
  ] as const)('%s', (_, rates, mark) => {
    expect(decimalOf(rates.map((TASA) => line({ TASA })))).toBe(mark)
  })
  test('is not that of a number of a spreadsheet', () => {
    expect(decimalOf([line({ exact: true, TASA: '5.43' }), line({ TASA: '0,18' })])).toBe(',')
  })
})

describe('a line', () => {
  test('is a rate of a currency in a month', () => {
    expect(read({})).toEqual({ PERIODO: '2026-10', MONEDA: 'USD', TASA: '5.4321', FECHA_TASA: '2026-10-31' })
  })
  test('that may be thousands is read by the mark of the others, and of a spreadsheet as it is', () => {
    expect(refused({ TASA: '1,234' })).toBe('TASA rate_row_ambiguous 1,234')
    expect([read({ TASA: '1,234' }, ',').TASA, read({ TASA: '1,234' }, '.').TASA]).toEqual(['1.234', '1234'])
    expect(read({ exact: true, TASA: '1.234' }, ',').TASA).toBe('1.234')
  })
  test.each([
    [{ PERIODO: 'mes' }, 'PERIODO rate_row_period mes'],
    [{ TASA: 'cara' }, 'TASA rate_row_rate cara'],
    [{ TASA: '0' }, 'TASA rate_row_rate 0'],
    [{ TASA: '-5,43' }, 'TASA rate_row_rate -5,43'],
    [{ FECHA_TASA: '' }, 'FECHA_TASA rate_row_day '],
    [{ FECHA_TASA: 'x 2026-10-31' }, 'FECHA_TASA rate_row_day x 2026-10-31'],
    [{ FECHA_TASA: '2026-10-31x' }, 'FECHA_TASA rate_row_day 2026-10-31x'],
    [{ FECHA_TASA: 'el 31/10/2026' }, 'FECHA_TASA rate_row_day el 31/10/2026'],
    [{ FECHA_TASA: '31/10/2026 h' }, 'FECHA_TASA rate_row_day 31/10/2026 h'],
    [{ FECHA_TASA: '31/10/202' }, 'FECHA_TASA rate_row_day 31/10/202'],
    [{ FECHA_TASA: '2026-02-30' }, 'FECHA_TASA rate_row_day 2026-02-30'],
    [{ FECHA_TASA: '13/13/2026' }, 'FECHA_TASA rate_row_day 13/13/2026'],
  ])('%o is refused', (more, why) => expect(refused(more)).toBe(why))
  test.each([
    ['2026-10-05', '2026-10-05'],
    ['2026-10-05T00:00:00', '2026-10-05'],
    ['2026-10-05 12:30', '2026-10-05'],
    ['2026/1/5', '2026-01-05'],
    ['05/10/2026', '2026-10-05'],
    ['5.10.26', '2026-10-05'],
    ['31-10-26', '2026-10-31'],
    // The month comes first only where it must.
    ['10/12/2026', '2026-12-10'],
    ['10/13/2026', '2026-10-13'],
  ])('of %s is of %s', (text, day) => expect(read({ FECHA_TASA: text }).FECHA_TASA).toBe(day))
})
