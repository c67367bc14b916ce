import type { Conversion } from '@cuadre/api/item'
import { useTranslation } from '@cuadre/shell'
import { formatCount, formatDate, formatMoney, formatRate, Note, useLocale } from '@cuadre/ui'

/** At which rates, and of which day, amounts were converted. */
export function ConversionNote({ of: { MONEDA, tasas } }: { of: Pick<Conversion, 'MONEDA' | 'tasas'> }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const rates = tasas.map((rate) =>
    t('conversion.rate', {
      from: rate.MONEDA,
      to: MONEDA,
      rate: formatRate(rate.TASA, locale),
      day: formatDate(rate.FECHA_TASA, locale),
    }),
  )
  return (
    <p className="small muted">
      {tasas.length === 0
        ? t('conversion.noRates', { currency: MONEDA })
        : t('conversion.at', { currency: MONEDA, rates: rates.join('; ') })}
    </p>
  )
}

/** What is in no converted figure, because its currency has no rate in the month: how many, and how much. */
export function LeftOut({ of }: { of: Conversion['sinTasa'] }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  if (of.length === 0) return null
  const parts = of.map(({ MONEDA, n, monto }) =>
    t('conversion.left', { count: n, n: formatCount(n, locale), currency: MONEDA, amount: formatMoney(monto, locale) }),
  )
  return <Note kind="warning">{t('conversion.out', { parts: new Intl.ListFormat(locale).format(parts) })}</Note>
}
