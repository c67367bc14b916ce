import type { Socket } from 'node:net'
import type { ApiError } from '@cuadre/api/shapes'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway, isSerializationFailure } from '../database/index.ts'
import { Invalid, NamedError } from '../errors.ts'
import { type MessageKey, sentence } from '../messages/index.ts'
import { localeOf } from './context.ts'
import { WrongFields } from './validation.ts'

const RETRY_SECONDS = 5

/** The one place where an error becomes an answer. An error that is not named becomes a 500 that reveals nothing internal. */
export function setErrorHandlers(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError | NamedError, request, reply) => {
    const locale = localeOf(request.headers['accept-language'])
    const named = error instanceof NamedError ? error : namedErrorOf(error)
    if (!named) request.log.error({ err: error }, 'unexpected')
    else if (named.cause) request.log.error({ err: named.cause }, named.code)
    const { status, code, params, issues, current } = named ?? new NamedError(500, 'unexpected')
    const body: ApiError = { code, message: sentence(code, locale, params) }
    if (named instanceof WrongFields) {
      body.issues = named.fields
      // Who only looks has no fields before them: what is wrong stands in the address, as in a bookmark or a link cut short.
      if (request.method === 'GET') body.message = sentence('wrong_address', locale)
    } else if (issues) body.issues = issues.map((issue) => ({ path: issue.path, message: sentence(issue.code, locale, issue.params) }))
    if (current !== undefined) body.current = current
    if (status === 503 || code === 'delivery_running') reply.header('retry-after', RETRY_SECONDS)
    return reply.status(status).send(body)
  })
  app.setNotFoundHandler((request, reply) =>
    reply.status(404).send({ code: 'not_found', message: sentence('not_found', localeOf(request.headers['accept-language'])) }),
  )
}

/** For an address that cannot be decoded, before there is a route: the same body as every other error. */
export const onFrameworkError = (_: unknown, request: FastifyRequest, reply: FastifyReply) =>
  reply.status(404).send({ code: 'not_found', message: sentence('not_found', localeOf(request.headers['accept-language'])) })

const CLIENT_ERRORS: Record<string, [status: string, code: MessageKey]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'head_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'bad_request'],
}
/** For what is not HTTP, or has a longer address or headers than Node accepts, before there is a request: the same body, in Spanish. */
export function onClientError(error: { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, code] = CLIENT_ERRORS[error.code ?? ''] ?? ['400 Bad Request', 'bad_request']
  const body = JSON.stringify({ code, message: sentence(code, 'es') } satisfies ApiError)
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/** Errors of Fastify and PostgreSQL that mean something to the caller. */
function namedErrorOf(error: FastifyError): NamedError | undefined {
  if (error.code === 'CU001') return new NamedError(409, 'period_closed')
  if (error.code === 'CU002') return new NamedError(409, 'group_out_of_step')
  // Numbers beyond a column's range, or text that the database cannot store, which the contract did not refuse.
  if (/^22(003|021|P02|P05|008)$/.test(error.code)) return new NamedError(422, 'bad_request')
  if (isSerializationFailure(error)) return new NamedError(503, 'busy')
  if (isDatabaseAway(error)) return Object.assign(new NamedError(503, 'database_away'), { cause: error })
  if (['ENOSPC', 'EDQUOT', '53100'].includes(error.code)) return new NamedError(507, 'storage_full')
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return Invalid('Content-Type', 'media_type')
  if (/^FST_ERR_CTP_(INVALID|EMPTY)_JSON_BODY$/.test(error.code)) return Invalid('body', 'body_json')
  if (error.code === 'FST_FILES_LIMIT') return Invalid('file', 'one_file')
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return new NamedError(413, 'file_too_large')
  if (error.statusCode === 429) return new NamedError(429, 'too_many_requests')
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new NamedError(error.statusCode === 413 ? 413 : 422, error.statusCode === 413 ? 'body_too_large' : 'bad_request')
  return undefined
}
