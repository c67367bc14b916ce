import { expect, test } from '@jest/globals'
import { nextName } from './uploads.ts'

test('a name that is taken goes on counting, whatever it looks like', () => {
  expect(['Guía.pdf', 'Guía (2).pdf', 'Guía (9).pdf', 'LÉAME', 'Cierre (octubre).xlsx', 'a.b.csv'].map(nextName)).toEqual([
    'Guía (2).pdf',
    'Guía (3).pdf',
    'Guía (10).pdf',
    'LÉAME (2)',
    'Cierre (octubre) (2).xlsx',
    'a.b (2).csv',
  ])
})
