import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { createSnapshot } from './snapshot.ts'

const LIMIT = 30 * 60_000
beforeEach(() => {
  jest.useFakeTimers({ now: 1_800_000_000_000 })
  localStorage.clear()
})
afterEach(() => {
  jest.useRealTimers()
})

test('what was fetched is given back while younger than the limit, and deleted afterwards', async () => {
  const permissions = createSnapshot<string[]>('permisos', LIMIT)
  permissions.save(['admin.user.read'], Date.now())
  expect(Object.keys(localStorage)).toEqual(['cuadre:permisos'])
  jest.setSystemTime(Date.now() + LIMIT - 1)
  expect(await permissions.restore()).toEqual(['admin.user.read'])
  jest.setSystemTime(Date.now() + 1)
  expect(await permissions.restore()).toBeUndefined()
  expect(localStorage.length).toBe(0)
})

test('what was never fetched has no age', async () => {
  const choice = createSnapshot<string>('eleccion', LIMIT)
  choice.save('dark')
  jest.setSystemTime(Date.now() + 365 * 24 * 60 * 60_000)
  expect(await choice.restore()).toBe('dark')
})

test('what cannot be read, or comes from the future, is deleted', async () => {
  const some = createSnapshot('roto', LIMIT)
  localStorage.setItem('cuadre:roto', '{"value":')
  expect(await some.restore()).toBeUndefined()
  some.save('x', Date.now() + 60_000)
  expect(await some.restore()).toBeUndefined()
  expect(localStorage.length).toBe(0)
})

test('a storage that does not answer within 5,000 ms has nothing', async () => {
  const silent = { getItem: () => new Promise<null>(() => undefined), setItem: () => undefined, removeItem: () => undefined }
  let answer: unknown = 'waiting'
  void createSnapshot('lento', LIMIT, silent)
    .restore()
    .then((value) => {
      answer = value
    })
  await jest.advanceTimersByTimeAsync(4999)
  expect(answer).toBe('waiting')
  await jest.advanceTimersByTimeAsync(1)
  expect(answer).toBeUndefined()
})

test('a token is never kept', () => {
  const some = createSnapshot<object>('sesion', LIMIT)
  expect(() => some.save({ me: { note: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln' } })).toThrow('a token is never kept')
  expect(localStorage.length).toBe(0)
})
