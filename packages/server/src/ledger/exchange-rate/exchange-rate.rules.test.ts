import { expect, test } from '@jest/globals'
import { checkCurrency, checkDay, checkOpen, sameRate } from './exchange-rate.rules.ts'

/** What a check says: the field and the error's code, or nothing. */
function said(check: () => void) {
  try {
    return void check()
  } catch (error) {
    return (error as { issues: { path: string; code: string; params: unknown }[] }).issues[0]
  }
}

test.each([
  ['USD', 'BRL', undefined],
  ['USD', null, undefined],
  ['CLF', 'USD', undefined],
  ['USD', 'USD', 'rate_same_currency'],
  ['XXY', 'BRL', 'rate_currency_unknown'],
  ['usd', 'BRL', 'rate_currency_unknown'],
])('a rate of %s where the group counts in %s: %s', (currency, group, code) => {
  expect(said(() => checkCurrency(currency, group))).toEqual(code && { path: 'MONEDA', code, params: { currency } })
})

test.each([
  ['2026-10-01', undefined],
  ['2026-10-31', undefined],
  ['2026-11-01', 'rate_day'],
  ['2025-10-31', 'rate_day'],
])('the day %s of the close of October 2026: %s', (day, code) => {
  expect(said(() => checkDay(day, '2026-10'))).toEqual(code && { path: 'FECHA_TASA', code, params: { period: '2026-10' } })
})

test.each([
  ['open', false, false, undefined, undefined],
  ['closed, by whoever only writes', true, false, 'Corrección', 'COD_PERIODO rate_closed'],
  ['closed, by whoever governs, without a reason', true, true, undefined, 'motivo rate_closed_reason'],
  ['closed, by whoever governs', true, true, 'Corrección', undefined],
])('a period that is %s', (_, closed, governs, reason, refused) => {
  const issue = said(() => checkOpen({ name: '2026-10', closed }, governs, reason))
  expect(issue && `${issue.path} ${issue.code}`).toBe(refused)
  if (issue) expect(issue.params).toEqual({ period: '2026-10' })
})

test.each([
  ['3.70', '3.7', true],
  ['3', '3.0000000000', true],
  ['3.7', '3.71', false],
  ['37', '3.7', false],
  ['4.0000000001', '3', false],
  ['0.0000000001', '0', false],
])('%s and %s are one rate: %s', (a, b, same) => expect(sameRate(a, b)).toBe(same))
