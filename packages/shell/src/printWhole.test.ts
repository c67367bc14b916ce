import { afterEach, expect, jest, test } from '@jest/globals'
import { onShowAll, printWhole } from './printWhole.ts'

afterEach(() => {
  jest.useRealTimers()
  document.body.innerHTML = ''
})

test('a page is printed once what was out of sight has come, or has not within the time', async () => {
  jest.useFakeTimers()
  const print = jest.fn()
  globalThis.print = print
  document.body.innerHTML = '<main></main>'
  const main = document.querySelector('main')!
  const end = onShowAll(() => {
    main.innerHTML = '<p class="skeleton"></p>'
  })
  let printing = printWhole()
  await jest.advanceTimersByTimeAsync(1000)
  expect(print).not.toHaveBeenCalled()
  main.innerHTML = '<p>Competitividad</p>'
  await jest.advanceTimersByTimeAsync(200)
  await printing
  expect(print).toHaveBeenCalledTimes(1)
  printing = printWhole()
  await jest.advanceTimersByTimeAsync(8200)
  await printing
  expect(print).toHaveBeenCalledTimes(2)
  end()
})
