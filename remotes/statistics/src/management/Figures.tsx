import { FIGURE_LIST } from '@cuadre/api/item'
import { useTranslation } from '@cuadre/shell'
import { isZero, sumsByCurrency } from '@cuadre/tables/format/cents'
import { formatCount, formatMoney, formatPercent, LIGHT, lightOf, Skeleton, useLocale } from '@cuadre/ui'
import { type Kpi, KpiLine } from '@cuadre/ui/data'
import { type ListQuery, useListLink } from '../shared/items/listQuery.ts'
import { monthName } from '../shared/months.ts'
import { percentOf, pointsBetween } from '../shared/ratio.ts'
import { AmountsByCurrency, InGroup } from './AmountsByCurrency.tsx'
import { convertedOf, type Management, shareOf } from './sums.ts'

/** Characters of an amount from which it is written smaller: thousands of millions. */
const LONG = 13
/** Percent that two decimals still show. */
const LEAST = 0.01

/** How the close stands, in four figures. */
export function Figures({ data }: { data: Management | undefined }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const link = useListLink()
  const names = [t('figures.progress'), t('figures.onTime'), t('figures.completed'), t('figures.unexplained')] as const
  if (!data) return <KpiLine kpis={names.map((label) => ({ label, value: <Skeleton width={96} height={20} />, note: <>&nbsp;</> }))} />

  const { total, serie, porNegocio } = data
  const to = (more: ListQuery) => link({ periodId: data.period?.COD_PERIODO, ...more })
  const count = (value: number) => formatCount(value, locale)
  const { completado, completadoTarde } = total.completitud
  const gained = pointsBetween(total.aTiempo, total.anterior?.aTiempo ?? null)
  const before = serie.at(-2)?.PERIODO
  // A month in course is no step down from the closed ones.
  const closed = data.plan ? serie.slice(0, -1) : serie
  const ratio = (value: number | null, values: (number | null)[]): Pick<Kpi, 'value' | 'light' | 'spark'> => ({
    value: formatPercent(percentOf(value), locale),
    light: lightOf(percentOf(value)),
    // One point is no line.
    spark: values.length > 1 ? values : undefined,
  })
  const unexplained = sumsByCurrency(total.sinExplicar)
  const [only] = unexplained
  const open = unexplained.filter(({ monto }) => !isZero(monto))
  const single = open.length > 1 ? undefined : (open[0] ?? only)
  const share = single && !isZero(single.monto) ? shareOf(single, total.sustentado) : null
  const converted = convertedOf(data.grupo, porNegocio)
  const businesses = porNegocio.filter(({ sinExplicar }) => sinExplicar.some(({ monto }) => !isZero(monto))).length
  return (
    <KpiLine
      kpis={[
        {
          label: names[0],
          ...ratio(
            total.avance,
            closed.map(({ avance }) => avance),
          ),
          // A month in course is judged against the plan of this hour, not against where it should end.
          light: total.semaforoAvance ? LIGHT[total.semaforoAvance] : undefined,
          to: to({}),
          note: data.plan
            ? t('figures.againstPlan', {
                signed: count(total.firmas),
                required: count(total.firmasRequeridas),
                plan: formatPercent(data.plan.avance * 100, locale),
              })
            : t('figures.signed', { signed: count(total.firmas), required: count(total.firmasRequeridas) }),
        },
        {
          label: names[1],
          ...ratio(
            total.aTiempo,
            closed.map(({ aTiempo }) => aTiempo),
          ),
          to: to({ plazo: 'en_plazo' }),
          note:
            gained === null || !before
              ? t('figures.noBefore')
              : t('figures.gained', {
                  points: formatMoney(gained, locale, { decimals: 1, signed: true }),
                  month: monthName(before, locale),
                }),
        },
        {
          label: names[2],
          ...ratio(
            total.completado,
            closed.map((point) => point.completado),
          ),
          ...(data.plan && { light: undefined }),
          to: to(FIGURE_LIST.aprobados),
          note: t('figures.counted', {
            done: count(completado + completadoTarde),
            items: count(total.items),
            overdue: t('figures.overdue', { count: total.vencidos, n: count(total.vencidos) }),
          }),
        },
        {
          label: names[3],
          to: to({ sinExplicar: true }),
          value: single ? (
            <span className={single.monto.length > LONG ? 'figure-long' : undefined}>{formatMoney(single.monto, locale)}</span>
          ) : (
            <AmountsByCurrency amounts={unexplained} named />
          ),
          unit: single?.MONEDA,
          note: (
            <>
              {t('figures.businesses', { count: porNegocio.length, n: count(businesses), of: count(porNegocio.length) })}
              {share !== null &&
                `; ${share < LEAST ? t('figures.shareBelow', { percent: formatPercent(LEAST, locale, { decimals: 2 }) }) : t('figures.share', { percent: formatPercent(share, locale, { decimals: 2 }) })}`}
              {converted && (
                <>
                  <br />
                  <InGroup of={converted} />
                </>
              )}
            </>
          ),
        },
      ]}
    />
  )
}
