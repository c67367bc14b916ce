import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { type LiveEvent, listen } from './live.ts'

type Line = { write: (text: string) => void; end: () => void; headers: Record<string, string> }
let lines: Line[]
let end: AbortController
let heard: LiveEvent[]

beforeEach(() => {
  jest.useFakeTimers()
  lines = []
  heard = []
  end = new AbortController()
})
afterEach(() => {
  end.abort()
  jest.useRealTimers()
})
/** Only the network is simulated: each call opens a stream or fails with a status. */
const network = (...statuses: number[]) => {
  globalThis.fetch = jest.fn(async (_url, { headers }: { headers: Record<string, string> }) => {
    const status = statuses.shift() ?? 200
    if (status !== 200) return new Response('', { status })
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      start: (control) => {
        lines.push({ write: (text) => control.enqueue(encoder.encode(text)), end: () => control.close(), headers })
      },
    })
    return new Response(body)
  }) as unknown as typeof fetch
}
const open = () => {
  void listen({ token: async () => 'access', locale: () => 'es', onEvent: (event) => heard.push(event), signal: end.signal })
}
const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms)
const unread = (sinLeer: number, id?: number) => `${id ? `id: ${id}\n` : ''}data: {"tipo":"sin_leer","sinLeer":${sinLeer}}\n\n`

test('events come as they happen, also when one comes in pieces, and what keeps the line open says nothing', async () => {
  network()
  open()
  await pass()
  lines[0]!.write(`${unread(3)}: \n\ndata: {"tipo":"sin_le`)
  await pass()
  expect(heard).toEqual([{ tipo: 'sin_leer', sinLeer: 3 }])
  lines[0]!.write('er","sinLeer":4}\n\n')
  await pass()
  expect(heard.at(-1)).toEqual({ tipo: 'sin_leer', sinLeer: 4 })
})

test('a line that is cut without a word to this end is opened anew; one on which nothing happens is not', async () => {
  network()
  open()
  await pass()
  for (let minutes = 0; minutes < 3; minutes++) {
    await pass(60_000)
    lines[0]!.write(': \n\n')
  }
  await pass(79_000)
  expect(lines).toHaveLength(1)
  await pass(3_000)
  expect(lines).toHaveLength(2)
  lines[1]!.write(unread(5))
  await pass()
  expect(heard).toEqual([{ tipo: 'sin_leer', sinLeer: 5 }])
})

test('a line that ends is opened anew, and says what it has seen last', async () => {
  network()
  open()
  await pass()
  lines[0]!.write(unread(1, 77))
  lines[0]!.end()
  await pass(1000)
  expect(lines).toHaveLength(2)
  expect(lines[0]!.headers).not.toHaveProperty('Last-Event-ID')
  expect(lines[1]!.headers).toMatchObject({ 'Last-Event-ID': '77', Authorization: 'Bearer access' })
})

test('a line that is refused is tried less and less often, once a minute at last', async () => {
  network(...Array.from({ length: 20 }, () => 429))
  open()
  await pass(2000 + 4000 + 8000 + 16_000 + 32_000)
  expect(fetch).toHaveBeenCalledTimes(6)
  await pass(59_999)
  expect(fetch).toHaveBeenCalledTimes(6)
  await pass(1)
  expect(fetch).toHaveBeenCalledTimes(7)
})

test('enough is enough', async () => {
  network()
  open()
  await pass()
  end.abort()
  lines[0]!.end()
  await pass(120_000)
  expect(fetch).toHaveBeenCalledTimes(1)
})
