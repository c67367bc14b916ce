import { STATE_NAMES, type StateName } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { useTexts } from '@cuadre/ui'
import { useEffect, useId, useState } from 'react'
import './filter.css'

/** Fields of filters that have no chip of their own, in a panel (`filter-panel`). */

interface ChecksProps<T extends string> {
  legend: string
  names: readonly T[]
  value: readonly T[]
  text: (name: T) => string
  onChange: (names: T[]) => void
}
export const Checks = <T extends string>({ legend, names, value, text, onChange }: ChecksProps<T>) => (
  <fieldset>
    <legend className="label">{legend}</legend>
    {names.map((name) => (
      <Check
        key={name}
        label={text(name)}
        checked={value.includes(name)}
        onChange={(checked) => onChange(checked ? [...value, name] : value.filter((other) => other !== name))}
      />
    ))}
  </fieldset>
)
export const Check = ({ label, checked, onChange }: { label: string; checked: boolean; onChange: (checked: boolean) => void }) => (
  <label className="option">
    <input type="checkbox" className="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    {label}
  </label>
)

interface OneOfProps {
  label: string
  value: number | undefined
  options: readonly { id: number; nombre: string }[]
  /** Of options, from which there is something to choose. */
  least?: number
  onChange: (id: number | undefined) => void
}
/** One, or all of them. */
export function OneOf({ label, value, options, least = 2, onChange }: OneOfProps) {
  const { t } = useTranslation('accounts-analysis')
  const id = useId()
  if (options.length < least && value === undefined) return null
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="input" value={value ?? 0} onChange={(event) => onChange(Number(event.target.value) || undefined)}>
        <option value={0}>{t('review.all')}</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.nombre}
          </option>
        ))}
      </select>
    </div>
  )
}

/** One of the three states; several of an address stay until another choice. */
export function StateChoice(props: { label: string; value: readonly StateName[]; onChange: (states: StateName[]) => void }) {
  const { label, value, onChange } = props
  const { t } = useTranslation('accounts-analysis')
  const texts = useTexts()
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="input"
        value={value.length > 1 ? 'several' : (value[0] ?? '')}
        onChange={(event) => onChange(STATE_NAMES.filter((name) => name === event.target.value))}
      >
        <option value="">{t('review.all')}</option>
        {value.length > 1 && <option value="several">{value.map((name) => texts.states[name]).join(', ')}</option>}
        {STATE_NAMES.map((name) => (
          <option key={name} value={name}>
            {texts.states[name]}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Part of a department's name, asked for when one leaves the field: each letter would be another list. */
export function DepartmentName({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const { t } = useTranslation('accounts-analysis')
  const id = useId()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const ask = () => text.trim() !== value && onChange(text.trim())
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {t('review.departmentName')}
      </label>
      <input
        id={id}
        className="input"
        maxLength={120}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={ask}
        onKeyDown={(event) => event.key === 'Enter' && ask()}
      />
    </div>
  )
}
