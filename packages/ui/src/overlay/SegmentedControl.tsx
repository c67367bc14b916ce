import { type ReactNode, useId } from 'react'

interface SegmentedControlProps<V extends string> {
  label: string
  value: V
  onChange: (value: V) => void
  options: readonly { value: V; label: ReactNode; icon?: ReactNode }[]
  /** Takes the full width. */
  stretch?: boolean
}

/** Styled radio buttons: the browser handles the arrow keys. */
export const SegmentedControl = <V extends string>({ label, value, onChange, options, stretch }: SegmentedControlProps<V>) => {
  const name = useId()
  return (
    <div className="segments" role="radiogroup" aria-label={label} data-stretch={stretch || undefined}>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.icon}
          {option.label}
        </label>
      ))}
    </div>
  )
}
