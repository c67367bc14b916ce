import type { z } from 'zod'
import type { Locale } from './context.ts'

type Issue = z.core.$ZodIssue
type Texts = Record<Locale, string>

/** Where a shape of the contract names what is wrong by a word of its own, its sentence. */
const OWN: Record<string, Texts> = {
  cuentas: {
    es: 'Escriba un código, un rango (1000..1999) o un comienzo (11*).',
    en: 'Enter a code, a range (1000..1999) or a beginning (11*).',
  },
  importe: { es: 'Escriba un importe con dos decimales como máximo.', en: 'Enter an amount with at most two decimals.' },
  huella: { es: 'Escriba los 64 signos de la huella SHA-256.', en: 'Enter the 64 characters of the SHA-256.' },
  momento: { es: 'Escriba un momento desde 1900, con su zona.', en: 'Enter a moment from 1900 on, with its zone.' },
  moneda: {
    es: 'Escriba el código de una moneda que exista (ISO 4217), como CLP.',
    en: 'Enter the code of a currency that exists (ISO 4217), such as CLP.',
  },
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

const MISSING: Texts = { es: 'Falta este dato.', en: 'This is missing.' }
const WRONG: Texts = { es: 'Este dato no es válido.', en: 'This is not valid.' }
const FORM: Texts = { es: 'Este dato no está escrito como se espera.', en: 'This is not written as expected.' }

const TYPES: Record<string, Texts> = {
  string: { es: 'Escriba un texto.', en: 'Enter a text.' },
  number: { es: 'Escriba un número.', en: 'Enter a number.' },
  int: { es: 'Escriba un número entero.', en: 'Enter a whole number.' },
  boolean: { es: 'Indique sí o no.', en: 'Say yes or no.' },
  array: { es: 'Indique una lista.', en: 'Give a list.' },
}

const FORMATS: Record<string, Texts> = {
  email: { es: 'Escriba un correo como nombre@empresa.com.', en: 'Enter an e-mail such as name@company.com.' },
  date: { es: 'Escriba una fecha que exista, como 2026-01-31.', en: 'Enter a date that exists, such as 2026-01-31.' },
  datetime: {
    es: 'Escriba un momento con su zona, como 2026-01-31T18:00:00Z.',
    en: 'Enter a moment with its zone, such as 2026-01-31T18:00:00Z.',
  },
}

/** Beyond these a list of what may be chosen says nothing any more. */
const MAX_CHOICES = 12

/** What is wrong with a field and what to do, as one would say it to who filled it in. */
export function wrongField(issue: Issue, locale: Locale): string {
  const texts = OWN[issue.message] ?? textsOf(issue)
  return texts[locale]
}

function textsOf(issue: Issue): Texts {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? MISSING : (TYPES[issue.expected] ?? WRONG)
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive ?? true)
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive ?? true)
    case 'invalid_format':
      return FORMATS[issue.format] ?? FORM
    case 'invalid_value':
      return issue.input === undefined ? MISSING : oneOf(issue.values)
    case 'unrecognized_keys': {
      const keys = issue.keys.join(', ')
      return { es: `No se conoce: ${keys}.`, en: `Not known: ${keys}.` }
    }
    default:
      return WRONG
  }
}

function tooSmall(origin: string, minimum: number, inclusive: boolean): Texts {
  const { es, en } = figures(minimum)
  if (origin === 'string')
    return minimum === 1 ? MISSING : { es: `Escriba al menos ${es} caracteres.`, en: `Enter at least ${en} characters.` }
  if (origin === 'array' || origin === 'set')
    return minimum === 1
      ? { es: 'Elija al menos uno.', en: 'Choose at least one.' }
      : { es: `Elija al menos ${es}.`, en: `Choose at least ${en}.` }
  if (origin === 'number' || origin === 'int' || origin === 'bigint')
    return inclusive
      ? { es: `Escriba ${es} o un número mayor.`, en: `Enter ${en} or a greater number.` }
      : { es: `Escriba un número mayor que ${es}.`, en: `Enter a number greater than ${en}.` }
  return WRONG
}

function tooBig(origin: string, maximum: number, inclusive: boolean): Texts {
  const { es, en } = figures(maximum)
  if (origin === 'string') return { es: `Escriba ${es} caracteres como máximo.`, en: `Enter at most ${en} characters.` }
  if (origin === 'array' || origin === 'set') return { es: `Elija ${es} como máximo.`, en: `Choose at most ${en}.` }
  if (origin === 'number' || origin === 'int' || origin === 'bigint')
    return inclusive
      ? { es: `Escriba ${es} o un número menor.`, en: `Enter ${en} or a smaller number.` }
      : { es: `Escriba un número menor que ${es}.`, en: `Enter a number smaller than ${en}.` }
  return WRONG
}

function oneOf(values: readonly unknown[]): Texts {
  if (values.length > MAX_CHOICES) return WRONG
  const list = values.map(String).join(', ')
  return values.length === 1
    ? { es: `Escriba ${list}.`, en: `Enter ${list}.` }
    : { es: `Elija una de estas opciones: ${list}.`, en: `Choose one of these: ${list}.` }
}

const figures = (figure: number): Texts => ({ es: SPANISH.format(figure), en: ENGLISH.format(figure) })
const SPANISH = new Intl.NumberFormat('es', { useGrouping: 'always', maximumFractionDigits: 10 })
const ENGLISH = new Intl.NumberFormat('en', { maximumFractionDigits: 10 })
