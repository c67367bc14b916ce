import type { ApiError } from '@cuadre/api/shapes'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NamedError } from '../errors.ts'
import { sentence } from '../messages.ts'
import { localeOf } from './context.ts'
import { WrongFields } from './validation.ts'

/** The one place where an error becomes an answer. What is not named is a 500 without a word of its inside. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError | NamedError, request, reply) => {
    const locale = localeOf(request.headers['accept-language'])
    const named = error instanceof NamedError ? error : fromOutside(error)
    if (!named) request.log.error({ err: error }, 'unexpected')
    const { status, code, params, issues, current } = named ?? new NamedError(500, 'unexpected')
    const body: ApiError = { code, message: sentence(code, locale, params) }
    if (named instanceof WrongFields) body.issues = named.fields
    else if (issues) body.issues = issues.map((issue) => ({ path: issue.path, message: sentence(issue.code, locale, issue.params) }))
    if (current !== undefined) body.current = current
    return reply.status(status).send(body)
  })
  app.setNotFoundHandler((request, reply) =>
    reply.status(404).send({ code: 'not_found', message: sentence('not_found', localeOf(request.headers['accept-language'])) }),
  )
}

/** An address that cannot be read, before there is a route: the same shape as every other error. */
export const unreadable = (_: unknown, request: FastifyRequest, reply: FastifyReply) =>
  reply.status(404).send({ code: 'not_found', message: sentence('not_found', localeOf(request.headers['accept-language'])) })

/** Errors of the framework and of the database that have a meaning for the caller. */
function fromOutside(error: FastifyError): NamedError | undefined {
  if (error.code === 'CU001') return new NamedError(409, 'period_closed')
  if (error.code === 'CU002') return new NamedError(409, 'group_out_of_step')
  // Numbers beyond a column's range, text that the database cannot hold: what the contract let through and the database did not.
  if (/^22(003|021|P02|P05|008)$/.test(error.code)) return new NamedError(422, 'bad_request')
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return new NamedError(413, 'file_too_large')
  if (error.statusCode === 429) return new NamedError(429, 'too_many_requests')
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new NamedError(error.statusCode === 413 ? 413 : 422, error.statusCode === 413 ? 'body_too_large' : 'bad_request')
  return undefined
}
