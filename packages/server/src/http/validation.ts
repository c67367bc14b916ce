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
  dia: { es: 'Escriba una fecha desde 1900.', en: 'Enter a date from 1900 on.' },
  enlace: { es: 'Escriba un enlace que empiece por http:// o https://.', en: 'Enter a link that begins with http:// or https://.' },
  periodo: { es: 'Escriba el período como AAAA-MM.', en: 'Enter the period as YYYY-MM.' },
}

/** The path of the first text, or name of a field, that no database text can hold (a NUL), or undefined. */
export function unusableText(value: unknown, path: readonly string[] = []): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path.join('.') : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, each] of Object.entries(value)) {
    const found = name.includes('\0') ? [...path, name].join('.') : unusableText(each, [...path, name])
    if (found !== undefined) return found
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
