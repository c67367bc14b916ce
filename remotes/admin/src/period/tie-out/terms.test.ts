import { expect, test } from '@jest/globals'
import { fromTerms, toTerms } from './terms.ts'

test.each([
  ['', []],
  ['1100', ['1100']],
  ['1.1.0, 11*;2000 .. 2999\n3000', ['1.1.0', '11*', '2000..2999', '3000']],
  ['  11*  ', ['11*']],
])('%p is read as %p', (text, terms) => {
  expect(toTerms(text)).toEqual(terms)
  expect(toTerms(fromTerms(terms))).toEqual(terms)
})
