import type { Answer } from '@cuadre/api/endpoint'
import { statisticsCycle, statisticsOnTime, statisticsTargets } from '@cuadre/api/statistics'
import { query } from '@cuadre/shell'
import { TextLink } from '@cuadre/ui'
import { BarChart } from '@cuadre/ui/charts'
import { useQuery } from '@tanstack/react-query'
import { percentOf } from '../shared/ratio.ts'
import { ChartBox } from './ChartBox.tsx'
import { cycleFinding, onTimeFinding, ROLES } from './findings.ts'
import { RolePanels } from './RolePanels.tsx'
import { type Asked, keep, useChart } from './useChart.ts'

type Stretch = Answer<typeof statisticsCycle>['data'][number]['tramo']
/** A month in course is no result yet. */
const closedOf = ({ data }: Answer<typeof statisticsOnTime>) => data.filter(({ enCurso }) => !enCurso)

/** A month of a series is that month alone, whatever the range that the page asks for. */
const ofMonth = (periodId: number) => ({ periodId, desdePeriodId: undefined })

export function OnTimeChart({ asked }: { asked: Asked }) {
  const { t, say, percent, month, to, open, excel } = useChart(asked)
  const found = useQuery({ ...query(statisticsOnTime, { query: asked }), ...keep })
  // As the annual indicators have them: of the year of the last closed month.
  const year = found.data && closedOf(found.data).at(-1)?.PERIODO.slice(0, 4)
  const set = useQuery({ ...query(statisticsTargets, { query: { anio: Number(year) } }), enabled: year !== undefined }).data?.data
  const of = (code: 'K4A' | 'K4J' | 'K4C') => set?.find(({ codigo }) => codigo === code)?.valor ?? null
  const targets = { analista: of('K4A'), jefatura: of('K4J'), control: of('K4C') }
  return (
    <ChartBox name={t('charts.onTime')} found={found} isEmpty={({ data }) => data.every(({ items, enCurso }) => items === 0 || enCurso)}>
      {(answer) => (
        <RolePanels
          title={onTimeFinding(answer, targets, say) ?? t('charts.onTime')}
          onExcel={excel(statisticsOnTime, t('charts.onTime'))}
          note={t('charts.onTimeNote', { count: closedOf(answer).length })}
          of={t('trend.month')}
          labels={closedOf(answer).map(({ PERIODO }) => month(PERIODO))}
          roles={ROLES.map((role) => ({
            name: t(`list.rol.${role}`),
            target: targets[role],
            values: closedOf(answer).map(({ aTiempo }) => percentOf(aTiempo[role])),
            to: closedOf(answer).map(({ COD_PERIODO }) => to({ ...ofMonth(COD_PERIODO), rol: role, plazo: 'cumplido' })),
          }))}
          onOpen={open}
          format={percent}
        />
      )}
    </ChartBox>
  )
}

export function CycleChart({ asked }: { asked: Asked }) {
  const { t, say, percent, count, month, to, open, excel } = useChart(asked)
  const found = useQuery({ ...query(statisticsCycle, { query: asked }), ...keep })
  return (
    <ChartBox name={t('charts.cycle')} found={found} isEmpty={({ serie }) => serie.every(({ total }) => total === null)}>
      {(answer) => {
        const running = answer.serie.at(-1)?.enCurso ? answer.serie.at(-1) : undefined
        const lists = (tramo: Stretch) => answer.serie.map(({ COD_PERIODO }) => to({ ...ofMonth(COD_PERIODO), tramo }))
        // Of no analysis there is no mean, which is not a mean of zero days.
        const means = (tramo: Stretch) => answer.serie.map(({ [tramo]: mean }) => (mean === null ? '—' : percent(mean)))
        const [totals, openTotal] = [means('total'), lists('total')]
        return (
          <>
            <BarChart
              title={cycleFinding(answer, say) ?? t('charts.cycle')}
              onExcel={excel(statisticsCycle, t('charts.cycle'))}
              note={[
                t('charts.cycleNote'),
                running && running.total !== null ? t('charts.cycleRunning', { month: month(running.PERIODO) }) : undefined,
              ]
                .filter(Boolean)
                .join('. ')}
              of={t('trend.month')}
              labels={answer.serie.map(({ PERIODO }) => month(PERIODO))}
              series={[
                {
                  label: t('cycle.preparacion'),
                  color: 'line',
                  values: answer.serie.map(({ preparacion }) => preparacion ?? 0),
                  exact: means('preparacion'),
                  to: lists('preparacion'),
                },
                {
                  label: t('cycle.jefatura'),
                  color: 'reference',
                  fill: 'hatched',
                  values: answer.serie.map(({ jefatura }) => jefatura ?? 0),
                  exact: means('jefatura'),
                  to: lists('jefatura'),
                },
                {
                  label: t('cycle.control'),
                  color: 'revision',
                  fill: 'dotted',
                  values: answer.serie.map(({ control }) => control ?? 0),
                  exact: means('control'),
                  to: lists('control'),
                },
              ]}
              format={percent}
              stacked
              // Means of different analyses: neither a month's three nor the months' add up to a mean.
              totals={false}
              also={[
                {
                  head: t('cycle.total'),
                  cells: answer.serie.map(({ total }, at) => ({ text: totals[at]!, to: total ? openTotal[at] : undefined })),
                },
              ]}
              height={200}
              onOpen={open}
            />
            <ul className="dash-key" aria-label={t('cycle.spread')}>
              {answer.data.map(({ tramo, media, p50, p90, maximo, n }) => (
                <li key={tramo}>
                  <b>{t(`cycle.${tramo}`)}</b>{' '}
                  {n === 0 ? '—' : t('cycle.figures', { mean: percent(media ?? 0), median: p50 ?? 0, ninth: p90 ?? 0, most: maximo ?? 0 })}{' '}
                  {n > 0 && (
                    <>
                      ·{' '}
                      <TextLink href={to({ periodId: answer.period?.COD_PERIODO, tramo })} className="figure-link">
                        {t('items', { count: n, n: count(n) })}
                      </TextLink>
                    </>
                  )}
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </ChartBox>
  )
}
