import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { act, renderHook } from '@testing-library/react'
import { useSelection } from './useSelection.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** A page at an item, whose address takes what is written only when the test says so. */
function page(at: number | undefined) {
  const written: (number | undefined)[] = []
  const { result, rerender } = renderHook(({ inAddress }) => useSelection(inAddress, (id) => written.push(id)), {
    initialProps: { inAddress: at },
  })
  return {
    written,
    shown: () => result.current[0],
    go: (id: number | undefined) => act(() => result.current[1](id)),
    wait: (ms: number) => act(() => jest.advanceTimersByTime(ms)),
    address: (inAddress: number | undefined) => rerender({ inAddress }),
  }
}

test('is in view at once, and in the address a moment later', () => {
  const { go, shown, written, wait } = page(1)
  go(2)
  expect([shown(), written]).toEqual([2, []])
  wait(100)
  expect(written).toEqual([2])
})

test('who goes on at once leaves nothing in the address', () => {
  const { go, shown, written, wait } = page(1)
  for (const id of [2, 3, 4]) {
    go(id)
    wait(30)
  }
  expect(shown()).toBe(4)
  wait(100)
  expect(written).toEqual([4])
})

test('an address that comes late does not lead back', () => {
  const { go, shown, written, wait, address } = page(1)
  go(2)
  wait(100)
  go(3)
  wait(100)
  expect(written).toEqual([2, 3])
  address(2)
  expect(shown()).toBe(3)
  go(4)
  address(3)
  wait(100)
  expect([shown(), written]).toEqual([4, [2, 3, 4]])
})

test('an address that changes by itself leads, also to where one has been', () => {
  const { go, shown, written, wait, address } = page(1)
  go(2)
  wait(100)
  go(3)
  wait(100)
  // The first of the two was never drawn.
  address(3)
  address(2)
  wait(100)
  expect([shown(), written]).toEqual([2, [2, 3]])
  address(undefined)
  expect(shown()).toBeUndefined()
  address(9)
  wait(100)
  expect([shown(), written]).toEqual([9, [2, 3]])
})
