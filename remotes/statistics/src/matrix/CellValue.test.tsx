import { afterEach, expect, test } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { visit } from '../testing.ts'
import { CellValue } from './CellValue.tsx'

afterEach(cleanup)

const amount = (monto: string, MONEDA: string | null) => ({ valor: Number(monto), monto, MONEDA, semaforo: null, items: 1 })
test.each([
  ['1500000.00', 'COP', '1,5 M COP'],
  ['0.00', 'COP', '0'],
])('an amount names its currency, nothing has none: %s %s', async (monto, currency, shown) => {
  const cell = amount(monto, currency)
  await visit(
    () => (
      <p data-testid="cell">
        <CellValue cell={cell} unit="monto" metric="sinExplicar" />
      </p>
    ),
    '/',
    6,
    () => ({}),
  )
  expect((await screen.findByTestId('cell')).textContent?.replaceAll('\u00a0', ' ')).toBe(shown)
})
