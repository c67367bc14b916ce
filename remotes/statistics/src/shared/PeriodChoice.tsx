import { listMonthsAndYears } from '@cuadre/api/period'
import { query, useSearchParams, useTranslation } from '@cuadre/shell'
import { formatMonth, InlineSelect, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { monthBefore, monthsOf, periodAsked } from './months.ts'
import './periodChoice.css'

/** The month in view, in the address as `periodo`; `shown` is the one that the answer is about, null where there is none. */
export function PeriodChoice({ shown }: { shown: { COD_PERIODO: number; PERIODO: string } | null | undefined }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const [params, setParams] = useSearchParams()
  const { data, isLoading } = useQuery(query(listMonthsAndYears))
  const months = monthsOf(data ?? { years: [], months: [] })
  const chosen = periodAsked(params) ?? shown?.COD_PERIODO
  const name = months.find(({ id }) => id === chosen)?.name ?? shown?.PERIODO
  if (!name && months.length === 0 && !isLoading) return null
  const choose = (id: number) => {
    const next = new URLSearchParams(params)
    next.set('periodo', String(id))
    setParams(next)
  }
  return (
    <span className="period-choice">
      {/* As wide before it is known which month it is, so that nothing beside it moves. */}
      <span aria-hidden>{formatMonth(monthBefore(new Date()), locale)}</span>
      {(name || months.length > 0) && (
        <InlineSelect
          label={t('period.choose')}
          value={String(chosen ?? '')}
          options={[
            ...(name || shown === undefined ? [] : [{ value: String(chosen ?? ''), label: t('period.choose') }]),
            ...(months.length > 0 || !name ? months : [{ id: chosen ?? 0, name }]).map(({ id, name: month }) => ({
              value: String(id),
              label: formatMonth(month, locale),
            })),
          ]}
          onChange={(id) => choose(Number(id))}
        />
      )}
    </span>
  )
}
