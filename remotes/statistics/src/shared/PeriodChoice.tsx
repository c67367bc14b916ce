import { listMonthsAndYears } from '@cuadre/api/period'
import { query, useSearchParams, useTranslation } from '@cuadre/shell'
import { formatMonth, InlineSelect, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { monthsOf, periodAsked } from './months.ts'

/** The month in view, in the address as `periodo`; `shown` is the one that the answer is about. */
export function PeriodChoice({ shown }: { shown: { COD_PERIODO: number; PERIODO: string } | null | undefined }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const [params, setParams] = useSearchParams()
  const months = monthsOf(useQuery(query(listMonthsAndYears)).data ?? { years: [], months: [] })
  const chosen = periodAsked(params) ?? shown?.COD_PERIODO
  const name = months.find(({ id }) => id === chosen)?.name ?? shown?.PERIODO
  if (!name && months.length === 0) return null
  const choose = (id: number) => {
    const next = new URLSearchParams(params)
    next.set('periodo', String(id))
    setParams(next)
  }
  return (
    <InlineSelect
      label={t('period.choose')}
      value={String(chosen ?? '')}
      // As wide before the others are known.
      options={(months.length > 0 || !name ? months : [{ id: chosen ?? 0, name }]).map(({ id, name: month }) => ({
        value: String(id),
        label: formatMonth(month, locale),
      }))}
      onChange={(id) => choose(Number(id))}
    />
  )
}
