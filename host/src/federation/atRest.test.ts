import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { QueryClient } from '@tanstack/react-query'

const fetched = jest.fn(async () => undefined)
jest.unstable_mockModule('./kits.ts', () => ({ kits: { kit: fetched } }))
jest.unstable_mockModule('./load.ts', () => ({ firsts: () => [fetched] }))
const { fetchKitsAtRest } = await import('./atRest.ts')

let client: QueryClient
beforeEach(() => {
  jest.useFakeTimers()
  fetched.mockClear()
  client = new QueryClient()
})
afterEach(() => {
  jest.useRealTimers()
})
const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms)

test('the kits are fetched once, when nothing has been asked for one and a half seconds', async () => {
  fetchKitsAtRest(client)
  await wait(1000)
  void client.fetchQuery({ queryKey: ['account'], queryFn: () => new Promise((resolve) => setTimeout(resolve, 3000, 1)) })
  await wait(4000)
  expect(fetched).not.toHaveBeenCalled()
  await wait(1000)
  expect(fetched).toHaveBeenCalledTimes(2)
  await wait(10_000)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('a kit that does not arrive is nobody’s error', async () => {
  fetched.mockRejectedValueOnce(new Error('offline'))
  fetchKitsAtRest(client)
  await wait(2000)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('nothing is fetched after the page has gone, nor for whoever saves data', async () => {
  fetchKitsAtRest(client)()
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  fetchKitsAtRest(client)
  await wait(10_000)
  expect(fetched).not.toHaveBeenCalled()
  Reflect.deleteProperty(navigator, 'connection')
})
