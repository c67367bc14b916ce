import { Readable } from 'node:stream'
import type { Sent } from '@cuadre/api/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { NamedError } from '../errors.ts'

/** What the handler of a `stream` gets besides the request: when to end, and what the reader has seen last. */
export type Line = { signal: AbortSignal; lastEventId: number | undefined }

/** Proxies and browsers give up a line on which nothing comes for a minute. */
const HEARTBEAT_MS = 25_000
/** Tabs of one person on one process, with room for lines that a browser has left and not closed. */
const MOST_LINES = 10

/** The open lines of a server: they end with it, and nobody holds many. */
export function openLines(app: FastifyInstance, heartbeatMs = HEARTBEAT_MS) {
  const lines = new Set<{ userId: number; end: AbortController }>()
  // Before the server waits for its connections to end.
  app.addHook('preClose', async () => {
    for (const { end } of lines) end.abort()
  })

  /**
   * Keeps the answer open and writes what `events` yields. `stillAllowed` is asked before each of them and at every heartbeat: a line does
   * not outlive the token that opened it, and whoever is shut out hears nothing more. @throws 429 beyond the lines that one person may hold
   */
  return function stream(
    request: FastifyRequest,
    reply: FastifyReply,
    userId: number,
    events: (line: Line) => AsyncIterable<Sent<unknown>>,
    schema: z.ZodType,
    stillAllowed: () => Promise<unknown>,
  ) {
    if ([...lines].filter((line) => line.userId === userId).length >= MOST_LINES) throw new NamedError(429, 'too_many_lines')
    const end = new AbortController()
    const line = { userId, end }
    lines.add(line)
    // Read by hand: a stream that is not wanted any more has to let go of what it waits for.
    const out = new Readable({ read() {} })
    const goesOn = () =>
      stillAllowed().then(
        () => !end.signal.aborted,
        () => {
          end.abort()
          return false
        },
      )
    const heartbeat = setInterval(async () => {
      if (await goesOn()) out.push(': \n\n')
    }, heartbeatMs)
    reply.raw.once('close', () => end.abort())
    end.signal.addEventListener('abort', () => {
      clearInterval(heartbeat)
      lines.delete(line)
      out.push(null)
    })
    const lastEventId = Number(request.headers['last-event-id']) || undefined
    write(events({ signal: end.signal, lastEventId }), schema, out, goesOn)
      .catch((error) => request.log.error({ err: error }, 'stream'))
      .finally(() => end.abort())
    return (
      reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        // Nothing follows on it: kept alive it would hold up a server that is closing.
        .header('connection', 'close')
        .send(out)
    )
  }
}

async function write(events: AsyncIterable<Sent<unknown>>, schema: z.ZodType, out: Readable, goesOn: () => Promise<boolean>) {
  out.push('retry: 3000\n\n')
  for await (const { id, data } of events) {
    if (!(await goesOn())) return
    out.push(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(schema.parse(data))}\n\n`)
  }
}
