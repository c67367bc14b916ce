import type { Answer } from '@cuadre/api/endpoint'
import { statisticsAging } from '@cuadre/api/statistics'
import { query } from '@cuadre/shell'
import { isZero } from '@cuadre/tables/format/cents'
import { formatCompact, formatMoney } from '@cuadre/ui'
import { BarChart } from '@cuadre/ui/charts'
import { SegmentedControl } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { ConversionNote, LeftOut } from '../shared/ConversionNote.tsx'
import { useAddress } from '../shared/useAddress.ts'
import { useGroupCurrency } from '../shared/useGroupCurrency.ts'
import { ChartBox } from './ChartBox.tsx'
import { agingFinding } from './findings.ts'
import { type Asked, keep, useChart } from './useChart.ts'

type Aging = Answer<typeof statisticsAging>
/** How much of one currency is of each age; in the group's, of all that have a rate. */
type Amounts = { currency: string; converted: boolean; amounts: readonly string[] }

/** Open differences by their age, counted or as amounts: a chart of each currency, or one in the group's where the address asks for it. */
export function AgingChart({ asked }: { asked: Asked }) {
  const { t, say, locale, count, to, open, excel } = useChart(asked)
  const { converts } = useGroupCurrency()
  const [params, put] = useAddress({ replace: true })
  const inGroup = converts ? ({ enGrupo: true } as const) : {}
  const found = useQuery({ ...query(statisticsAging, { query: { ...asked, ...inGroup } }), ...keep })
  const asAmounts = params.get('antiguedad') === 'monto'
  return (
    <ChartBox name={t('charts.aging')} found={found} isEmpty={({ total }) => total === 0}>
      {(answer) => {
        const list = (rango: string, moneda?: string) =>
          to({ periodId: answer.period?.COD_PERIODO, desdePeriodId: undefined, antiguedad: rango, ...(moneda && { moneda }) })
        const each = amountsOf(answer)
        // Of the group's currency no list has the sum.
        const linksOf = ({ currency, converted }: Amounts) =>
          answer.data.map(({ rango }) => (converted ? undefined : list(rango, currency)))
        const named = ({ currency, converted }: Amounts) => t(converted ? 'aging.converted' : 'aging.amount', { currency })
        const shared = {
          onExcel: excel(statisticsAging, t('charts.aging'), inGroup),
          of: t('aging.days'),
          labels: answer.data.map(({ rango }) => t(`list.antiguedad.${rango}`)),
          height: 200,
          onOpen: open,
        }
        return (
          <>
            <SegmentedControl
              label={t('aging.show')}
              value={asAmounts ? 'monto' : 'cantidad'}
              onChange={(value) => put('antiguedad', value === 'monto' ? value : undefined)}
              options={(['cantidad', 'monto'] as const).map((value) => ({ value, label: t(`aging.as.${value}`) }))}
            />
            {asAmounts ? (
              each.map((of) => (
                <BarChart
                  key={of.currency}
                  {...shared}
                  title={t(of.converted ? 'aging.titleConverted' : 'aging.titleOf', { currency: of.currency })}
                  note={t('aging.amountNote', { currency: of.currency })}
                  series={[
                    {
                      label: named(of),
                      color: 'line',
                      // As numbers for the length of a bar only.
                      values: of.amounts.map(Number),
                      exact: of.amounts.map((amount) => formatMoney(amount, locale)),
                      to: linksOf(of),
                    },
                  ]}
                  format={(value) => formatCompact(value, locale)}
                />
              ))
            ) : (
              <BarChart
                {...shared}
                title={agingFinding(answer, say) ?? t('charts.aging')}
                note={t('charts.agingNote')}
                series={[
                  {
                    label: t('aging.count'),
                    color: 'line',
                    values: answer.data.map(({ n }) => n),
                    to: answer.data.map(({ rango }) => list(rango)),
                  },
                ]}
                also={each.map((of) => ({
                  head: named(of),
                  cells: of.amounts.map((amount, at) => ({
                    text: formatMoney(amount, locale),
                    to: isZero(amount) ? undefined : linksOf(of)[at],
                  })),
                }))}
                format={count}
              />
            )}
            {answer.grupo && (
              <>
                <ConversionNote of={answer.grupo} />
                <LeftOut of={answer.grupo.sinTasa} />
              </>
            )}
          </>
        )
      }}
    </ChartBox>
  )
}

function amountsOf({ data, grupo }: Aging): Amounts[] {
  if (grupo) return [{ currency: grupo.MONEDA, converted: true, amounts: grupo.data.map(({ monto }) => monto) }]
  const currencies = [...new Set(data.flatMap(({ monto }) => monto.map(({ MONEDA }) => MONEDA)))].sort()
  return currencies.map((currency) => ({
    currency,
    converted: false,
    amounts: data.map(({ monto }) => monto.find(({ MONEDA }) => MONEDA === currency)?.monto ?? '0.00'),
  }))
}
