import { ChevronsUpDown } from 'lucide-react'

interface InlineSelectProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A native select that looks like text, for a heading. */
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
