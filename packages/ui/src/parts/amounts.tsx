import { type DateInput, formatDate, formatDateTime, formatDue, formatMonth, formatRemaining } from '../format/dates.ts'
import { type Amount, type AmountOptions, formatMoney, formatPercent, NONE } from '../format/money.ts'
import { useClock } from '../format/useClock.ts'
import { zoneName } from '../format/zone.ts'
import { useLocale } from '../uiContext.ts'

/*
 * Amounts, codes, dates and file names stay left-to-right inside right-to-left text: otherwise the minus sign would
 * appear at the wrong end.
 */
const None = () => <span className="faint">{NONE}</span>

interface MoneyProps extends AmountOptions {
  value: Amount
  /** Only where the column header does not name it. */
  currency?: string
}

export const Money = ({ value, currency, ...options }: MoneyProps) => {
  const locale = useLocale()
  const text = formatMoney(value, locale, options)
  if (text === NONE) return <None />
  return (
    <bdi dir="ltr" className="num">
      {text}
      {currency && <small> {currency}</small>}
    </bdi>
  )
}

/** A change: always with a sign (U+2212 for minus). */
export const Delta = ({ value, ...options }: Omit<MoneyProps, 'signed'>) => <Money value={value} {...options} signed />

export const Percent = ({ value, ...options }: AmountOptions & { value: Amount }) => {
  const text = formatPercent(value, useLocale(), options)
  return text === NONE ? (
    <None />
  ) : (
    <bdi dir="ltr" className="num">
      {text}
    </bdi>
  )
}

const WRITERS = {
  date: formatDate,
  datetime: formatDateTime,
  month: formatMonth,
  due: (value: DateInput, locale: 'es' | 'en') => formatDue(value, locale),
  remaining: (value: DateInput, locale: 'es' | 'en') => formatRemaining(value, locale),
}

interface DateTextProps {
  value: DateInput
  as?: keyof typeof WRITERS
}

/** What is told from now on, «Hoy» and «vence en 2 h», stays right while the page stands open. */
export const DateText = (props: DateTextProps) =>
  props.as === 'due' || props.as === 'remaining' ? <Nearing {...props} /> : <Written {...props} />

const Nearing = ({ value, as = 'due' }: DateTextProps) => {
  const locale = useLocale()
  useClock(() => WRITERS[as](value, locale))
  return <Written value={value} as={as} />
}

const Written = ({ value, as = 'date' }: DateTextProps) => {
  const locale = useLocale()
  const text = WRITERS[as](value, locale)
  if (text === NONE) return <None />
  const iso = value instanceof Date ? value.toISOString() : (value ?? undefined)
  const prose = as === 'month' || as === 'due' || as === 'remaining'
  return (
    <time dateTime={iso} className="nowrap" title={as === 'datetime' || as === 'due' ? zoneName(locale) : undefined}>
      {prose ? text : <bdi dir="ltr">{text}</bdi>}
    </time>
  )
}

/** An account code; the hyphen before the check digit is set in proportional figures, because Inter's tabular hyphen is wide. */
export const Code = ({ children }: { children: string }) => {
  const cut = children.lastIndexOf('-')
  return (
    <bdi dir="ltr" className="code">
      {cut < 0 ? (
        children
      ) : (
        <>
          {children.slice(0, cut)}
          <span className="code-hyphen">-</span>
          {children.slice(cut + 1)}
        </>
      )}
    </bdi>
  )
}

export const FileName = ({ children }: { children: string }) => <bdi dir="ltr">{children}</bdi>
