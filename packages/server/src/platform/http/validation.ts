import { z } from 'zod'
import { NamedError } from '../errors.ts'
import type { Locale } from './context.ts'

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
  importe: { es: 'Escriba un importe con dos decimales como máximo.', en: 'Enter an amount with at most two decimals.' },
  huella: { es: 'Escriba los 64 signos de la huella SHA-256.', en: 'Enter the 64 characters of the SHA-256.' },
  momento: { es: 'Escriba un momento desde 1900, con su zona.', en: 'Enter a moment from 1900 on, with its zone.' },
  dia: { es: 'Escriba una fecha desde 1900.', en: 'Enter a date from 1900 on.' },
  enlace: { es: 'Escriba un enlace que empiece por http:// o https://.', en: 'Enter a link that begins with http:// or https://.' },
  periodo: { es: 'Escriba el período como AAAA-MM.', en: 'Enter the period as YYYY-MM.' },
}

/** Nobody's input is as deep; a hundred thousand levels would fill the stack. */
const DEEPEST = 40

/** What no call can use: a text, or the name of a field, that no database text can hold (a NUL), and nesting without end. */
export function unusable(value: unknown, path: readonly string[] = []): { path: string; code: string } | undefined {
  if (typeof value === 'string') return value.includes('\0') ? { path: path.join('.'), code: 'text_unusable' } : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if (path.length >= DEEPEST) return { path: path[0] ?? '', code: 'body_too_deep' }
  for (const [name, each] of Object.entries(value)) {
    const found = name.includes('\0') ? { path: [...path, name].join('.'), code: 'text_unusable' } : unusable(each, [...path, name])
    if (found) return found
  }
  return undefined
}

export const wrongFields = (error: z.ZodError, _part: string, locale: Locale) =>
  new WrongFields(
    error.issues.map((issue) => {
      const text = own[issue.message]?.[locale] ?? locales[locale](issue as Parameters<typeof locales.es>[0])
      return { path: issue.path.join('.'), message: typeof text === 'string' ? text : (text?.message ?? issue.message) }
    }),
  )
