import { pageLink } from '@cuadre/api/pages'
import { useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, buttonClass, EmptyState, formatMonth, TextLink, useLocale, useTexts } from '@cuadre/ui'
import { SearchX } from 'lucide-react'
import { periodAsked } from './months.ts'

/** Why there is nothing to show of a month, and what comes next. */
export function NothingYet({ period }: { period: { PERIODO: string } | null }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const can = useCan()
  const [params, setParams] = useSearchParams()
  const load = can('accounts.balance.load') && (
    <TextLink href={pageLink('/cuentas/carga-balance')} className={buttonClass()}>
      {t('empty.load')}
    </TextLink>
  )
  if (period)
    return (
      <EmptyState title={t('empty.month', { month: formatMonth(period.PERIODO, locale) })} actions={load}>
        {t('empty.monthHint')}
      </EmptyState>
    )
  if (periodAsked(params) !== undefined) {
    const current = () => {
      const next = new URLSearchParams(params)
      next.delete('periodo')
      setParams(next)
    }
    return (
      <EmptyState title={t('empty.unknown')} actions={<Button onClick={current}>{t('empty.current')}</Button>}>
        {t('empty.unknownHint')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('empty.none')}
      actions={
        can('admin.period.write') && (
          <TextLink href={pageLink('/periodos/crear')} className={buttonClass()}>
            {t('empty.open')}
          </TextLink>
        )
      }
    >
      {t('empty.noneHint')}
    </EmptyState>
  )
}

/** Of a month or year there are analyses, but none with what is chosen. */
export function NothingMatches({ of, onClear }: { of: string; onClear: () => void }) {
  const { t } = useTranslation('statistics')
  const texts = useTexts()
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t('empty.filtered', { month: of })}
      actions={<Button onClick={onClear}>{texts.clearAll}</Button>}
    />
  )
}
