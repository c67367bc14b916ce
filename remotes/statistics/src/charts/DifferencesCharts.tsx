import type { Answer } from '@cuadre/api/endpoint'
import { FIGURE_LIST } from '@cuadre/api/item'
import { statisticsDifferences } from '@cuadre/api/statistics'
import { query } from '@cuadre/shell'
import { formatCompact, formatMoney, formatPercent } from '@cuadre/ui'
import { BarChart } from '@cuadre/ui/charts'
import { useQuery } from '@tanstack/react-query'
import { ConversionNote, LeftOut } from '../shared/ConversionNote.tsx'
import { CurrencyChoice } from '../shared/CurrencyChoice.tsx'
import { useGroupCurrency } from '../shared/useGroupCurrency.ts'
import { ChartBox } from './ChartBox.tsx'
import { differencesFinding } from './findings.ts'
import { type Asked, keep, useChart } from './useChart.ts'

type Pareto = Pick<Answer<typeof statisticsDifferences>['data'][number], 'COD_RUBRO' | 'RUBRO' | 'monto' | 'acumulado'>

/** One chart a currency: amounts of several are never added; or one in the group's, said to be converted, where the address asks for it. */
export function DifferencesCharts({ asked }: { asked: Asked }) {
  const { t, say, to, excel } = useChart(asked)
  const { converts } = useGroupCurrency()
  const inGroup = converts ? ({ enGrupo: true } as const) : {}
  const found = useQuery({ ...query(statisticsDifferences, { query: { ...asked, ...inGroup } }), ...keep })
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
                  onExcel={excel(statisticsDifferences, t('charts.differences'), inGroup)}
                  rows={grupo.data}
                  currency={grupo.MONEDA}
                  title={t('conversion.differences', { currency: grupo.MONEDA })}
                  note={differencesFinding(grupo.data, say) ?? t('charts.differencesNote', { currency: grupo.MONEDA })}
                  // With a currency left out the list would count more than the bar.
                  toList={(rubroDe) =>
                    grupo.sinTasa.length > 0 ? undefined : to({ periodId: period?.COD_PERIODO, rubroDe, ...FIGURE_LIST.conDiferencia })
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
                onExcel={excel(statisticsDifferences, t('charts.differences'), inGroup)}
                rows={rows}
                currency={currency}
                title={differencesFinding(rows, say) ?? t('charts.differences')}
                note={t('charts.differencesNote', { currency })}
                toList={(rubroDe) => to({ periodId: period?.COD_PERIODO, rubroDe, moneda: currency, ...FIGURE_LIST.conDiferencia })}
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
  /** Of the heading itself: those below have bars of their own. */
  toList: (rubroDe: number | 'ninguno') => string | undefined
  onExcel: () => void
}

function DifferencesChart({ asked, rows, currency, title, note, toList, onExcel }: DifferencesProps) {
  const { t, locale, open } = useChart(asked)
  return (
    <BarChart
      title={title}
      note={note}
      of={t('list.heading')}
      labels={rows.map(({ RUBRO, acumulado }) => `${RUBRO ?? t('matrix.without.rubro')} · ${formatPercent(acumulado * 100, locale)}`)}
      series={[
        {
          label: currency,
          color: 'line',
          // As numbers for the length of a bar only.
          values: rows.map(({ monto }) => Number(monto)),
          exact: rows.map(({ monto }) => formatMoney(monto, locale)),
          to: rows.map(({ COD_RUBRO }) => toList(COD_RUBRO ?? 'ninguno')),
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
