import { FIGURE_LIST } from '@cuadre/api/item'
import { trafficLight } from '@cuadre/api/light'
import { useTranslation } from '@cuadre/shell'
import { sumsByCurrency } from '@cuadre/tables/format/cents'
import { formatCount, formatMonth, formatPercent, LIGHT, useLocale } from '@cuadre/ui'
import { type Kpi, KpiLine } from '@cuadre/ui/data'
import { useListLink } from '../shared/items/listQuery.ts'
import { percentOf } from '../shared/ratio.ts'
import { AmountsByCurrency } from './AmountsByCurrency.tsx'
import type { Management } from './sums.ts'

/** What stands behind the four figures: balances that are there, what of them is supported, what came late, and how long closing takes. */
export function ClosingFacts({ data }: { data: Management }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const link = useListLink()
  const { saldos, cierre, total, period } = data
  const percent = (ratio: number | null) => formatPercent(percentOf(ratio), locale)
  const missing = saldos.esperados - saldos.cargados
  const loaded = trafficLight(saldos.parte)
  const without = saldos.negociosSinCargar
  const supported = total.sustentado.filter(({ parte }) => parte !== null)
  const [only, ...others] = supported
  const kpis: Kpi[] = [
    {
      label: t('facts.late'),
      value: formatCount(total.fueraDePlazo, locale),
      to: total.fueraDePlazo > 0 ? link({ periodId: period?.COD_PERIODO, ...FIGURE_LIST.fueraDePlazo }) : undefined,
      note: t('facts.lateNote'),
    },
    {
      label: t('facts.supported'),
      value: only && others.length === 0 ? percent(only.parte) : supported.length === 0 ? '—' : <Shares of={supported} />,
      to: link({ periodId: period?.COD_PERIODO, ...FIGURE_LIST.aprobados }),
      note: t('facts.supportedNote'),
    },
    {
      label: t('facts.unsupported'),
      value: <AmountsByCurrency amounts={sumsByCurrency(total.sinSustentar)} named />,
      to: link({ periodId: period?.COD_PERIODO, ...FIGURE_LIST.sinEnviar }),
      note: t('facts.unsupportedNote'),
    },
    {
      label: t('facts.balances'),
      value: percent(saldos.parte),
      light: loaded ? LIGHT[loaded] : undefined,
      note:
        missing === 0
          ? t('facts.allLoaded', { count: saldos.esperados, n: formatCount(saldos.esperados, locale) })
          : t('facts.missing', { count: missing, n: formatCount(missing, locale), of: formatCount(saldos.esperados, locale) }) +
            (without > 0 ? t('facts.businesses', { count: without, n: formatCount(without, locale) }) : ''),
    },
    {
      label: t('facts.closing'),
      value: cierre ? formatCount(cierre.dias, locale) : '—',
      unit: cierre ? t('facts.workingDays', { count: cierre.dias }) : undefined,
      note: cierre ? t('facts.closingNote', { month: formatMonth(cierre.PERIODO, locale) }) : t('facts.neverClosed'),
    },
  ]
  return <KpiLine kpis={kpis} />
}

/** A share of each currency: they are never added. */
function Shares({ of }: { of: Management['total']['sustentado'] }) {
  const locale = useLocale()
  return (
    <span className="amounts">
      {of.map(({ MONEDA, parte }) => (
        <span key={MONEDA}>
          {formatPercent(percentOf(parte), locale)} <small>{MONEDA}</small>
        </span>
      ))}
    </span>
  )
}
