import { ChevronsUpDown } from 'lucide-react'

type Props = {
  label: string
  value: number | null
  /** Its name, where it is not (any more) one of those that can be chosen: it holds all the same. */
  current?: string | null
  all?: string
  options: { id: number; name: string }[]
  onChange: (id: number | null) => void
}

/** A native select in the bar. */
export function Choice({ label, value, current, all, options: choosable, onChange }: Props) {
  const missing = value !== null && current && !choosable.some(({ id }) => id === value)
  const options = missing ? [...choosable, { id: value, name: current }] : choosable
  const chosen = options.find(({ id }) => id === value)?.name ?? all ?? ''
  if (options.length <= 1 && (!all || options.length === 0))
    return (
      <span className="choice" title={chosen}>
        <small>{label}</small> <span className="choice-value">{chosen}</span>
      </span>
    )
  return (
    <label className="choice choice-open" title={chosen}>
      <small>{label}</small> <span className="choice-value">{chosen}</span>
      <ChevronsUpDown aria-hidden />
      <select value={value ?? ''} onChange={(event) => onChange(event.target.value ? Number(event.target.value) : null)} aria-label={label}>
        {all && <option value="">{all}</option>}
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
