import { useTranslation } from '@cuadre/shell'
import { useLocale } from '@cuadre/ui'
import type { Table } from '@cuadre/ui/data'
import { parseMoney } from '@cuadre/ui/forms'
import { useEffect, useState } from 'react'

/** From which change on, in amount and in per cent; in the address like every filter. */
export function Thresholds({ table }: { table: Table }) {
  return (
    <>
      <From table={table} name="minCambio" />
      <From table={table} name="minPorcentaje" />
    </>
  )
}

function From({ table, name }: { table: Table; name: 'minCambio' | 'minPorcentaje' }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const applied = table.state.filters[name]?.[0] ?? ''
  const shown = locale === 'es' ? applied.replace('.', ',') : applied
  const [text, setText] = useState(shown)
  const [wrong, setWrong] = useState(false)
  useEffect(() => setText(shown), [shown])
  const apply = () => {
    const value = text.trim() === '' ? '' : parseMoney(text, locale)
    const fits = value === '' || (value !== undefined && /^\d{1,15}(\.\d{1,2})?$/.test(value))
    setWrong(!fits)
    if (fits && value !== applied) table.filter(name, value ? [value] : [])
  }
  return (
    <label className="row small load-threshold">
      <span className="muted">{t(`balance.move.${name}`)}</span>
      <input
        className="input num"
        inputMode="decimal"
        aria-invalid={wrong || undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={apply}
        onKeyDown={(event) => event.key === 'Enter' && apply()}
      />
    </label>
  )
}
