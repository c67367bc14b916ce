import { expect, test } from '@jest/globals'
import { bodyOf, isDue, olderLanguage, shareOf, valuesOf } from './values.ts'

test('the language that was left behind is named', () => {
  const [early, late] = ['2026-03-01T10:00:00Z', '2026-03-02T10:00:00Z']
  expect(olderLanguage({ cambioEs: late, cambioEn: early })).toBe('en')
  expect(olderLanguage({ cambioEs: early, cambioEn: late })).toBe('es')
  expect(olderLanguage({ cambioEs: early, cambioEn: early })).toBeUndefined()
})
test('words are separated by commas; an empty owner or day is none', () => {
  expect(bodyOf({ ...valuesOf(undefined, 'moneda, , R$ '), categoria: 'cargas' }, 7)).toMatchObject({
    palabras: ['moneda', 'R$'],
    responsableId: null,
    revisarEn: null,
    ticketId: 7,
  })
})
test('a review is due from its day on', () => {
  expect([null, '2026-05-02', '2026-05-01'].map((revisarEn) => isDue({ revisarEn }, '2026-05-01'))).toEqual([false, false, true])
})
test('a share of votes is said in whole percents, and not at all without votes', () => {
  expect(shareOf({ sirvio: 28, noSirvio: 7 }, 'es')).toBe('80\u00a0%')
  expect(shareOf({ sirvio: 0, noSirvio: 3 }, 'en')).toBe('0%')
  expect(shareOf({ sirvio: 0, noSirvio: 0 }, 'es')).toBeUndefined()
})
