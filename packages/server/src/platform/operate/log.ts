import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyServerOptions } from 'fastify'

export type LogOptions = { level: string; stream?: { write: (line: string) => void } }

/**
 * Structured logs, a line of JSON each, with the id of the request. A request is its method and its route's pattern: no query, no
 * address with names in it, no header, no body, so neither personal data nor a token can get in. Of an error: its kind, message and stack.
 */
export const logger = (options: LogOptions | undefined): NonNullable<FastifyServerOptions['logger']> =>
  options
    ? {
        level: options.level,
        ...(options.stream ? { stream: options.stream } : {}),
        base: { service: 'cuadre' },
        serializers: {
          req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? 'none' }),
          res: (reply) => ({ status: reply.statusCode }),
          // A database's error repeats values in its detail, query and parameters.
          err: ({ name, message, stack, code }) => ({ type: name, message, stack: stack ?? '', ...(code ? { code } : {}) }),
        },
      }
    : false

/** The id that a proxy gave the request, if it looks like one; one of our own otherwise. */
export const requestId = ({ headers }: Pick<IncomingMessage, 'headers'>) => {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}
