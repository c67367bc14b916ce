import { expect, test } from '@jest/globals'
import { shortened } from './axes.ts'

test.each([
  ['a label that fits in half of the chart stays whole', 'Depósitos y captaciones', 358, 'Depósitos y captaciones'],
  ['a longer one is cut at its end', 'Depósitos y captaciones del público', 358, 'Depósitos y captaciones del…'],
  ['sooner in a narrower one', 'Depósitos y captaciones del público', 300, 'Depósitos y captaciones…'],
])('%s', (_, line, width, shown) => expect(shortened(line, width)).toBe(shown))
