import type { Answer } from '@cuadre/api/endpoint'
import { streamNotifications } from '@cuadre/api/notification'

export type LiveEvent = Answer<typeof streamNotifications>
type Options = {
  token: () => Promise<string | undefined>
  locale: () => string
  onEvent: (event: LiveEvent) => void
  signal: AbortSignal
}

const MIN_DELAY_MS = 1000
const MAX_DELAY_MS = 60_000
/** The server says something every 25 s: a line that is silent for longer is cut, though nobody told this end. */
const MAX_SILENCE_MS = 80_000

/**
 * Receives server-sent events until the signal is aborted. The connection ends when its token expires and is opened again at once; after an
 * error the delay doubles, from 1 s to 60 s. Missed events come with the next connection.
 */
export async function listen({ token, locale, onEvent, signal }: Options): Promise<void> {
  let last: string | undefined
  let wait = MIN_DELAY_MS
  while (!signal.aborted) {
    const bearer = await token()
    if (!bearer) return
    try {
      const response = await fetch(`/api${streamNotifications.path}`, {
        headers: {
          Authorization: `Bearer ${bearer}`,
          'Accept-Language': locale(),
          ...(last === undefined ? {} : { 'Last-Event-ID': last }),
        },
        signal,
      })
      if (!response.ok || !response.body) throw new Error(`${response.status}`)
      for await (const { id, data } of events(response.body)) {
        wait = MIN_DELAY_MS
        last = id ?? last
        onEvent(JSON.parse(data) as LiveEvent)
      }
    } catch {
      wait = Math.min(wait * 2, MAX_DELAY_MS)
    }
    await pause(wait, signal)
  }
}

/** Parses an event stream; keep-alive comments are ignored. */
async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<{ id: string | undefined; data: string }> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (true) {
    const timer = setTimeout(() => void reader.cancel().catch(() => undefined), MAX_SILENCE_MS)
    const { done, value } = await reader.read().finally(() => clearTimeout(timer))
    if (done) return
    text += decoder.decode(value, { stream: true }).replaceAll('\r', '')
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split('\n')
          .filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).trimStart())
      const data = field('data').join('\n')
      if (data) yield { id: field('id')[0], data }
    }
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
