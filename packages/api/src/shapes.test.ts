import { expect, test } from '@jest/globals'
import { Currency, NameText } from './shapes.ts'

test.each<[string, string, string]>([
  ['spaces around and within', '  Caja \u00a0 y\tbancos\n', 'Caja y bancos'],
  ['an accent that stands beside its letter, as Macs write file names', 'Logi\u0301stica', 'Logística'],
  ['what nobody sees', 'Bra\u200bsil \u00adSur\u2069\ufeff', 'Brasil Sur'],
  ['nothing but what nobody sees', '\u200b\u200d\u2060', ''],
  ['emoji of several parts', 'Equipo 👩🏽‍💻 ❤️‍🔥', 'Equipo 👩🏽‍💻 ❤️‍🔥'],
])('a name is kept as it is read: %s', (_what, written, kept) => {
  expect(NameText.parse(written)).toBe(kept)
  expect(NameText.min(1).safeParse(written).success).toBe(kept !== '')
})

test('a currency is one that exists, units of account of a country too', () => {
  for (const code of ['CLP', 'USD', 'CLF', 'COU', 'VED']) expect(Currency.safeParse(code).success).toBe(true)
  for (const code of ['CPL', 'XYZ', 'clp', 'PESO']) expect(Currency.safeParse(code).error!.issues[0]!.message).toBe('moneda')
})
