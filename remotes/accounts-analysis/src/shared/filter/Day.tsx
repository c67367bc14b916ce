import { CalendarButton, formatDate, parseDate, useLocale, useTexts } from '@cuadre/ui'
import { useEffect, useId, useState } from 'react'

interface Props {
  label: string
  /** ISO: '2026-11-06'. */
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** A day to filter by, written as the rest of the screen writes it or chosen from the browser's calendar. Asked for when one leaves the field. */
export function Day({ label, value, onChange }: Props) {
  const texts = useTexts()
  const locale = useLocale()
  const id = useId()
  const written = value ? formatDate(value, locale) : ''
  const [text, setText] = useState(written)
  const [wrong, setWrong] = useState(false)
  useEffect(() => setText(written), [written])
  const ask = () => {
    const day = text.trim() ? parseDate(text) : ''
    setWrong(day === undefined)
    if (day === undefined) return
    setText(day && formatDate(day, locale))
    if (day !== (value ?? '')) onChange(day || undefined)
  }
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="affix">
        <input
          id={id}
          className="input"
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          placeholder={texts.datePattern}
          value={text}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? `${id}-wrong` : undefined}
          onChange={(event) => {
            setText(event.target.value)
            setWrong(false)
          }}
          onBlur={ask}
          onKeyDown={(event) => event.key === 'Enter' && ask()}
        />
        <CalendarButton
          of={label}
          value={value ?? ''}
          onChange={(day) => {
            setWrong(false)
            onChange(day || undefined)
          }}
        />
      </div>
      {wrong && (
        <div id={`${id}-wrong`} className="error" role="alert">
          {texts.invalidDate}
        </div>
      )}
    </div>
  )
}
