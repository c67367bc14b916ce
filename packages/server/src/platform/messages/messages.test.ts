import { expect, test } from '@jest/globals'
import { type MessageKey, sentence } from './index.ts'

test('a code is told in the language asked for, with its figures filled in', () => {
  expect(sentence('load_many_businesses', 'es', { max: 7 })).toBe('El archivo nombra más de 7 negocios.')
  expect(sentence('load_many_businesses', 'en', { max: 7 })).toBe('The file names more than 7 businesses.')
})
test('a code that only another release knew is shown itself', () => {
  const stored = 'row_of_another_release' as MessageKey
  expect(sentence(stored, 'es')).toBe('row_of_another_release')
})
