import { statisticsRejections } from '@cuadre/api/statistics'
import { query } from '@cuadre/shell'
import { BarChart } from '@cuadre/ui/charts'
import { useQuery } from '@tanstack/react-query'
import { ChartBox } from './ChartBox.tsx'
import { rejectionsFinding } from './findings.ts'
import { type Asked, keep, useChart } from './useChart.ts'

export function RejectionsChart({ asked }: { asked: Asked }) {
  const { t, say, count, to, open, excel } = useChart(asked)
  const found = useQuery({ ...query(statisticsRejections, { query: asked }), ...keep })
  return (
    <ChartBox name={t('charts.rejections')} found={found} isEmpty={({ porMotivo }) => porMotivo.length === 0}>
      {(answer) => {
        const reasons = [...Map.groupBy(answer.porMotivo, ({ nombre }) => nombre)]
        const lists = (level: 'JEFATURA' | 'CONTROL') =>
          reasons.map(([, rows]) => {
            const [code, ...others] = new Set(rows.map(({ codigo }) => codigo ?? 'ninguno'))
            return others.length > 0 ? undefined : to({ periodId: answer.period?.COD_PERIODO, rechazo: level, motivo: code })
          })
        const sum = (rows: typeof answer.porMotivo, level: string, of: 'rechazos' | 'analisis') =>
          rows.filter(({ nivel }) => nivel === level).reduce((all, row) => all + row[of], 0)
        const of = (rows: typeof answer.porMotivo, level: string) => sum(rows, level, 'rechazos')
        // A list names an analysis once, however often it was rejected: where that differs, both are said.
        const says = (rows: typeof answer.porMotivo, level: string) => {
          const [rejections, analyses] = [of(rows, level), sum(rows, level, 'analisis')]
          return rejections === analyses
            ? count(rejections)
            : t('rejections.ofAnalyses', { count: analyses, n: count(rejections), analyses: count(analyses) })
        }
        return (
          <BarChart
            title={rejectionsFinding(answer, say) ?? t('charts.rejections')}
            onExcel={excel(statisticsRejections, t('charts.rejections'))}
            note={t('charts.rejectionsNote')}
            of={t('rejections.reason')}
            labels={reasons.map(([name]) => name ?? t('rejections.none'))}
            series={[
              {
                label: t('list.rol.jefatura'),
                color: 'line',
                values: reasons.map(([, rows]) => of(rows, 'JEFATURA')),
                exact: reasons.map(([, rows]) => says(rows, 'JEFATURA')),
                to: lists('JEFATURA'),
              },
              {
                label: t('list.rol.control'),
                color: 'revision',
                fill: 'hatched',
                values: reasons.map(([, rows]) => of(rows, 'CONTROL')),
                exact: reasons.map(([, rows]) => says(rows, 'CONTROL')),
                to: lists('CONTROL'),
              },
            ]}
            format={count}
            stacked
            horizontal
            height={Math.max(140, reasons.length * 30 + 32)}
            onOpen={open}
          />
        )
      }}
    </ChartBox>
  )
}
