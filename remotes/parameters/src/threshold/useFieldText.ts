import { useTranslation } from '@cuadre/shell'
import { formatMoney, formatPercent, useLocale } from '@cuadre/ui'

export const FIELDS = ['BASE', 'MONTO', 'PORCENTAJE', 'COMPARAR', 'PISO_TRIVIAL', 'FACTOR_A', 'FACTOR_M', 'FACTOR_B'] as const
type Field = (typeof FIELDS)[number]

/** A field of a threshold, as it was kept, in words. */
export function useFieldText() {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  return (field: Field, value: unknown) => {
    const kept = String(value)
    if (field === 'BASE') return t(`threshold.bases.${kept}`)
    if (field === 'COMPARAR') return t(`threshold.comparisons.${kept}`)
    if (field === 'PORCENTAJE' || field === 'PISO_TRIVIAL') return formatPercent(kept, locale, { decimals: 2 })
    return formatMoney(kept, locale)
  }
}
