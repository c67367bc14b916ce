import { Readable } from 'node:stream'
import type { Endpoint } from '@cuadre/api/endpoint'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Invalid, NamedError } from '../errors.ts'
import type { MessageKey } from '../messages/index.ts'
import type { Locale } from './context.ts'

/** Params, query and body of a call as its endpoint declares them. @throws 422 with the wrong fields */
export const validateInput = (endpoint: Endpoint, request: FastifyRequest, body: unknown, locale: Locale) => ({
  params: validate(endpoint.params, request.params, locale),
  query: validate(endpoint.query, request.query, locale),
  body: endpoint.octets ? requireStream(body) : validate(endpoint.body, body, locale),
})

function validate(schema: z.ZodType | undefined, value: unknown, locale: Locale) {
  if (!schema) return undefined
  const problem = findUnusable(value)
  if (problem) throw Invalid(problem.path, problem.code)
  const result = schema.safeParse(value)
  if (!result.success) throw wrongFields(result.error, locale)
  return result.data
}

/** @throws 422 for a body that is not application/octet-stream */
function requireStream(body: unknown) {
  if (body instanceof Readable) return body
  throw Invalid('body', 'bad_request')
}

const locales = { es: z.locales.es().localeError, en: z.locales.en().localeError }

/** Zod's issues as ours: the field's path and a sentence in the caller's language. */
export class WrongFields extends NamedError {
  fields: { path: string; message: string }[]
  constructor(fields: { path: string; message: string }[]) {
    super(422, 'wrong_fields')
    this.fields = fields
  }
}

const own: Record<string, Record<Locale, string>> = {
  cuentas: {
    es: 'Escriba un código, un rango (1000..1999) o un comienzo (11*).',
    en: 'Enter a code, a range (1000..1999) or a beginning (11*).',
  },
  importe: { es: 'Escriba un importe con dos decimales como máximo.', en: 'Enter an amount with at most two decimals.' },
  huella: { es: 'Escriba los 64 signos de la huella SHA-256.', en: 'Enter the 64 characters of the SHA-256.' },
  momento: { es: 'Escriba un momento desde 1900, con su zona.', en: 'Enter a moment from 1900 on, with its zone.' },
  futuro: { es: 'Escriba un momento que ya haya pasado.', en: 'Enter a moment that has passed.' },
  dia: { es: 'Escriba una fecha desde 1900.', en: 'Enter a date from 1900 on.' },
  linea: { es: 'Escriba una sola línea, sin caracteres invisibles.', en: 'Write a single line, without invisible characters.' },
  enlace: { es: 'Escriba un enlace que empiece por http:// o https://.', en: 'Enter a link that begins with http:// or https://.' },
  tasa: {
    es: 'Escriba un tipo de cambio mayor que cero, con diez decimales como máximo.',
    en: 'Enter an exchange rate above zero, with at most ten decimals.',
  },
  periodo: { es: 'Escriba el período como AAAA-MM.', en: 'Enter the period as YYYY-MM.' },
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

const wrongFields = (error: z.ZodError, locale: Locale) =>
  new WrongFields(
    error.issues.map((issue) => {
      const text = own[issue.message]?.[locale] ?? locales[locale](issue as Parameters<typeof locales.es>[0])
      return { path: issue.path.join('.'), message: typeof text === 'string' ? text : (text?.message ?? issue.message) }
    }),
  )
