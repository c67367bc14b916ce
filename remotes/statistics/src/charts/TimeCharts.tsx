import type { Answer } from '@cuadre/api/endpoint'
import { statisticsCycle, statisticsOnTime } from '@cuadre/api/statistics'
import { query } from '@cuadre/shell'
import { BarChart } from '@cuadre/ui/charts'
import { useQuery } from '@tanstack/react-query'
import { percentOf } from '../shared/ratio.ts'
import { ChartBox } from './ChartBox.tsx'
import { cycleFinding, onTimeFinding } from './findings.ts'
import { RolePanels } from './RolePanels.tsx'
import { type Asked, keep, useChart } from './useChart.ts'

/** A month in course is no result yet. */
const closedOf = ({ data }: Answer<typeof statisticsOnTime>) => data.filter(({ enCurso }) => !enCurso)

export function OnTimeChart({ asked }: { asked: Asked }) {
  const { t, say, percent, month, excel } = useChart(asked)
  const found = useQuery({ ...query(statisticsOnTime, { query: asked }), ...keep })
  return (
    <ChartBox name={t('charts.onTime')} found={found} isEmpty={({ data }) => data.every(({ items, enCurso }) => items === 0 || enCurso)}>
      {(answer) => (
        <RolePanels
          title={onTimeFinding(answer, say) ?? t('charts.onTime')}
          onExcel={excel(statisticsOnTime, t('charts.onTime'))}
          note={t('charts.onTimeNote')}
          of={t('trend.month')}
          labels={closedOf(answer).map(({ PERIODO }) => month(PERIODO))}
          roles={(['analista', 'jefatura', 'control'] as const).map((role) => ({
            name: t(`list.rol.${role}`),
            values: closedOf(answer).map(({ aTiempo }) => percentOf(aTiempo[role])),
          }))}
          format={percent}
          target={95}
        />
      )}
    </ChartBox>
  )
}

export function CycleChart({ asked }: { asked: Asked }) {
  const { t, say, percent, month, excel } = useChart(asked)
  const found = useQuery({ ...query(statisticsCycle, { query: asked }), ...keep })
  return (
    <ChartBox name={t('charts.cycle')} found={found} isEmpty={({ serie }) => serie.every(({ total }) => total === null)}>
      {(answer) => (
        <>
          <BarChart
            title={cycleFinding(answer, say) ?? t('charts.cycle')}
            onExcel={excel(statisticsCycle, t('charts.cycle'))}
            note={t('charts.cycleNote')}
            of={t('trend.month')}
            labels={answer.serie.map(({ PERIODO }) => month(PERIODO))}
            series={[
              { label: t('cycle.preparacion'), color: 'line', values: answer.serie.map(({ preparacion }) => preparacion ?? 0) },
              {
                label: t('cycle.jefatura'),
                color: 'reference',
                fill: 'hatched',
                values: answer.serie.map(({ jefatura }) => jefatura ?? 0),
              },
              { label: t('cycle.control'), color: 'revision', fill: 'dotted', values: answer.serie.map(({ control }) => control ?? 0) },
            ]}
            format={percent}
            stacked
            height={200}
          />
          <ul className="dash-key" aria-label={t('cycle.spread')}>
            {answer.data.map(({ tramo, media, p50, p90, maximo, n }) => (
              <li key={tramo}>
                <b>{t(`cycle.${tramo}`)}</b>{' '}
                {n === 0 ? '—' : t('cycle.figures', { mean: percent(media ?? 0), median: p50 ?? 0, ninth: p90 ?? 0, most: maximo ?? 0 })}
              </li>
            ))}
          </ul>
        </>
      )}
    </ChartBox>
  )
}
