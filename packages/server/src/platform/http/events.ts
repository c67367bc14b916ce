import { Readable } from 'node:stream'
import type { Sent } from '@cuadre/api/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { NamedError } from '../errors.ts'

/** What the handler of a `stream` gets besides the request: when to end, and the last event that the browser has received. */
export type StreamContext = { signal: AbortSignal; lastEventId: number | undefined }

/** Proxies and browsers close a connection that is silent for a minute. */
const HEARTBEAT_MS = 25_000
/** Of one person on one process: their tabs, with room for connections that a browser left without closing. */
const MAX_STREAMS = 10

/** The server-sent event streams of a server: they end when it closes, and nobody may hold many. */
export function openStreams(app: FastifyInstance, heartbeatMs = HEARTBEAT_MS) {
  const streams = new Set<{ userId: number; end: AbortController }>()
  // Fastify waits for open connections only after preClose.
  app.addHook('preClose', async () => {
    for (const { end } of streams) end.abort()
  })

  /**
   * Keeps the answer open and writes what `events` yields. `stillAllowed` is checked before each event and at every heartbeat, so that a stream
   * ends with the token that opened it or when the person loses access. @throws 429 beyond the streams that one person may hold
   */
  return function stream(
    request: FastifyRequest,
    reply: FastifyReply,
    userId: number,
    events: (context: StreamContext) => AsyncIterable<Sent<unknown>>,
    schema: z.ZodType,
    stillAllowed: () => Promise<unknown>,
  ) {
    if ([...streams].filter((stream) => stream.userId === userId).length >= MAX_STREAMS) throw new NamedError(429, 'too_many_lines')
    const end = new AbortController()
    const stream = { userId, end }
    streams.add(stream)
    // Pushed by hand: `Readable.from` would keep waiting for the next event after the browser has left.
    const out = new Readable({ read() {} })
    const mayContinue = () =>
      stillAllowed().then(
        () => !end.signal.aborted,
        () => {
          end.abort()
          return false
        },
      )
    const heartbeat = setInterval(async () => {
      if (await mayContinue()) out.push(': \n\n')
    }, heartbeatMs)
    reply.raw.once('close', () => end.abort())
    end.signal.addEventListener('abort', () => {
      clearInterval(heartbeat)
      streams.delete(stream)
      out.push(null)
    })
    const lastEventId = Number(request.headers['last-event-id']) || undefined
    write(events({ signal: end.signal, lastEventId }), schema, out, mayContinue)
      .catch((error) => request.log.error({ err: error }, 'stream'))
      .finally(() => end.abort())
    return (
      reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        // A kept-alive connection would delay a server that is closing.
        .header('connection', 'close')
        .send(out)
    )
  }
}

async function write(events: AsyncIterable<Sent<unknown>>, schema: z.ZodType, out: Readable, mayContinue: () => Promise<boolean>) {
  out.push('retry: 3000\n\n')
  for await (const { id, data } of events) {
    if (!(await mayContinue())) return
    out.push(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(schema.parse(data))}\n\n`)
  }
}
