import { listMonthsAndYears } from '@cuadre/api/period'
import { query, useTranslation } from '@cuadre/shell'
import { formatMonth, InlineSelect, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { monthsOf } from './months.ts'

type Props = { shown: { PERIODO: string } | null | undefined; since: number | undefined; onChange: (id: string | undefined) => void }

/** The first month of a range that ends in the one shown; at most two years before it. */
export function SinceChoice({ shown, since, onChange }: Props) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const months = monthsOf(useQuery(query(listMonthsAndYears)).data ?? { years: [], months: [] })
  if (!shown) return null
  return (
    <InlineSelect
      label={t('filters.since')}
      value={String(since ?? '')}
      options={[
        { value: '', label: t('filters.oneMonth') },
        ...months
          .filter(({ name }) => name < shown.PERIODO)
          .slice(0, 24)
          .map(({ id, name }) => ({ value: String(id), label: t('filters.sinceMonth', { month: formatMonth(name, locale) }) })),
      ]}
      onChange={(value) => onChange(value || undefined)}
    />
  )
}
