import { Readable } from 'node:stream'
import type { Endpoint } from '@cuadre/api/endpoint'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Invalid, NamedError } from '../errors.ts'
import type { MessageKey } from '../messages/index.ts'
import type { Locale } from './context.ts'
import { wrongField } from './wrong-field.ts'

/** Params, query and body of a call as its endpoint declares them. @throws 422 with the wrong fields */
export const validateInput = (endpoint: Endpoint, request: FastifyRequest, body: unknown, locale: Locale) => ({
  params: validate(endpoint.params, request.params, locale),
  query: validateQuery(endpoint, request.query, locale),
  body: endpoint.octets ? requireStream(body) : validate(endpoint.body, body, locale),
})

/** Clients send these to every list, paged or not, where they narrow nothing. */
const PAGING = ['page', 'limit']

/** @throws 422 that names a parameter which the call does not have: a misspelt filter would answer as if there were none. */
function validateQuery({ query: schema }: Endpoint, query: unknown, locale: Locale) {
  const parsed = validate(schema, query, locale)
  const known = schema instanceof z.ZodObject ? schema.shape : {}
  const unknown = Object.keys(query ?? {}).find((name) => !Object.hasOwn(known, name) && !PAGING.includes(name))
  if (unknown !== undefined) throw Invalid(unknown, 'parameter_unknown', { name: unknown })
  return parsed
}

function validate(schema: z.ZodType | undefined, value: unknown, locale: Locale) {
  if (!schema) return undefined
  const problem = findUnusable(value)
  if (problem) throw Invalid(problem.path, problem.code)
  const result = schema.safeParse(value, { reportInput: true })
  if (!result.success) throw wrongFields(result.error, locale)
  return result.data
}

/** @throws 422 for a body that is not application/octet-stream */
function requireStream(body: unknown) {
  if (body instanceof Readable) return body
  throw Invalid('body', 'bad_request')
}

/** Zod's issues as ours: the field's path and a sentence in the caller's language. */
export class WrongFields extends NamedError {
  fields: { path: string; message: string }[]
  constructor(fields: { path: string; message: string }[]) {
    super(422, 'wrong_fields')
    this.fields = fields
  }
}

/** No real input is nested deeper; a hundred thousand levels would overflow the stack. */
const MAX_DEPTH = 40

/** What no call can use: a text or field name that PostgreSQL cannot store (a NUL), and endless nesting. */
function findUnusable(value: unknown, path: string[] = []): { path: string; code: MessageKey } | undefined {
  if (typeof value === 'string') return value.includes('\0') ? { path: path.join('.'), code: 'text_unusable' } : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if (path.length >= MAX_DEPTH) return { path: path[0] ?? '', code: 'body_too_deep' }
  for (const [name, each] of Object.entries(value)) {
    if (name.includes('\0')) return { path: [...path, name].join('.'), code: 'text_unusable' }
    path.push(name)
    const found = findUnusable(each, path)
    if (found) return found
    path.pop()
  }
  return undefined
}

/** Nobody reads more of them, and the answer to 50,000 wrong rows would be larger than what was sent. */
const MAX_FIELDS = 200

const wrongFields = (error: z.ZodError, locale: Locale) =>
  new WrongFields(error.issues.slice(0, MAX_FIELDS).map((issue) => ({ path: issue.path.join('.'), message: wrongField(issue, locale) })))
