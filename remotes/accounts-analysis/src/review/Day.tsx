import { formatDate, parseDate, useLocale, useTexts } from '@cuadre/ui'
import { Calendar } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'

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
  const calendar = useRef<HTMLInputElement>(null)
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
        <button
          type="button"
          className="affix-end"
          aria-label={`${texts.openCalendar}: ${label}`}
          onClick={() => calendar.current?.showPicker?.()}
        >
          <Calendar aria-hidden />
        </button>
        <input
          ref={calendar}
          type="date"
          tabIndex={-1}
          aria-hidden
          value={value ?? ''}
          onChange={(event) => {
            setWrong(false)
            onChange(event.target.value || undefined)
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
