import { Calendar } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '../uiContext.ts'

interface CalendarButtonProps {
  /** ISO date; '' when empty. */
  value: string
  onChange: (day: string) => void
  /** ISO dates. */
  min?: string
  max?: string
  /** The field's label, where a page has several such buttons. */
  of?: string
  disabled?: boolean
}

/** Opens the browser's calendar for a date field. Keyboard users type into the field, so it is not in the tab order. */
export const CalendarButton = ({ value, onChange, min, max, of, disabled }: CalendarButtonProps) => {
  const texts = useTexts()
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className="affix-end"
        aria-label={[texts.openCalendar, of].filter(Boolean).join(': ')}
        disabled={disabled}
        onClick={() => calendar.current?.showPicker?.()}
      >
        <Calendar aria-hidden />
      </button>
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden
        min={min}
        max={max}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}
