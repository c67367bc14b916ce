import { describe, expect, test } from '@jest/globals'
import { afterKey } from './days.ts'

describe('a key in the year', () => {
  test.each([
    ['2026-01-31', 'ArrowRight', '2026-02-01'],
    ['2026-03-01', 'ArrowLeft', '2026-02-28'],
    ['2026-03-03', 'ArrowUp', '2026-02-24'],
    ['2026-12-20', 'ArrowDown', '2026-12-27'],
    ['2024-01-31', 'PageDown', '2024-02-29'],
    ['2026-03-31', 'PageUp', '2026-02-28'],
    ['2026-12-05', 'PageDown', '2026-12-05'],
    ['2026-07-09', 'Home', '2026-01-01'],
    ['2026-07-09', 'End', '2026-12-31'],
  ])('%s %s: %s', (day, key, next) => expect(afterKey(day, key)).toBe(next))

  test.each([
    ['2026-01-01', 'ArrowLeft'],
    ['2026-12-28', 'ArrowDown'],
    ['2026-05-05', 'Enter'],
  ])('%s %s leads nowhere', (day, key) => expect(afterKey(day, key)).toBeUndefined())
})
