import { expect, jest, test } from '@jest/globals'
import '@testing-library/jest-dom/jest-globals'
import { act, screen } from '@testing-library/react'
import { draw } from '../testing.tsx'
import { DateText } from './amounts.tsx'

test('what is told of a deadline from now on stays right while the page stands open, past midnight too', () => {
  jest.useFakeTimers({ now: new Date('2026-12-31T22:30:00Z') })
  const due = '2027-01-01T18:00:00Z'
  draw(
    <>
      <p data-testid="day">
        <DateText value={due} as="due" />
      </p>
      <p data-testid="left">
        <DateText value={due} as="remaining" />
      </p>
    </>,
  )
  const says = () => [screen.getByTestId('day').textContent, screen.getByTestId('left').textContent]
  expect(says()).toEqual(['Mañana, 18:00', 'vence en 19 h 30 min'])
  act(() => jest.advanceTimersByTime(2 * 3_600_000))
  expect(says()).toEqual(['Hoy, 18:00', 'vence en 17 h 30 min'])
  // A machine that slept tells it at once when somebody comes back.
  jest.setSystemTime(new Date('2027-01-01T18:25:00Z'))
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(says()).toEqual(['Hoy, 18:00', '25 min de atraso'])
  jest.useRealTimers()
})
