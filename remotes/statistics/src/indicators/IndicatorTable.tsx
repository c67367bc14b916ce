import { useTranslation } from '@cuadre/shell'
import { Button, formatMoney, formatShortMonth, LIGHT, TrafficLight, useLocale } from '@cuadre/ui'
import { Fragment } from 'react'
import { useLatestInSight } from '../shared/useLatestInSight.ts'
import { decimalsOf, type Place, write } from './figure.ts'
import { MonthCell, YearCell } from './IndicatorCell.tsx'
import { GROUPS, type Indicator, type Indicators, nameOf, OF_AMOUNTS } from './indicators.ts'
import { Spark } from './Spark.tsx'

const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1)
type Props = {
  data: Indicators
  year: number
  place: Place
  /** What was typed, by code, while targets are edited. */
  targets: Record<string, string> | undefined
  onTarget: (code: string, text: string) => void
  onCurrency: (currency: string) => void
}

export function IndicatorTable({ data, year, place, targets, onTarget, onCurrency }: Props) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const running = new Set(data.data[0]?.meses.filter(({ enCurso }) => enCurso).map(({ mes }) => mes))
  const latest = data.data[0]?.meses.at(-1)?.mes
  const frame = useLatestInSight(latest !== undefined)
  const label = (row: Indicator) => nameOf(row, locale)
  const isOfMany = data.monedas.length > 1 && place.moneda === undefined
  const inCurrency = ({ codigo, meses }: Indicator) => isOfMany && OF_AMOUNTS.includes(codigo) && meses.every(({ valor }) => valor === null)
  const month = (mes: number) => formatShortMonth(`${year}-${String(mes).padStart(2, '0')}`, locale).split(' ')[0]
  return (
    <div className="indicator-frame" ref={frame}>
      <table className="table indicators" aria-label={t('indicators.titleOf', { year })}>
        <thead>
          <tr>
            <th scope="col">{t('indicators.indicator')}</th>
            {MONTHS.map((mes) => (
              <th key={mes} scope="col" className="end" data-latest={mes === latest || undefined}>
                {month(mes)}
                {running.has(mes) && <small className="indicator-now">{t('matrix.running')}</small>}
              </th>
            ))}
            <th scope="col" className="end indicator-year">
              {t('matrix.year')}
            </th>
            <th scope="col" className="end">
              {year - 1}
            </th>
            <th scope="col" className="end">
              Δ
            </th>
            <th scope="col" className="end">
              {t('indicators.target')}
            </th>
            <th scope="col">{t('indicators.trend')}</th>
            <th scope="col">{t('indicators.state')}</th>
          </tr>
        </thead>
        <tbody>
          {GROUPS.map(({ name, codes }) => (
            <Fragment key={name}>
              <tr className="band">
                <th colSpan={19} scope="colgroup">
                  <span>{t(`indicators.groups.${name}`)}</span>
                </th>
              </tr>
              {data.data
                .filter(({ codigo }) => codes.includes(codigo))
                .map((row) => (
                  <tr key={row.codigo}>
                    <th scope="row">
                      {label(row)} <small className="faint">{t(`indicators.units.${row.unidad}`)}</small>
                    </th>
                    {inCurrency(row) ? (
                      <td colSpan={MONTHS.length} className="small muted indicator-currencies">
                        <div>
                          {t('indicators.currencies')}
                          <span className="indicator-of">{t('indicators.ofCurrency')}</span>
                          {data.monedas.map((currency) => (
                            <Button key={currency} size="sm" onClick={() => onCurrency(currency)}>
                              {currency}
                            </Button>
                          ))}
                        </div>
                      </td>
                    ) : (
                      MONTHS.map((mes) => {
                        const found = row.meses.find((each) => each.mes === mes)
                        return (
                          <td key={mes} className="num">
                            {found && found.valor !== null ? (
                              <MonthCell row={row} month={found} year={year} place={place} />
                            ) : (
                              <span className="faint">—</span>
                            )}
                          </td>
                        )
                      })
                    )}
                    {(['acumulado', 'anterior'] as const).map((which) => (
                      <td key={which} className={`num ${which === 'acumulado' ? 'strong indicator-year' : 'faint'}`}>
                        {row[which] === null ? '—' : <YearCell row={row} which={which} months={data.rangos[which]} place={place} />}
                      </td>
                    ))}
                    <td
                      className={`num ${row.delta === null || row.delta === 0 ? '' : row.delta * row.sentido > 0 ? 'indicator-up' : 'indicator-down'}`}
                    >
                      {row.delta === null ? '—' : formatMoney(row.delta, locale, { decimals: decimalsOf(row), signed: true })}
                    </td>
                    <td className="num">
                      {targets ? (
                        <input
                          className="input indicator-input"
                          inputMode="decimal"
                          aria-label={t('indicators.targetOf', { name: label(row) })}
                          value={
                            targets[row.codigo] ??
                            (row.objetivo === null ? '' : String(row.objetivo).replace('.', locale === 'es' ? ',' : '.'))
                          }
                          onChange={(event) => onTarget(row.codigo, event.target.value)}
                        />
                      ) : (
                        write(row, row.objetivo, locale)
                      )}
                    </td>
                    <td>
                      <Spark values={row.tendencia} target={row.objetivo} label={t('indicators.trendOf', { name: label(row) })} />
                    </td>
                    <td>
                      <TrafficLight light={row.semaforo ? LIGHT[row.semaforo] : undefined} />
                    </td>
                  </tr>
                ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}
