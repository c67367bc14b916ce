import { expect, test } from '@jest/globals'
import { refusal } from './fileRules.ts'

const MAX = 50 * 1024 * 1024
/** A file that says its size without having its bytes. */
const file = (name: string, type = '', size = 1) => Object.defineProperty(new File([], name, { type }), 'size', { value: size })

test.each([
  ['empty', 0, undefined],
  ['of 50 MB', MAX, undefined],
  ['of 50 MB and a byte', MAX + 1, 'size'],
])('a file %s', (_, size, why) => expect(refusal(file('saldos.csv', '', size), '.csv', MAX)).toBe(why))

test('without a limit any size will do', () => expect(refusal(file('saldos.csv', '', 2 ** 40), '.csv', undefined)).toBeUndefined())

test.each([
  ['saldos.csv', '', '.xlsx,.csv', undefined],
  ['SALDOS.CSV', '', '.xlsx, .Csv', undefined],
  ['saldos.csv.zip', '', '.xlsx,.csv', 'type'],
  ['csv', '', '.csv', 'type'],
  ['firma.png', 'image/png', 'image/png', undefined],
  ['firma.png', 'image/png', 'image/jpeg', 'type'],
  ['firma.png', 'image/png', 'image/*', undefined],
  ['firma.png', '', 'image/*', 'type'],
  ['firma.png', 'image/png', 'application/pdf, image/*', undefined],
  ['saldos.csv', 'text/csv', undefined, undefined],
])('%s (%s) where %s is asked for', (name, type, accept, why) => expect(refusal(file(name, type), accept, MAX)).toBe(why))

test('a wrong kind is said before a wrong size', () => expect(refusal(file('a.pdf', '', MAX + 1), '.csv', MAX)).toBe('type'))
