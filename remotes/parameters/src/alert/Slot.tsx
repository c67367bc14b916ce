import { Popover } from '@cuadre/ui/overlay'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'

interface SlotProps {
  label: string
  text: string
  /** Nothing has been chosen. */
  unset?: boolean
  disabled?: boolean
  children: (close: () => void) => ReactNode
}

/** A part of a sentence that can be another. */
export function Slot({ label, text, unset, disabled, children }: SlotProps) {
  const [open, setOpen] = useState(false)
  if (disabled) return <b className="strong">{text}</b>
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="slot" data-unset={unset || undefined} aria-label={`${label}: ${text}`}>
          {text}
          <ChevronDown aria-hidden />
        </button>
      }
    >
      {children(() => setOpen(false))}
    </Popover>
  )
}

type Choice<V extends string> = { value: V; label: string; hint?: string | undefined }

/** One of many. Arrows go from one to the next; a click, the space bar or Enter is done with it. */
export function Lines<V extends string>({
  options,
  value,
  onChoose,
  onDone,
}: {
  options: readonly Choice<V>[]
  value: V
  onChoose: (value: V) => void
  onDone: () => void
}) {
  const name = useId()
  const walking = useRef(false)
  return (
    <div className="options">
      {options.map((option) => (
        <label key={option.value} className="option">
          <input
            type="radio"
            className="radio"
            name={name}
            checked={option.value === value}
            onKeyDown={({ key }) => {
              walking.current = key.startsWith('Arrow')
              if (key === 'Enter') onDone()
            }}
            onKeyUp={() => {
              walking.current = false
            }}
            onChange={() => {
              onChoose(option.value)
              if (!walking.current) onDone()
            }}
          />
          <span>
            {option.label}
            {option.hint && <small className="muted"> {option.hint}</small>}
          </span>
        </label>
      ))}
    </div>
  )
}

/** Several of many. */
export function Checks({
  options,
  values,
  onChange,
}: {
  options: readonly Choice<string>[]
  values: readonly string[]
  onChange: (values: string[]) => void
}) {
  return (
    <div className="options">
      {options.map(({ value, label }) => (
        <label key={value} className="option">
          <input
            type="checkbox"
            className="checkbox"
            checked={values.includes(value)}
            onChange={(event) => onChange(event.target.checked ? [...values, value] : values.filter((one) => one !== value))}
          />
          {label}
        </label>
      ))}
    </div>
  )
}
