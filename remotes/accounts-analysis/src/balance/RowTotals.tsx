import type { listLoadRows } from '@cuadre/api/balance'
import type { Answer } from '@cuadre/api/endpoint'
import { useTranslation } from '@cuadre/shell'
import { Delta, Money } from '@cuadre/ui'
import { useCounted } from '../shared/counted.ts'

/** What the rows of the list add up to, all of them and not only those of the page. */
export function RowTotals({ totals }: { totals: Answer<typeof listLoadRows>['totales'] }) {
  const { t } = useTranslation('accounts-analysis')
  const counted = useCounted()
  return (
    <ul className="load-totals small" aria-label={t('balance.move.totals')}>
      {totals.map(({ MONEDA, cuentas, saldoVigente, saldoDespues, cambio }) => (
        <li key={MONEDA}>
          <span className="muted">{t('balance.move.of', counted(cuentas))}</span> {t('balance.now')}{' '}
          <Money value={saldoVigente} currency={MONEDA} /> · {t('balance.after')} <Money value={saldoDespues} currency={MONEDA} /> ·{' '}
          {t('balance.change')} <Delta value={cambio} />
        </li>
      ))}
    </ul>
  )
}
