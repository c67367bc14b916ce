import type { AnalysisDetail } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { formatCompact, formatMonth, formatShortMonth, Money, useLocale } from '@cuadre/ui'
import './record.css'

interface Props {
  values: AnalysisDetail['SERIE']
  currency: string
}
const WIDTH = 260
const HEIGHT = 126
const EDGE = 8
/** Room for a label over and under the line. */
const [TOP, BOTTOM] = [20, 36]

const monthOf = ({ PERIODO }: AnalysisDetail['SERIE'][number]) => Number(PERIODO.slice(0, 4)) * 12 + Number(PERIODO.slice(5))

/**
 * The balance month by month: a line, interrupted where the account paused, its highest and its last point, and the same as a table for those who do
 * not see it.
 */
export function Series({ values, currency }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  if (values.length === 0) return <p className="small muted">{t('shared.noSeries')}</p>
  // Only for places on the drawing: the figures themselves stay text.
  const numbers = values.map(({ SALDO }) => Number(SALDO))
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  const months = values.map(monthOf)
  const first = months[0]!
  const span = months.at(-1)! - first
  const x = (i: number) => (span === 0 ? WIDTH / 2 : EDGE + ((months[i]! - first) * (WIDTH - 2 * EDGE)) / span)
  const y = (n: number) => (high === low ? HEIGHT / 2 : TOP + ((high - n) / (high - low)) * (HEIGHT - TOP - BOTTOM))
  const last = numbers.length - 1
  const peak = numbers.indexOf(high)
  const middle = Math.round(last / 2)
  const hasRoom = Math.min(x(middle) - x(0), x(last) - x(middle)) > 55
  const ticks = [...new Set([0, ...(hasRoom ? [middle] : []), last])]
  const stretches: string[][] = []
  for (const [i, n] of numbers.entries()) {
    if (i === 0 || months[i]! - months[i - 1]! > 1) stretches.push([])
    stretches.at(-1)!.push(`${x(i).toFixed(1)},${y(n).toFixed(1)}`)
  }
  // The last figure stands where the line does not come from.
  const under = numbers.length > 1 && numbers[last - 1]! > numbers[last]!
  const anchor = (i: number) => (x(i) < 40 ? 'start' : x(i) > WIDTH - 40 ? 'end' : 'middle')
  return (
    <figure className="series">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} direction="ltr" aria-hidden="true">
        <line x1={EDGE} x2={WIDTH - EDGE} y1={HEIGHT - 18} y2={HEIGHT - 18} className="series-axis" />
        {stretches.map((points) => (
          // A month alone is a dot.
          <polyline key={points[0]} points={(points.length > 1 ? points : [...points, ...points]).join(' ')} className="series-line" />
        ))}
        {peak !== last && <circle cx={x(peak)} cy={y(high)} r="2.5" className="series-peak" />}
        <circle cx={x(last)} cy={y(numbers[last]!)} r="3.2" className="series-last" />
        {peak !== last && (
          <text x={x(peak)} y={y(high) - 7} textAnchor={anchor(peak)} className="series-label">
            {formatCompact(values[peak]!.SALDO, locale)}
          </text>
        )}
        <text x={WIDTH - EDGE} y={y(numbers[last]!) + (under ? 15 : -8)} textAnchor="end" className="series-label">
          {formatCompact(values[last]!.SALDO, locale)}
        </text>
        {ticks.map((i) => (
          <text key={i} x={x(i)} y={HEIGHT - 5} textAnchor={anchor(i)} className="series-tick">
            {formatShortMonth(values[i]!.PERIODO, locale)}
          </text>
        ))}
      </svg>
      <table className="sr-only">
        <caption>{t('shared.seriesTable', { currency })}</caption>
        <tbody>
          {values.map(({ PERIODO, SALDO }) => (
            <tr key={PERIODO}>
              <th scope="row">{formatMonth(PERIODO, locale)}</th>
              <td>
                <Money value={SALDO} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
