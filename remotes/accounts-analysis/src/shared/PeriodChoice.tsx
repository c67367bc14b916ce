import { formatMonth, InlineSelect, useLocale } from '@cuadre/ui'

interface Props {
  label: string
  /** id and 'YYYY-MM', newest first. */
  periods: readonly { id: number; nombre: string }[]
  value: number | undefined
  onChange: (id: number) => void
}

/** The month in view; one that is alone needs no choice. */
export function PeriodChoice({ label, periods, value, onChange }: Props) {
  const locale = useLocale()
  const name = formatMonth(periods.find(({ id }) => id === value)?.nombre, locale)
  if (periods.length < 2) return <span className="small medium nowrap">{name}</span>
  return (
    <InlineSelect
      label={label}
      value={String(value ?? '')}
      options={periods.map(({ id, nombre }) => ({ value: String(id), label: formatMonth(nombre, locale) }))}
      onChange={(id) => onChange(Number(id))}
    />
  )
}
