import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyServerOptions } from 'fastify'

export type LogOptions = { level: string; stream?: { write: (line: string) => void } }

/**
 * Structured logs, one line of JSON each, with the request id. A request is logged as method and route pattern: no query, address, header
 * or body, so that neither personal data nor a token gets in. Of an error only its type, message, stack and code.
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
          // A database error repeats values in its detail, query and parameters.
          err: ({ name, message, stack, code }) => ({ type: name, message, stack: stack ?? '', ...(code ? { code } : {}) }),
        },
      }
    : false

/** The request id of the proxy if it is well-formed, otherwise a new one. */
export const requestId = ({ headers }: Pick<IncomingMessage, 'headers'>) => {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}
