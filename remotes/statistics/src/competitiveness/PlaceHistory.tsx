import { statisticsCompetitor } from '@cuadre/api/statistics'
import { failureOf, query, useTranslation } from '@cuadre/shell'
import { ErrorState, formatMoney, formatShortMonth, Skeleton, useLocale } from '@cuadre/ui'
import { LineChart } from '@cuadre/ui/charts'
import { useQuery } from '@tanstack/react-query'
import type { ListQuery } from '../shared/items/listQuery.ts'
import { MixChart } from './MixChart.tsx'
import type { Place, Ranking } from './ranking.ts'

type Asked = {
  periodId: number | undefined
  desdePeriodId: number | undefined
  asOf: string | undefined
  nivel: 'negocio' | 'pais' | 'departamento'
  ajustar: boolean
}

/** One of the ranking through thirteen months beside the leader and the middle, and why its index is adjusted. */
export function PlaceHistory({ place, data, asked, where }: { place: Place; data: Ranking; asked: Asked; where: ListQuery }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const found = useQuery(query(statisticsCompetitor, { params: { id: place.id }, query: asked }))
  const failure = failureOf(found)
  if (failure) return <ErrorState {...failure} />
  if (!found.data) return <Skeleton height={220} />
  const { serie, mezcla } = found.data
  const number = (value: number) => formatMoney(value, locale, { decimals: 1 })
  const leader = data.data.find(({ puesto }) => puesto === 1)
  const { indice, indiceAjustado } = place
  const step = indice === null || indiceAjustado === null ? 0 : Math.round((indiceAjustado - indice) * 10) / 10
  const why = step === 0 ? 'adjustNone' : step > 0 ? 'adjustUp' : 'adjustDown'
  return (
    <div className="place-history">
      {serie.some((month) => month.indice !== null) && (
        <LineChart
          title={t('competitiveness.months', { name: place.nombre })}
          note={t(data.ajustado ? 'competitiveness.monthsNote' : 'competitiveness.monthsRawNote')}
          of={t('trend.month')}
          labels={serie.map(({ PERIODO }) => formatShortMonth(PERIODO, locale))}
          series={[
            { label: t('competitiveness.index'), values: serie.map((month) => month.indice) },
            ...(leader && leader.id !== place.id
              ? [{ label: t('competitiveness.first'), color: 'aprobado' as const, values: serie.map(({ lider }) => lider) }]
              : []),
            { label: t('competitiveness.median'), color: 'reference' as const, values: serie.map(({ mediana }) => mediana) },
          ]}
          format={number}
          height={200}
        />
      )}
      <MixChart title={t(`competitiveness.${why}`, { points: number(Math.abs(step)) })} name={place.nombre} mix={mezcla} where={where} />
    </div>
  )
}
