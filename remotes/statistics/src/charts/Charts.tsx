import type { Answer } from '@cuadre/api/endpoint'
import { FIGURE_LIST } from '@cuadre/api/item'
import {
  statisticsAging,
  statisticsBurndown,
  statisticsCompletion,
  statisticsCycle,
  statisticsDepartments,
  statisticsDifferences,
  statisticsOnTime,
  statisticsRejections,
} from '@cuadre/api/statistics'
import { query } from '@cuadre/shell'
import { formatCompact, formatDate, formatMoney } from '@cuadre/ui'
import { BarChart, LineChart } from '@cuadre/ui/charts'
import { useQuery } from '@tanstack/react-query'
import { ConversionNote, LeftOut } from '../shared/ConversionNote.tsx'
import { CurrencyChoice } from '../shared/CurrencyChoice.tsx'
import { percentOf } from '../shared/ratio.ts'
import { useGroupCurrency } from '../shared/useGroupCurrency.ts'
import { ChartBox } from './ChartBox.tsx'
import {
  agingFinding,
  burndownFinding,
  completionFinding,
  cycleFinding,
  departmentsFinding,
  differencesFinding,
  onTimeFinding,
  rejectionsFinding,
} from './findings.ts'
import { type Asked, keep, useChart } from './useChart.ts'

/** K6 as one bar, its four parts with their figures. */
export function CompletionChart({ asked }: { asked: Asked }) {
  const { t, locale, say, count, to, open, excel } = useChart(asked)
  const found = useQuery({ ...query(statisticsCompletion, { query: asked }), ...keep })
  return (
    <ChartBox name={t('completion.title')} found={found} isEmpty={({ total }) => total === 0}>
      {(data) => {
        const { completitud, total, period } = data
        const share = (n: number) => `${formatMoney((n / total) * 100, locale, { decimals: 1 })} %`
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
          <BarChart
            title={completionFinding(data, say) ?? t('completion.title')}
            onExcel={excel(statisticsCompletion, t('completion.title'))}
            note={t('charts.completionNote')}
            of={t('completion.way')}
            labels={['']}
            series={parts.map((part) => ({
              label: `${part.name} ${count(part.n)} · ${share(part.n)}`,
              color: part.color,
              ...('fill' in part && { fill: part.fill }),
              values: [part.n],
              to: [to({ ...of, ...part.list })],
            }))}
            format={count}
            stacked
            horizontal
            height={72}
            onOpen={open}
          />
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
/** States by department: the five add up to the bar. */
export function DepartmentsChart({ asked }: { asked: Asked }) {
  const { t, say, count, to, open, excel } = useChart(asked)
  const found = useQuery({ ...query(statisticsDepartments, { query: asked }), ...keep })
  return (
    <ChartBox name={t('departments.title')} found={found} isEmpty={({ data }) => data.length === 0}>
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
                COD_DEPARTAMENTO === null
                  ? undefined
                  : to({ periodId: answer.period?.COD_PERIODO, negocioId: ID_NEGOCIO, departamentoId: COD_DEPARTAMENTO, ...list }),
              ),
            }))}
            format={count}
            stacked
            horizontal
            height={Math.max(180, rows.length * 26 + 32)}
            onOpen={open}
          />
        )
      }}
    </ChartBox>
  )
}

export function OnTimeChart({ asked }: { asked: Asked }) {
  const { t, say, percent, month, excel } = useChart(asked)
  const found = useQuery({ ...query(statisticsOnTime, { query: asked }), ...keep })
  return (
    <ChartBox name={t('charts.onTime')} found={found} isEmpty={({ data }) => data.every(({ items }) => items === 0)}>
      {(answer) => (
        <LineChart
          title={onTimeFinding(answer, say) ?? t('charts.onTime')}
          onExcel={excel(statisticsOnTime, t('charts.onTime'))}
          note={t('charts.onTimeNote')}
          of={t('trend.month')}
          labels={answer.data.map(({ PERIODO }) => month(PERIODO))}
          series={(['analista', 'jefatura', 'control'] as const).map((role) => ({
            label: t(`list.rol.${role}`),
            values: answer.data.map(({ aTiempo }) => percentOf(aTiempo[role])),
          }))}
          format={percent}
          max={100}
          target={95}
          height={220}
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

type Pareto = Pick<Answer<typeof statisticsDifferences>['data'][number], 'COD_RUBRO' | 'RUBRO' | 'monto' | 'acumulado'>

/** One chart a currency: amounts of several are never added; or one in the group's, said to be converted, where the address asks for it. */
export function DifferencesCharts({ asked }: { asked: Asked }) {
  const { t, say, to, excel } = useChart(asked)
  const { converts } = useGroupCurrency()
  const found = useQuery({ ...query(statisticsDifferences, { query: { ...asked, ...(converts && { enGrupo: true }) } }), ...keep })
  return (
    <ChartBox name={t('charts.differences')} found={found} isEmpty={({ data }) => data.length === 0}>
      {({ data, grupo, period }) => (
        <>
          <CurrencyChoice />
          {grupo ? (
            <>
              {grupo.data.length > 0 && (
                <DifferencesChart
                  asked={asked}
                  onExcel={excel(statisticsDifferences, t('charts.differences'))}
                  rows={grupo.data}
                  currency={grupo.MONEDA}
                  title={t('conversion.differences', { currency: grupo.MONEDA })}
                  note={differencesFinding(grupo.data, say) ?? t('charts.differencesNote', { currency: grupo.MONEDA })}
                  // With a currency left out the list would count more than the bar.
                  toList={(rubroId) =>
                    grupo.sinTasa.length > 0 ? undefined : to({ periodId: period?.COD_PERIODO, rubroId, ...FIGURE_LIST.conDiferencia })
                  }
                />
              )}
              <ConversionNote of={grupo} />
              <LeftOut of={grupo.sinTasa} />
            </>
          ) : (
            [...Map.groupBy(data, ({ MONEDA }) => MONEDA)].map(([currency, rows]) => (
              <DifferencesChart
                key={currency}
                asked={asked}
                onExcel={excel(statisticsDifferences, t('charts.differences'))}
                rows={rows}
                currency={currency}
                title={differencesFinding(rows, say) ?? t('charts.differences')}
                note={t('charts.differencesNote', { currency })}
                toList={(rubroId) => to({ periodId: period?.COD_PERIODO, rubroId, moneda: currency, ...FIGURE_LIST.conDiferencia })}
              />
            ))
          )}
        </>
      )}
    </ChartBox>
  )
}

interface DifferencesProps {
  asked: Asked
  rows: readonly Pareto[]
  currency: string
  title: string
  note: string
  toList: (rubroId: number) => string | undefined
  onExcel: () => void
}

function DifferencesChart({ asked, rows, currency, title, note, toList, onExcel }: DifferencesProps) {
  const { t, locale, open } = useChart(asked)
  return (
    <BarChart
      title={title}
      note={note}
      of={t('list.heading')}
      labels={rows.map(
        ({ RUBRO, acumulado }) => `${RUBRO ?? t('matrix.without.rubro')} · ${formatMoney(acumulado * 100, locale, { decimals: 1 })} %`,
      )}
      series={[
        {
          label: currency,
          color: 'line',
          // As numbers for the length of a bar only.
          values: rows.map(({ monto }) => Number(monto)),
          exact: rows.map(({ monto }) => formatMoney(monto, locale)),
          to: rows.map(({ COD_RUBRO }) => (COD_RUBRO === null ? undefined : toList(COD_RUBRO))),
        },
      ]}
      format={(value) => formatCompact(value, locale)}
      horizontal
      height={Math.max(120, rows.length * 28 + 32)}
      onOpen={open}
      onExcel={onExcel}
    />
  )
}

export function RejectionsChart({ asked }: { asked: Asked }) {
  const { t, say, count, excel } = useChart(asked)
  const found = useQuery({ ...query(statisticsRejections, { query: asked }), ...keep })
  return (
    <ChartBox name={t('charts.rejections')} found={found} isEmpty={({ porMotivo }) => porMotivo.length === 0}>
      {(answer) => {
        const reasons = [...Map.groupBy(answer.porMotivo, ({ nombre }) => nombre)]
        const of = (rows: typeof answer.porMotivo, level: string) =>
          rows.filter(({ nivel }) => nivel === level).reduce((sum, { rechazos }) => sum + rechazos, 0)
        return (
          <BarChart
            title={rejectionsFinding(answer, say) ?? t('charts.rejections')}
            onExcel={excel(statisticsRejections, t('charts.rejections'))}
            note={t('charts.rejectionsNote')}
            of={t('rejections.reason')}
            labels={reasons.map(([name]) => name ?? t('rejections.none'))}
            series={[
              { label: t('list.rol.jefatura'), color: 'line', values: reasons.map(([, rows]) => of(rows, 'JEFATURA')) },
              { label: t('list.rol.control'), color: 'revision', fill: 'hatched', values: reasons.map(([, rows]) => of(rows, 'CONTROL')) },
            ]}
            format={count}
            stacked
            horizontal
            height={Math.max(140, reasons.length * 30 + 32)}
          />
        )
      }}
    </ChartBox>
  )
}

export function BurndownChart({ asked }: { asked: Asked }) {
  const { t, locale, say, count, excel } = useChart(asked)
  const found = useQuery({ ...query(statisticsBurndown, { query: asked }), ...keep })
  return (
    <ChartBox
      name={t('charts.burndown')}
      found={found}
      isEmpty={({ items, data }) => items === 0 || data.every(({ dias }) => dias.length === 0)}
    >
      {(answer) => {
        const days = answer.data.find(({ rol }) => rol === 'control')?.dias ?? []
        return (
          <LineChart
            title={burndownFinding(answer, say) ?? t('charts.burndown')}
            onExcel={excel(statisticsBurndown, t('charts.burndown'))}
            note={t('charts.burndownNote')}
            of={t('burndown.day')}
            labels={days.map(({ dia }) => formatDate(dia, locale).slice(0, 5))}
            series={[
              { label: t('burndown.open'), values: days.map(({ abiertos }) => abiertos) },
              { label: t('burndown.plan'), color: 'reference', dash: 'dashed', values: days.map(({ ideal }) => Math.round(ideal)) },
            ]}
            format={count}
            min={0}
            height={220}
          />
        )
      }}
    </ChartBox>
  )
}

export function AgingChart({ asked }: { asked: Asked }) {
  const { t, say, count, to, open, excel } = useChart(asked)
  const found = useQuery({ ...query(statisticsAging, { query: asked }), ...keep })
  return (
    <ChartBox name={t('charts.aging')} found={found} isEmpty={({ total }) => total === 0}>
      {(answer) => (
        <BarChart
          title={agingFinding(answer, say) ?? t('charts.aging')}
          onExcel={excel(statisticsAging, t('charts.aging'))}
          note={t('charts.agingNote')}
          of={t('aging.days')}
          labels={answer.data.map(({ rango }) => t(`list.antiguedad.${rango}`))}
          series={[
            {
              label: t('aging.count'),
              color: 'line',
              values: answer.data.map(({ n }) => n),
              to: answer.data.map(({ rango }) => to({ periodId: answer.period?.COD_PERIODO, desdePeriodId: undefined, antiguedad: rango })),
            },
          ]}
          format={count}
          height={200}
          onOpen={open}
        />
      )}
    </ChartBox>
  )
}
