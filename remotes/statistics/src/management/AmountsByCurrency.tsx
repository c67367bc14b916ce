import { Money } from '@cuadre/ui'
import { type Amounts, isZero } from './sums.ts'

/** One figure a currency; the currency stands beside it unless a header has said it. Zeros only where there is nothing else. */
export function AmountsByCurrency({ amounts, named }: { amounts: Amounts; named: boolean }) {
  const open = amounts.filter(({ monto }) => !isZero(monto))
  const shown = open.length > 0 ? open : amounts.slice(0, 1)
  const [first] = shown
  if (!first) return <Money value={null} />
  if (shown.length === 1) return <Money value={first.monto} currency={named && open.length > 0 ? first.MONEDA : undefined} />
  return (
    <span className="amounts">
      {shown.map(({ MONEDA, monto }) => (
        <Money key={MONEDA} value={monto} currency={MONEDA} />
      ))}
    </span>
  )
}
