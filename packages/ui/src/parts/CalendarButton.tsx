import { Calendar } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '../uiContext.ts'

interface CalendarButtonProps {
  /** ISO day; '' when empty. */
  value: string
  onChange: (day: string) => void
  /** ISO days. */
  min?: string
  max?: string
  /** Where a screen has several: of which field it is. */
  of?: string
  disabled?: boolean
}

/** Opens the browser's own calendar at the end of a field whose day is written; for the keyboard the field itself is there. */
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
