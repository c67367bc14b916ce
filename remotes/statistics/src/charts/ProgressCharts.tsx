import type { Answer } from '@cuadre/api/endpoint'
import { FIGURE_LIST } from '@cuadre/api/item'
import { statisticsBurndown, statisticsCompletion, statisticsDepartments } from '@cuadre/api/statistics'
import { query } from '@cuadre/shell'
import { formatPercent } from '@cuadre/ui'
import { BarChart } from '@cuadre/ui/charts'
import { useQuery } from '@tanstack/react-query'
import { BurndownLines } from '../shared/burndown/BurndownLines.tsx'
import { ChartBox } from './ChartBox.tsx'
import { CompletionBefore } from './CompletionBefore.tsx'
import { completionFinding, departmentsFinding } from './findings.ts'
import { type Asked, keep, useChart } from './useChart.ts'

/** K6 as one bar, its four parts with their figures. */
export function CompletionChart({ asked }: { asked: Asked }) {
  const { t, locale, say, count, to, open, excel } = useChart(asked)
  const found = useQuery({ ...query(statisticsCompletion, { query: asked }), ...keep })
  return (
    <ChartBox name={t('completion.title')} found={found} isEmpty={({ total }) => total === 0} height="var(--completion)">
      {(data) => {
        const { completitud, total, period } = data
        const share = (n: number) => formatPercent((n / total) * 100, locale)
        const of = { periodId: period?.COD_PERIODO }
        const parts = [
          { name: t('completion.done'), n: completitud.completado, color: 'aprobado', list: FIGURE_LIST.completado },
          {
            name: t('completion.doneLate'),
            n: completitud.completadoTarde,
            color: 'tarde',
            fill: 'hatched',
            list: FIGURE_LIST.completadoTarde,
          },
          { name: t('completion.overdue'), n: completitud.vencido, color: 'rechazado', fill: 'crossed', list: FIGURE_LIST.vencido },
          { name: t('completion.pending'), n: completitud.pendiente, color: 'pendiente', fill: 'dotted', list: FIGURE_LIST.pendiente },
        ] as const
        return (
          <div className="completion">
            <BarChart
              title={completionFinding(data, say) ?? t('completion.title')}
              onExcel={excel(statisticsCompletion, t('completion.title'))}
              note={t('charts.completionNote')}
              of={t('completion.way')}
              labels={['']}
              series={parts.map((part) => ({
                label: part.name,
                says: { label: part.name, figure: count(part.n), share: share(part.n) },
                color: part.color,
                ...('fill' in part && { fill: part.fill }),
                values: [part.n],
                to: [to({ ...of, ...part.list })],
              }))}
              format={count}
              stacked
              horizontal
              totals={{ each: [to(of)] }}
              max={total}
              height={56}
              onOpen={open}
            />
            <CompletionBefore asked={asked} now={data} />
          </div>
        )
      }}
    </ChartBox>
  )
}

const STAGES = [
  { key: 'aprobados', stage: 'aprobado', state: 'aprobado', fill: 'solid', list: FIGURE_LIST.aprobados },
  { key: 'enControl', stage: 'en_control', state: 'revision', fill: 'hatched', list: FIGURE_LIST.enControl },
  { key: 'enJefatura', stage: 'en_jefatura', state: 'reference', fill: 'dotted', list: FIGURE_LIST.enJefatura },
  { key: 'rechazados', stage: 'rechazado', state: 'rechazado', fill: 'crossed', list: FIGURE_LIST.rechazados },
  { key: 'sinEnviar', stage: 'sin_enviar', state: 'pendiente', fill: 'hollow', list: FIGURE_LIST.sinEnviar },
] as const
/** As many charts as are about as tall as so many bars. */
const rowsBeside = (bars: number) => (bars > 24 ? 3 : bars > 10 ? 2 : 1)
/** States by department: the five add up to the bar. */
export function DepartmentsChart({ asked }: { asked: Asked }) {
  const { t, say, count, to, open, excel } = useChart(asked)
  const found = useQuery({ ...query(statisticsDepartments, { query: asked }), ...keep })
  return (
    <ChartBox
      name={t('departments.title')}
      found={found}
      isEmpty={({ data }) => data.length === 0}
      rows={rowsBeside(found.data?.data.length ?? 0)}
    >
      {(answer) => {
        const rows = answer.data
        const several = new Set(rows.map(({ ID_NEGOCIO }) => ID_NEGOCIO)).size > 1
        return (
          <BarChart
            title={departmentsFinding(answer, say) ?? t('departments.title')}
            onExcel={excel(statisticsDepartments, t('departments.title'))}
            note={t('departments.title')}
            of={t('departments.department')}
            labels={rows.map(({ DEPARTAMENTO, NEGOCIO }) =>
              several ? `${DEPARTAMENTO ?? t('departments.none')} · ${NEGOCIO}` : (DEPARTAMENTO ?? t('departments.none')),
            )}
            series={STAGES.map(({ key, stage, state, fill, list }) => ({
              label: t(`list.etapa.${stage}`),
              color: state,
              fill,
              values: rows.map((row) => row[key]),
              to: rows.map(({ COD_DEPARTAMENTO, ID_NEGOCIO }) =>
                to({
                  periodId: answer.period?.COD_PERIODO,
                  negocioId: ID_NEGOCIO,
                  departamentoId: COD_DEPARTAMENTO ?? 'ninguno',
                  ...list,
                }),
              ),
            }))}
            format={count}
            stacked
            horizontal
            totals={{
              each: rows.map(({ COD_DEPARTAMENTO, ID_NEGOCIO }) =>
                to({ periodId: answer.period?.COD_PERIODO, negocioId: ID_NEGOCIO, departamentoId: COD_DEPARTAMENTO ?? 'ninguno' }),
              ),
              series: STAGES.map(({ list }) => to({ periodId: answer.period?.COD_PERIODO, ...list })),
              all: to({ periodId: answer.period?.COD_PERIODO }),
            }}
            height={Math.max(180, rows.length * (several ? 30 : 26) + 32)}
            onOpen={open}
          />
        )
      }}
    </ChartBox>
  )
}

/** Of the last month of a range. */
const ofLastMonth = ({ period }: Answer<typeof statisticsBurndown>) => ({ periodId: period?.COD_PERIODO, desdePeriodId: undefined })

export function BurndownChart({ asked }: { asked: Asked }) {
  const { t, to, open, excel } = useChart(asked)
  const found = useQuery({ ...query(statisticsBurndown, { query: asked }), ...keep })
  return (
    <ChartBox
      name={t('charts.burndown')}
      found={found}
      isEmpty={({ items, data }) => items === 0 || data.every(({ dias }) => dias.length === 0)}
    >
      {(answer) => (
        <BurndownLines
          of={answer}
          toDay={(abiertoAl) => to({ ...ofLastMonth(answer), nivel: 'control', abiertoAl })}
          onOpen={open}
          onExcel={excel(statisticsBurndown, t('charts.burndown'))}
        />
      )}
    </ChartBox>
  )
}
