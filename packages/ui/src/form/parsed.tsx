import { type ReactNode, useRef, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { formatDate, parseDate } from '../format/dates.ts'
import { formatMoney, formatRate, parseMoney, parseRate } from '../format/money.ts'
import { CalendarButton } from '../parts/CalendarButton.tsx'
import { useLocale, useTexts } from '../uiContext.ts'
import { type FieldProps, rule, useField } from './context.ts'
import { Frame } from './Frame.tsx'

/*
 * Fields whose text differs from their value: an amount, a number, a date. Text is parsed on every key press; text that
 * cannot be parsed stays and is invalid. On blur the value is formatted as everywhere else.
 */
type Value = string | number | null

interface ParsedProps extends FieldProps {
  parse: (text: string) => Value | undefined
  show: (value: Value) => string
  /** Error message for text that cannot be parsed. */
  invalid: string
  /** The value of an empty field. */
  empty: Value
  check?: (value: Value) => string | undefined
  numeric?: boolean
  placeholder?: string
  /** At the end, inside the field. */
  end?: (set: (value: Value) => void, value: Value) => ReactNode
}

/** Stored in the form for text that could not be parsed, so that it is never taken for a value. */
interface Unparsed {
  unparsed: string
}
const isUnparsed = (value: unknown): value is Unparsed => typeof value === 'object' && value !== null && 'unparsed' in value

const ParsedField = (props: ParsedProps) => {
  const { name, optional, disabled, validate, parse, show, invalid, empty, check, numeric, placeholder, end } = props
  const texts = useTexts()
  const { form, id, error, attributes } = useField(props)
  const { field } = useController<FieldValues>({
    name,
    control: form.control,
    rules: {
      validate: {
        filled: (value: unknown) => (optional || !(value === empty || value == null || value === '') ? undefined : texts.required),
        read: (value: unknown) => (isUnparsed(value) ? invalid : undefined),
        check: (value: unknown) => (value === empty || value == null || isUnparsed(value) ? undefined : check?.(value as Value)),
        own: async (value: unknown, values: object) =>
          value === empty || value == null || isUnparsed(value) ? undefined : rule(validate)?.(value, values),
      },
    },
  })
  const toText = (value: unknown) =>
    isUnparsed(value) ? value.unparsed : value === empty || value == null || value === '' ? '' : show(value as Value)
  const [text, setText] = useState(() => toText(field.value))
  const emitted = useRef<unknown>(field.value)
  // The value was changed from outside: the form was filled or reset.
  if (!Object.is(emitted.current, field.value)) {
    emitted.current = field.value
    setText(toText(field.value))
  }
  const emit = (value: unknown) => {
    emitted.current = value
    field.onChange(value)
  }
  return (
    <Frame {...props} id={id} error={error}>
      <div className="affix">
        <input
          ref={field.ref}
          name={field.name}
          className={numeric ? 'input num end' : 'input'}
          dir="ltr"
          inputMode={numeric ? 'decimal' : 'numeric'}
          autoComplete="off"
          placeholder={placeholder}
          disabled={disabled}
          aria-required={!optional}
          {...attributes}
          value={text}
          onChange={(event) => {
            const typed = event.target.value
            setText(typed)
            const value = typed.trim() === '' ? empty : parse(typed)
            emit(value === undefined ? { unparsed: typed } : value)
          }}
          onBlur={() => {
            setText(toText(field.value))
            field.onBlur()
          }}
        />
        {end?.(
          (value) => {
            emit(value)
            setText(toText(value))
          },
          isUnparsed(field.value) ? empty : field.value,
        )}
      </div>
    </Frame>
  )
}

interface MoneyFieldProps extends FieldProps {
  /** Shown at the end of the field: BRL. */
  currency?: string
  decimals?: number
  /** Refuses negative amounts with this message. */
  positive?: string
}

/** Accepts 1.234,56 and 1,234.56; its value is '1234.56', a decimal string, or '' when empty. */
export const MoneyField = ({ currency, decimals = 2, positive, ...props }: MoneyFieldProps) => {
  const locale = useLocale()
  const texts = useTexts()
  return (
    <ParsedField
      {...props}
      numeric
      empty=""
      invalid={texts.invalidMoney}
      parse={(text) => parseMoney(text, locale, decimals)}
      show={(value) => formatMoney(value, locale, { decimals })}
      check={(value) => (positive && String(value).startsWith('-') ? positive : undefined)}
      end={currency ? () => <span className="affix-end">{currency}</span> : undefined}
    />
  )
}

/** An exchange rate: its value is '0.1837', a decimal string, or '' when empty. `invalid` says how to write one. */
export const RateField = ({ invalid, currency, ...props }: FieldProps & { invalid: string; currency: string }) => {
  const locale = useLocale()
  return (
    <ParsedField
      {...props}
      numeric
      empty=""
      invalid={invalid}
      parse={(text) => parseRate(text, locale)}
      show={(value) => formatRate(String(value), locale)}
      end={() => <span className="affix-end">{currency}</span>}
    />
  )
}

interface NumberFieldProps extends FieldProps {
  min?: number
  max?: number
  decimals?: number
  unit?: string
}

/** Its value is a number, or null when empty. */
export const NumberField = ({ min, max, decimals = 0, unit, ...props }: NumberFieldProps) => {
  const locale = useLocale()
  const texts = useTexts()
  return (
    <ParsedField
      {...props}
      numeric
      empty={null}
      invalid={decimals === 0 ? texts.invalidInteger : texts.invalidNumber}
      parse={(text) => {
        const read = parseMoney(text, locale, decimals)
        return read === undefined ? undefined : Number(read)
      }}
      show={(value) => formatMoney(value, locale, { decimals })}
      check={(value) =>
        (min !== undefined && Number(value) < min) || (max !== undefined && Number(value) > max) ? texts.between(min, max) : undefined
      }
      end={unit ? () => <span className="affix-end">{unit}</span> : undefined}
    />
  )
}

interface DateFieldProps extends FieldProps {
  /** ISO dates. */
  min?: string
  max?: string
}

/** Typed as DD-MM-YYYY or picked in the browser's calendar; its value is '2026-11-06', or '' when empty. */
export const DateField = ({ min, max, ...props }: DateFieldProps) => {
  const locale = useLocale()
  const texts = useTexts()
  return (
    <ParsedField
      {...props}
      empty=""
      invalid={texts.invalidDate}
      placeholder={texts.datePattern}
      parse={parseDate}
      show={(value) => formatDate(String(value), locale)}
      check={(value) =>
        (min && String(value) < min) || (max && String(value) > max)
          ? texts.between(min && formatDate(min, locale), max && formatDate(max, locale))
          : undefined
      }
      end={(set, value) => <CalendarButton value={String(value ?? '')} onChange={set} min={min} max={max} disabled={props.disabled} />}
    />
  )
}
