import type { Answer } from '@cuadre/api/endpoint'
import type { dashboardControl } from '@cuadre/api/home'
import { useTranslation } from '@cuadre/shell'
import { formatCount, Note, useLocale } from '@cuadre/ui'
import { CircleCheck } from 'lucide-react'

/** Beside the progress of a month: how many of the balances expected are there. A month with few of them is not done. */
export function LoadedBalances({ of }: { of: Answer<typeof dashboardControl>['saldos'] | undefined }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  if (!of || of.parte === null) return null
  const { esperados, cargados, negociosSinCargar } = of
  const missing = esperados - cargados
  const about = { n: formatCount(cargados, locale), total: formatCount(esperados, locale) }
  if (missing === 0)
    return (
      <p className="small row muted loaded-balances">
        <CircleCheck aria-hidden size={14} /> {t('home.balances.all', { ...about, count: esperados })}
      </p>
    )
  return (
    <div className="loaded-balances">
      <Note kind="warning">
        <b className="strong">{t('home.balances.some', about)}</b>{' '}
        {t('home.balances.missing', { count: missing, n: formatCount(missing, locale) })}{' '}
        {negociosSinCargar > 0 && t('home.balances.businesses', { count: negociosSinCargar, n: formatCount(negociosSinCargar, locale) })}
      </Note>
    </div>
  )
}
