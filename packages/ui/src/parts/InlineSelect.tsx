import { ChevronsUpDown } from 'lucide-react'

export interface InlineSelectProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** One of a few, as text in a heading's line: the platform's own list, which a phone and a keyboard know how to open. */
export const InlineSelect = ({ label, value, options, onChange }: InlineSelectProps) => (
  <label className="inline-select">
    <span>{options.find((option) => option.value === value)?.label ?? ''}</span>
    <ChevronsUpDown aria-hidden />
    <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
)
