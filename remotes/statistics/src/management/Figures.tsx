import { FIGURE_LIST } from '@cuadre/api/item'
import { trafficLight } from '@cuadre/api/light'
import { useTranslation } from '@cuadre/shell'
import { isZero, sumsByCurrency } from '@cuadre/tables/format/cents'
import { formatCount, formatDate, formatDateTime, formatMoney, formatPercent, LIGHT, Money, Skeleton, useLocale } from '@cuadre/ui'
import { type Kpi, KpiLine } from '@cuadre/ui/data'
import { type ListQuery, useListLink } from '../shared/items/listQuery.ts'
import { monthName } from '../shared/months.ts'
import { percentOf, pointsBetween } from '../shared/ratio.ts'
import { InGroup } from './AmountsByCurrency.tsx'
import { OPEN } from './Forecast.tsx'
import { type Amounts, changeIn, convertedOf, type Management, shareOf } from './sums.ts'

/** Characters of an amount from which it is written smaller: thousands of millions. */
const LONG = 13
/** Percent that two decimals still show. */
const LEAST = 0.01
const CLOSED = 3

/** How the close stands, in five figures; the last is when it ends. */
export function Figures({ data }: { data: Management | undefined }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const link = useListLink()
  const names = [
    t('figures.progress'),
    t('figures.onTime'),
    t('figures.completed'),
    t('figures.unexplained'),
    t('figures.forecast'),
  ] as const
  if (!data) return <KpiLine kpis={names.map((label) => ({ label, value: <Skeleton width={96} height={20} />, note: <>&nbsp;</> }))} />

  const { total, serie, porNegocio, umbrales } = data
  const to = (more: ListQuery) => link({ periodId: data.period?.COD_PERIODO, ...more })
  const count = (value: number) => formatCount(value, locale)
  const { completado, completadoTarde } = total.completitud
  const gained = pointsBetween(total.aTiempo, total.anterior?.aTiempo ?? null)
  const before = serie.at(-2)?.PERIODO
  // A month in course is no step down from the closed ones.
  const closed = data.plan ? serie.slice(0, -1) : serie
  const ratio = (
    value: number | null,
    semaforo: Management['total']['semaforoAvance'],
    values: (number | null)[],
  ): Pick<Kpi, 'value' | 'light' | 'spark'> => ({
    value: formatPercent(percentOf(value), locale),
    light: semaforo ? LIGHT[semaforo] : undefined,
    // One point is no line.
    spark: values.length > 1 ? values : undefined,
  })
  const unexplained = sumsByCurrency(total.sinExplicar)
  const [only] = unexplained
  const open = unexplained.filter(({ monto }) => !isZero(monto))
  const single = open.length > 1 ? undefined : (open[0] ?? only)
  const share = single && !isZero(single.monto) ? shareOf(single, total.sustentado) : null
  // As numbers for a line only.
  const trend = single
    ? closed.map(({ sinExplicar }) => Number(sinExplicar.find(({ MONEDA }) => MONEDA === single.MONEDA)?.monto ?? 0))
    : []
  const changed = single && before ? changeIn(total, single) : undefined
  const converted = convertedOf(data.grupo, porNegocio)
  const businesses = porNegocio.filter(({ sinExplicar }) => sinExplicar.some(({ monto }) => !isZero(monto))).length
  const ending = ({ period, pronostico }: Management): Omit<Kpi, 'label'> => {
    const control = pronostico.find(({ rol }) => rol === 'control')
    if (period?.ESTADO_ID === CLOSED) return { value: t('figures.closed') }
    if (!control) return { value: '—', note: t('forecast.unknown') }
    const { abiertos, fecha, semaforo, vence } = control
    return {
      value: abiertos === 0 ? t('forecast.nothing') : fecha ? formatDate(fecha, locale) : '—',
      note: t(abiertos > 0 && !fecha ? 'figures.noPace' : 'figures.due', { moment: formatDateTime(vence, locale) }),
      ...(abiertos > 0 && {
        to: to({ etapa: OPEN.control }),
        ...(semaforo && { light: LIGHT[semaforo], lightText: t(`forecast.light.${semaforo}`) }),
      }),
    }
  }
  return (
    <KpiLine
      kpis={[
        {
          label: names[0],
          ...ratio(
            total.avance,
            // A month in course is judged against the plan of this hour, not against where it should end.
            total.semaforoAvance,
            closed.map(({ avance }) => avance),
          ),
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
            trafficLight(total.aTiempo, umbrales.cumplimiento),
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
            data.plan ? null : trafficLight(total.completado, umbrales.completado),
            closed.map((point) => point.completado),
          ),
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
            <ByCurrency amounts={open} total={total} />
          ),
          unit: single?.MONEDA,
          spark: trend.length > 1 && trend.some((value) => value > 0) ? trend : undefined,
          note: (
            <>
              {t('figures.businesses', { count: porNegocio.length, n: count(businesses), of: count(porNegocio.length) })}
              {share !== null &&
                `; ${share < LEAST ? t('figures.shareBelow', { percent: formatPercent(LEAST, locale, { decimals: 2 }) }) : t('figures.share', { percent: formatPercent(share, locale, { decimals: 2 }) })}`}
              {changed !== undefined &&
                !isZero(changed) &&
                `; ${t('figures.changed', { amount: formatMoney(changed, locale, { signed: true }), month: monthName(before!, locale) })}`}
              {open.length > 1 && total.anterior && before && `; ${t('figures.changedBeside', { month: monthName(before, locale) })}`}
              {converted && (
                <>
                  <br />
                  <InGroup of={converted} />
                </>
              )}
            </>
          ),
        },
        { label: names[4], ...ending(data) },
      ]}
    />
  )
}

/** Each currency with how much it has grown or shrunk since the month before: they are never added. */
function ByCurrency({ amounts, total }: { amounts: Amounts; total: Management['total'] }) {
  const locale = useLocale()
  return (
    <span className="amounts">
      {amounts.map((each) => {
        const changed = changeIn(total, each)
        return (
          <span key={each.MONEDA}>
            <Money value={each.monto} currency={each.MONEDA} />
            {changed !== undefined && <small className="muted"> {formatMoney(changed, locale, { signed: true })}</small>}
          </span>
        )
      })}
    </span>
  )
}
