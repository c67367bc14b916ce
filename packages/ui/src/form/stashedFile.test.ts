/** @jest-environment node */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { stashFile, takeStashedFile } from './stashedFile.ts'

// Node's own timer, which fake timers do not stop.
declare const setImmediate: (work: () => void) => void
const moment = () => new Promise<void>((next) => setImmediate(next))

/** The part of IndexedDB that is used: keys are [until, id], ranges end at an [until]. */
const stored = new Map<string, unknown>()
const soon = <T>(result: T, request: { result?: T; onsuccess?: () => void } = {}) => {
  setImmediate(() => request.onsuccess?.())
  return Object.assign(request, { result })
}
const store = {
  put: (value: unknown, id: unknown) => soon(stored.set(JSON.stringify(id), value)),
  get: (id: unknown) => soon(stored.get(JSON.stringify(id))),
  delete: (id: [number] | [number, string]) => {
    for (const key of stored.keys()) if (id.length === 1 ? JSON.parse(key)[0] < id[0] : key === JSON.stringify(id)) stored.delete(key)
    return soon(undefined)
  },
}
const db = { transaction: () => ({ objectStore: () => store }), close: () => undefined }
const browser = { indexedDB: { open: () => soon(db) }, IDBKeyRange: { upperBound: (until: [number]) => until } }

const file = () => new File(['Pago de la factura 4471'], 'auxiliar.csv', { type: 'text/csv' })
const kept = async () => {
  const ticket = stashFile(file())
  while (stored.size === 0) await moment()
  return ticket
}
const MINUTE = 60_000

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] })
  stored.clear()
  Object.assign(globalThis, browser)
})
afterEach(() => {
  jest.useRealTimers()
  for (const name of Object.keys(browser)) Reflect.deleteProperty(globalThis, name)
})

test('a file is given back as it was, once, and cannot be read without its ticket', async () => {
  const ticket = await kept()
  const [{ sealed }] = [...stored.values()] as [{ sealed: ArrayBuffer }]
  expect(new TextDecoder().decode(sealed)).not.toContain('factura')
  // During the sign-in the ticket is stored as text.
  const back = await takeStashedFile(JSON.parse(JSON.stringify(ticket)))
  expect([back?.name, back?.type, await back?.text()]).toEqual(['auxiliar.csv', 'text/csv', 'Pago de la factura 4471'])
  expect(stored.size).toBe(0)
  expect(await takeStashedFile(ticket)).toBeUndefined()
})

test('with another key there is nothing to be had, and it is gone', async () => {
  const ticket = await kept()
  expect(await takeStashedFile({ ...ticket, key: '00'.repeat(32) })).toBeUndefined()
  expect(stored.size).toBe(0)
})

test('it waits a quarter of an hour, while the page stands; of a closed one it goes with the next use', async () => {
  const ticket = await kept()
  jest.setSystemTime(Date.now() + 15 * MINUTE)
  expect(await (await takeStashedFile(ticket))?.text()).toBe('Pago de la factura 4471')

  await kept()
  await jest.advanceTimersByTimeAsync(15 * MINUTE)
  await moment()
  expect(stored.size).toBe(0)

  const left = await kept()
  jest.setSystemTime(Date.now() + 15 * MINUTE + 1)
  expect(await takeStashedFile({ ...left, id: [Date.now(), 'another'] })).toBeUndefined()
  expect(stored.size).toBe(0)
})

test('where the browser has no database, or nothing secure, nothing is kept', async () => {
  Reflect.deleteProperty(globalThis, 'indexedDB')
  expect(await takeStashedFile(stashFile(file()))).toBeUndefined()
})
