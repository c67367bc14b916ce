import { expect, test } from '@jest/globals'
import { shortened } from './axes.ts'

test.each([
  ['a label that fits in half of the chart stays whole', 'Tesorería y cuentas por cobrar', 358, 'Tesorería y cuentas por cobrar'],
  ['a longer one is cut at its end', 'Depósitos y captaciones del público', 358, 'Depósitos y captaciones del pú…'],
  ['sooner in a narrower one', 'Depósitos y captaciones del público', 300, 'Depósitos y captaciones d…'],
])('%s', (_, line, width, shown) => expect(shortened(line, width)).toBe(shown))
