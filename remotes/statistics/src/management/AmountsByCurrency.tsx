import { useTranslation } from '@cuadre/shell'
import { isZero } from '@cuadre/tables/format/cents'
import { Money } from '@cuadre/ui'
import type { Amounts, Converted } from './sums.ts'

/** One figure a currency; the currency stands beside it unless a header has said it. Zeros only where there is nothing else. */
export function AmountsByCurrency({ amounts, named, converted }: { amounts: Amounts; named: boolean; converted?: Converted | undefined }) {
  const open = amounts.filter(({ monto }) => !isZero(monto))
  const shown = open.length > 0 ? open : amounts.slice(0, 1)
  const [first] = shown
  if (!first) return <Money value={null} />
  // In the group's currency already: nothing to convert.
  const more = converted && open.some(({ MONEDA }) => MONEDA !== converted.MONEDA) ? <InGroup of={converted} /> : null
  if (shown.length === 1 && !more) return <Money value={first.monto} currency={named && open.length > 0 ? first.MONEDA : undefined} />
  return (
    <span className="amounts">
      {shown.map(({ MONEDA, monto }) => (
        <Money key={MONEDA} value={monto} currency={MONEDA} />
      ))}
      {more}
    </span>
  )
}

/** The figure in the group's currency, said to be converted, and what it leaves out. */
export function InGroup({ of: { MONEDA, monto, sinTasa } }: { of: Converted }) {
  const { t } = useTranslation('statistics')
  return (
    <small className="muted">
      {t('conversion.converted')} <Money value={monto} currency={MONEDA} />
      {sinTasa.length > 0 && <> · {t('conversion.without', { currencies: sinTasa.join(', ') })}</>}
    </small>
  )
}
