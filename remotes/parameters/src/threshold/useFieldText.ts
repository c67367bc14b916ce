import { useTranslation } from '@cuadre/shell'
import { formatMoney, formatPercent, useLocale } from '@cuadre/ui'
import type { Field } from './ThresholdDrawer.tsx'

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
