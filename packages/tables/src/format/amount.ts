import { fromCents, magnitude, toCents } from './cents.ts'
import { expandExponent, trimZeros } from './number-text.ts'

export type DecimalMark = ',' | '.'
type AmountProblem = 'vacio' | 'numero' | 'separadores' | 'ambiguo' | 'largo' | 'notacion'
type ParsedAmount = { value: string } | { problem: AmountProblem }

/** Integer digits that an amount may have: those of NUMERIC(20,2). */
export const MAX_INTEGER_DIGITS = 18

const SPACES = /[\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u200b\ufeff]+/g
const MINUS = /[\u2212\u2010-\u2015\u207b\ufe63\uff0d]/g
const CURRENCY =
  /^(?:[A-Z]{0,3}[$€£¥₡₲₱₩]|S\/\.?|Bs\.?(?:\s?S\.?)?|Gs\.?|RD\$|[A-Z]{3}|Q|L|B\/\.?)(?=[\s\d.,(+-]|$)|(?<=[\s\d.,)+-])(?:[A-Z]{0,2}[$€£¥₡₲₱₩]|[A-Z]{3}|S\/\.?|M\.?N\.?|Gs\.?)$/i
/** With units of account of ISO 4217 (UF, UVR, UDI, UI …) and the digital bolívar, which `Intl` does not list. */
const CODES = new Set([...Intl.supportedValuesOf('currency'), 'BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'VED'])
/** 'M$', 'MM€' and 'kUS$' count thousands or millions: reading them as a currency would change the amount. */
const COUNTED = /^(?:M{1,2}|K)U?S?[$€£]$/i
/** 'USD' is a currency; 'CRE' (a credit) and 'MIL' (thousands) are none, and change the amount. */
const withoutCurrency = (text: string) =>
  text.replace(CURRENCY, (mark) => ((/^[A-Z]{3}$/i.test(mark) && !CODES.has(mark.toUpperCase())) || COUNTED.test(mark) ? mark : '')).trim()

/** Signs that stand for one currency. '$', 'Bs' and '¥' stand for several and say nothing. */
const CODE_OF_SIGN: Record<string, string> = {
  R$: 'BRL',
  US$: 'USD',
  U$S: 'USD',
  U$: 'USD',
  RD$: 'DOP',
  MX$: 'MXN',
  AR$: 'ARS',
  '€': 'EUR',
  '£': 'GBP',
  '₡': 'CRC',
  '₲': 'PYG',
  GS: 'PYG',
  'S/': 'PEN',
}
const SIGN = /U\$S|(?<![A-Z])[A-Z]{1,2}\$|[€£₡₲]|(?<![A-Z])(?:S\/|GS(?![A-Z]))/

/** The currency that the text of an amount names, as an ISO 4217 code; null when it names none: 'EUR' of '€ 7.000,25', null of '$ 5' and '5 CR'. */
export function currencyIn(text: string): string | null {
  if (!/[A-Za-z€£₡₲]/.test(text)) return null
  const upper = text.toUpperCase()
  const sign = SIGN.exec(upper)?.[0]
  if (sign !== undefined) return CODE_OF_SIGN[sign] ?? null
  return upper.match(/(?<![A-Z])[A-Z]{3}(?![A-Z])/g)?.find((code) => CODES.has(code)) ?? null
}

/**
 * An amount as people and systems write it → canonical decimal text with a point: '1.234.567,89', ' 0000252631726891,22', '1234-',
 * '(1.234,50)', '$ 1.234,00', '5 BRL', '100,00 CR'. Exact: no float is involved. Zeros at the end are dropped, minus zero is zero.
 * `decimal` is the decimal mark of the column; without it a single separator before exactly three digits ('1.234') is 'ambiguo'.
 * A text that contradicts the given mark is 'separadores', never guessed at. A text in exponent notation whose digits are not all
 * there ('1,23E+12') is 'notacion'.
 */
export function parseAmount(text: string, decimal?: DecimalMark): ParsedAmount {
  return bareFigure(text, decimal) ?? anyAmount(text, decimal)
}

/** What most cells of most files are: '-0000252631726891,22'. The rest is decided by `anyAmount`, which reads these alike. */
function bareFigure(text: string, decimal: DecimalMark | undefined): ParsedAmount | null {
  const [, minus = '', whole = '', mark, fraction] = /^ ?(-?)(\d+)(?:([.,])(\d\d?))?$/.exec(text) ?? []
  if (whole === '' || (mark !== undefined && decimal !== undefined && mark !== decimal)) return null
  const value = trimZeros(fraction === undefined ? minus + whole : `${minus}${whole}.${fraction}`)
  return integerDigits(value) > MAX_INTEGER_DIGITS ? { problem: 'largo' } : { value }
}

const integerDigits = (value: string) => {
  const point = value.indexOf('.')
  return (point < 0 ? value.length : point) - (value.startsWith('-') ? 1 : 0)
}

function anyAmount(text: string, decimal: DecimalMark | undefined): ParsedAmount {
  const signed = takeSign(text)
  if ('problem' in signed) return signed
  const { negative, body } = signed
  if (!/\d/.test(body)) return { problem: 'numero' }
  if (/^[\d.,]+e[+-]?\d+$/i.test(body)) return scientific(body, negative)
  if (!/^\d[\d.,' ]*$|^[.,]\d+$/.test(body)) return { problem: 'numero' }
  const split = splitDecimals(body, decimal)
  if ('problem' in split) return split
  const value = trimZeros(`${negative ? '-' : ''}${split.whole || '0'}${split.fraction ? `.${split.fraction}` : ''}`)
  return integerDigits(value) > MAX_INTEGER_DIGITS ? { problem: 'largo' } : { value }
}

/** '1.234.-' and '1.234,--' end a figure without cents, as in Chile or Germany; '1.234-' is less than zero. */
const NO_CENTS = /(?<=\d)[.,]-{1,2}$/

/** Sign, brackets, currency and the accountants' CR / DR (credits are negative) off; the bare figure is left. */
function takeSign(text: string): { negative: boolean; body: string } | { problem: AmountProblem } {
  let body = text
    .replace(SPACES, ' ')
    .replace(MINUS, '-')
    .replace(/[’‘`´′]/g, "'")
    .replace(/\(\s*(CR|DR|[CDHA])\s*\)\s*$/i, ' $1')
    .trim()
    // What marks a text in a spreadsheet.
    .replace(/^'/, '')
  if (body === '') return { problem: 'vacio' }
  let negative = false
  let signs = 0
  const bracketed = /^(.*?)\(\s*(.*?)\s*\)(.*)$/.exec(body)
  if (bracketed) {
    negative = true
    signs++
    body = `${bracketed[1]}${bracketed[2]}${bracketed[3]}`.trim()
  }
  const side = /(?<=[\d\s])\s*(CRE?|HAB|ACR|DR|DEB|DEU|DB|[CDH]|(?<=\s)A)\.?$/i.exec(body)
  if (side && /^[^a-z]*\d[\d.,' ]*$/i.test(body.slice(0, side.index))) {
    signs++
    negative = /^[CHA]/i.test(side[1]!)
    body = body.slice(0, side.index).trim()
  }
  body = withoutCurrency(body).replace(NO_CENTS, '')
  const sign = /^([+-])\s*/.exec(body) ?? /\s*([+-])$/.exec(body)
  if (sign) {
    signs++
    negative = sign[1] === '-'
    body = (sign.index === 0 ? body.slice(sign[0].length) : body.slice(0, sign.index)).trim()
  }
  body = withoutCurrency(body)
  return signs > 1 ? { problem: 'numero' } : { negative, body }
}

function scientific(body: string, negative: boolean): ParsedAmount {
  const expanded = expandExponent(body.replace(',', '.'))
  if (expanded === null) return { problem: 'notacion' }
  const [mantissa = '', power = '0'] = body.toLowerCase().split('e')
  const fraction = mantissa.split(/[.,]/)[1] ?? ''
  // Digits beyond the mantissa were rounded away by whoever wrote it.
  if (Number(power) > fraction.length) return { problem: 'notacion' }
  return { value: trimZeros(`${negative ? '-' : ''}${expanded}`) }
}

type Split = { whole: string; fraction: string } | { problem: AmountProblem }

function splitDecimals(body: string, decimal: DecimalMark | undefined): Split {
  const dots = count(body, '.')
  const commas = count(body, ',')
  let mark: string | null = null
  if (dots > 0 && commas > 0) {
    mark = body.lastIndexOf('.') > body.lastIndexOf(',') ? '.' : ','
    if (count(body, mark) > 1) return { problem: 'separadores' }
  } else if (dots + commas === 1) {
    const only = dots ? '.' : ','
    const [before = '', after = ''] = body.split(only)
    const couldGroup = after.length === 3 && /^[1-9]\d{0,2}$/.test(before)
    if (couldGroup && decimal === undefined) return { problem: 'ambiguo' }
    mark = !couldGroup || decimal === only ? only : null
  }
  if (decimal !== undefined && mark !== null && mark !== decimal) return { problem: 'separadores' }
  if (decimal !== undefined && mark === null && body.includes(decimal)) return { problem: 'separadores' }
  const at = mark === null ? body.length : body.indexOf(mark)
  const whole = ungroup(body.slice(0, at))
  const fraction = body.slice(at + 1)
  if (whole === null || !/^\d*$/.test(fraction)) return { problem: 'separadores' }
  return { whole, fraction }
}

/** '1.234.567' → '1234567'; null when the groups are not of three digits by one and the same separator. */
function ungroup(whole: string): string | null {
  if (/^\d*$/.test(whole)) return whole
  return /^\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*$/.test(whole) ? whole.replace(/[.,' ]/g, '') : null
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1
}

export type DecimalGuess = {
  /** The mark that the samples prove; null when none does. */
  decimal: DecimalMark | null
  /** Every sample that could tell is like '1.234': the user has to choose. */
  ambiguous: boolean
  /** Some samples prove one mark and some the other: the user has to choose, and the others will be refused. */
  mixed: boolean
}

/** Decides the decimal mark of a column by its texts. */
export function guessDecimal(samples: Iterable<string>): DecimalGuess {
  let comma = 0
  let point = 0
  let unclear = 0
  for (const text of samples) {
    const asComma = 'value' in parseAmount(text, ',')
    const asPoint = 'value' in parseAmount(text, '.')
    if (asComma && asPoint) {
      if (/[.,]/.test(text)) unclear++
    } else if (asComma) comma++
    else if (asPoint) point++
  }
  const mixed = comma > 0 && point > 0
  return { decimal: mixed || comma + point === 0 ? null : comma > 0 ? ',' : '.', ambiguous: comma + point === 0 && unclear > 0, mixed }
}

/** The float of a spreadsheet may be one unit of this decimal away from two decimals and still be rounded to them. */
const NEAR_PLACES = 6

/**
 * To at most two decimals. Further decimals that are all zero are dropped. Others are rounded (half to even) only for numbers that a
 * program computed in binary, and only when they are within 0.000001 of the result; null otherwise: an amount is never rounded silently.
 */
export function toTwoDecimals(value: string, computed: boolean): string | null {
  const point = value.indexOf('.')
  if (point < 0 || value.length - point <= 3) return value
  const [whole = '0', fraction = ''] = value.split('.')
  if (!computed) return null
  const places = Math.max(fraction.length, NEAR_PLACES)
  const unit = 10n ** BigInt(places - 2)
  const negative = value.startsWith('-')
  const scaled = BigInt(whole.replace('-', '') + fraction.padEnd(places, '0'))
  const half = unit / 2n
  let cents = scaled / unit
  const rest = scaled % unit
  if (rest > half || (rest === half && cents % 2n === 1n)) cents++
  const distance = cents * unit - scaled
  if (magnitude(distance) > 10n ** BigInt(places - NEAR_PLACES)) return null
  return trimZeros(fromCents(negative ? -cents : cents))
}

/** a − b, of canonical decimal texts with at most two decimals. */
export const subtractAmounts = (a: string, b: string) => trimZeros(fromCents(toCents(a) - toCents(b)))

/** a + b, of canonical decimal texts with at most two decimals. */
export const addAmounts = (a: string, b: string) => trimZeros(fromCents(toCents(a) + toCents(b)))
