import { useTranslation } from '@cuadre/shell'
import { formatCount, formatMonth, useLocale } from '@cuadre/ui'

/** Months in words, however many lie between the first and the last: '9 meses, de enero de 2026 a octubre de 2026'. */
export function useSpan() {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  return (months: readonly string[]) => {
    const [first, last] = [[...months].sort()[0], [...months].sort().at(-1)]
    if (!first || !last) return ''
    return first === last
      ? formatMonth(first, locale)
      : t('list.span', {
          count: months.length,
          n: formatCount(months.length, locale),
          from: formatMonth(first, locale),
          to: formatMonth(last, locale),
        })
  }
}
