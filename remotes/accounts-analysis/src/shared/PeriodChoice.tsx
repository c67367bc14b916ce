import { formatMonth, useLocale } from '@cuadre/ui'
import { Menu } from '@cuadre/ui/overlay'
import { ChevronsUpDown } from 'lucide-react'

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
    <Menu
      align="end"
      entries={periods.map(({ id, nombre }) => ({
        label: formatMonth(nombre, locale),
        current: id === value,
        onSelect: () => onChange(id),
      }))}
      trigger={
        <button type="button" className="btn btn-ghost btn-sm" aria-label={`${label}: ${name}`}>
          {name}
          <ChevronsUpDown aria-hidden />
        </button>
      }
    />
  )
}
