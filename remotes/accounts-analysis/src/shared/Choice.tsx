import { useId } from 'react'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
}

/** One of a few, in a dialog that is no form. */
export function Choice({ label, value, onChange, options }: Props) {
  const id = useId()
  return (
    <label className="field" htmlFor={id}>
      <span className="label">{label}</span>
      <select id={id} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
