/** Amounts are decimal strings from the server to the screen; they never pass through a float. */
export type Locale = 'es' | 'en'
export type Amount = string | number | null | undefined

export const MINUS = '−'
export const NONE = '—'
const NBSP = '\u00a0'

const formats = new Map<string, Intl.NumberFormat>()
const numberFormat = (locale: Locale, options: Intl.NumberFormatOptions) => {
  const key = locale + JSON.stringify(options)
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, { useGrouping: 'always', ...options })
    formats.set(key, format)
  }
  return format
}

const write = (value: Amount, locale: Locale, options: Intl.NumberFormatOptions) => {
  if (value === null || value === undefined || value === '') return NONE
  // Intl.NumberFormat formats decimal strings exactly, although its type only accepts numbers.
  const text = numberFormat(locale, options).format(value as number)
  return text === 'NaN' ? String(value) : text.replace('-', MINUS)
}

export interface AmountOptions {
  /** 2 by default. */
  decimals?: number
  /** Shows a plus sign too: for changes only. */
  signed?: boolean
}

/** '12345678901234567.89' → 12.345.678.901.234.567,89. No amount → —. Text that is not a number is shown unchanged. */
export const formatMoney = (value: Amount, locale: Locale, { decimals = 2, signed = false }: AmountOptions = {}) =>
  write(value, locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: signed ? 'exceptZero' : 'negative',
  })

/** 95.6 (percentage points, not a fraction) → 95,6 % */
export const formatPercent = (value: Amount, locale: Locale, { decimals = 1, signed = false }: AmountOptions = {}) => {
  const text = formatMoney(value, locale, { decimals, signed })
  return text === NONE ? text : locale === 'es' ? `${text}${NBSP}%` : `${text}%`
}

/** '0.00106' → 0,00106: as many decimals as it has, `decimals` at least, without grouping. */
export const formatRate = (value: string | null | undefined, locale: Locale, decimals = 2) => {
  if (!value) return NONE
  const [whole = '0', fraction = ''] = value.split('.')
  return `${whole}${locale === 'es' ? ',' : '.'}${fraction.padEnd(decimals, '0')}`
}

/** An exchange rate as typed, or undefined: more than zero, ten decimals at most, no grouping, so that 1.085 and 1,085 cannot be taken for thousands. */
export const parseRate = (text: string, locale: Locale): string | undefined => {
  const [, whole, mark, fraction = ''] = /^(\d{1,10})(?:([.,])(\d{1,10}))?$/.exec(text.trim()) ?? []
  if (whole === undefined || !/[1-9]/.test(whole + fraction)) return undefined
  const thousands = mark === (locale === 'es' ? '.' : ',') && fraction.length === 3 && !whole.startsWith('0')
  return thousands ? undefined : whole.replace(/^0+(?=\d)/, '') + (fraction && `.${fraction}`)
}

export const formatCount = (value: number | null | undefined, locale: Locale) => write(value, locale, { maximumFractionDigits: 0 })

/** For axes and labels of charts: 416332431 → 416,3 M; three digits at least: 1007013540 → 1.01B, not 1B. */
export const formatCompact = (value: Amount, locale: Locale) =>
  write(value, locale, {
    notation: 'compact',
    maximumFractionDigits: 1,
    maximumSignificantDigits: 3,
    roundingPriority: 'morePrecision',
    useGrouping: true,
  })

const UNITS = ['B', 'KB', 'MB', 'GB']
export const formatBytes = (bytes: number, locale: Locale) => {
  const step = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : bytes < 1024 ** 3 ? 2 : 3
  return `${write(bytes / 1024 ** step, locale, { maximumFractionDigits: step > 1 ? 1 : 0 })}${NBSP}${UNITS[step]}`
}

const GROUPED = { '.': /^\d{1,3}(\.\d{3})+$/, ',': /^\d{1,3}(,\d{3})+$/ }
type Separator = '.' | ','

/** The integer part without thousands separators, or undefined when they are misplaced. */
const ungroup = (whole: string, group: Separator) =>
  /^\d+$/.test(whole) ? whole : GROUPED[group].test(whole) ? whole.replaceAll(group, '') : undefined

/** A sign or an ISO 4217 code at either end. Other letters change the amount: 'M$' and 'MIL' count thousands. */
const SIGN = /^(?:(?:R|US|U|RD|MX|AR)?\$S?|S\/|[€£¥₡₲])|(?:(?:R|US)?\$|S\/|[€£¥₡₲])$/
const CODE = /^[A-Z]{3}|[A-Z]{3}$/
let codes: Set<string> | undefined
const isCurrency = (code: string) => {
  codes ??= new Set([...Intl.supportedValuesOf('currency'), 'CLF', 'COU', 'UYW'])
  return codes.has(code)
}
/** '500,-' ends a figure without cents; '500-' is less than zero. */
const NO_CENTS = /(?<=\d)[.,]-{1,2}$/

/** Brackets, sign and currency off, in whatever order a program writes them: '($ 1,234.50)', '-$1,234.50', '$-1.234', '1.234,50-'. */
function takeSign(text: string): { negative: boolean; body: string } | undefined {
  let body = text.replace(NO_CENTS, '')
  let negative = false
  let signs = 0
  for (let before = ''; before !== body; ) {
    before = body
    body = body.replace(SIGN, '').replace(CODE, (code) => (isCurrency(code) ? '' : code))
    const inside = /^\((.*)\)$/.exec(body)?.[1]
    const [sign] = inside === undefined ? (/^[-−–+]|[-−–+]$/.exec(body) ?? []) : ['-']
    if (sign === undefined) continue
    signs++
    negative = sign !== '+'
    body = inside ?? body.replace(sign, '')
  }
  return signs > 1 ? undefined : { negative, body }
}

/**
 * What a person typed or pasted → a canonical decimal string, or undefined when it is ambiguous or not a number.
 * Accepts 1.234,56 and 1,234.56; a single separator before three digits is read as the locale does. Never rounds.
 */
export const parseMoney = (text: string, locale: Locale, decimals = 2): string | undefined => {
  const signed = takeSign(text.replace(/[\s'’]/g, ''))
  if (!signed || !/^[\d.,]*\d[\d.,]*$/.test(signed.body)) return undefined
  const { negative, body: rest } = signed

  const group: Separator = locale === 'es' ? '.' : ','
  const last = Math.max(rest.lastIndexOf('.'), rest.lastIndexOf(','))
  let whole: string | undefined = rest
  let fraction = ''
  if (last >= 0) {
    const mark = rest[last] as Separator
    const other: Separator = mark === '.' ? ',' : '.'
    const repeated = rest.indexOf(mark) !== last
    const thousands = repeated || (mark === group && !rest.includes(other) && GROUPED[mark].test(rest))
    if (thousands) whole = ungroup(rest, mark)
    else {
      fraction = rest.slice(last + 1)
      whole = last === 0 ? '0' : ungroup(rest.slice(0, last), other)
    }
  }
  if (whole === undefined || fraction.length > decimals || !/^\d*$/.test(fraction)) return undefined
  const canonical = whole.replace(/^0+(?=\d)/, '') + (fraction && `.${fraction}`)
  return negative && /[1-9]/.test(canonical) ? `-${canonical}` : canonical
}
