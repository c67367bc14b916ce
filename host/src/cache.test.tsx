import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { createQueryClient } from './cache.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
  onlineManager.setOnline(true)
})

test('what nobody looks at any more is dropped after sixty seconds, and what is looked at stays', async () => {
  const client = createQueryClient()
  const look = (name: string) => new QueryObserver(client, { queryKey: [name], queryFn: () => name }).subscribe(() => undefined)
  const leave = look('left')
  look('seen')
  await jest.advanceTimersByTimeAsync(0)
  leave()
  await jest.advanceTimersByTimeAsync(59_999)
  expect(client.getQueryData(['left'])).toBe('left')
  await jest.advanceTimersByTimeAsync(1)
  expect([client.getQueryData(['left']), client.getQueryData(['seen'])]).toEqual([undefined, 'seen'])
  client.clear()
})

test('without a network a step fails at once, and is not taken when the network is back', async () => {
  const client = createQueryClient()
  client.mount()
  onlineManager.setOnline(false)
  const take = jest.fn(() => Promise.reject(new Error('no network')))
  const step = new MutationObserver(client, { mutationFn: take })
  await expect(step.mutate()).rejects.toThrow('no network')
  onlineManager.setOnline(true)
  await jest.advanceTimersByTimeAsync(60_000)
  expect(take).toHaveBeenCalledTimes(1)
  client.unmount()
})
