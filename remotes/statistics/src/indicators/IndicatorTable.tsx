import { useTranslation } from '@cuadre/shell'
import {
  formatCount,
  formatMoney,
  formatMonth,
  formatShortMonth,
  LIGHT,
  LightGlyph,
  type Locale,
  Money,
  TextLink,
  TrafficLight,
  useLocale,
} from '@cuadre/ui'
import { Popover } from '@cuadre/ui/overlay'
import { Fragment } from 'react'
import { useListLink } from '../shared/items/listQuery.ts'
import { GROUPS, type Indicator, type Indicators, LISTS, type Month } from './indicators.ts'
import { Spark } from './Spark.tsx'

const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1)
type Place = Record<string, string | number | undefined>
type Props = {
  data: Indicators
  year: number
  place: Place
  /** What was typed, by code, while targets are edited. */
  targets: Record<string, string> | undefined
  onTarget: (code: string, text: string) => void
}

const decimalsOf = ({ unidad, codigo }: Indicator) => (unidad === 'cantidad' ? 0 : codigo === 'K16' ? 3 : 1)
const write = (row: Indicator, value: number | null, locale: Locale) =>
  value === null ? '—' : row.unidad === 'cantidad' ? formatCount(value, locale) : formatMoney(value, locale, { decimals: decimalsOf(row) })

export function IndicatorTable({ data, year, place, targets, onTarget }: Props) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const running = new Set(data.data[0]?.meses.filter(({ enCurso }) => enCurso).map(({ mes }) => mes))
  const label = (row: Indicator) => (locale === 'en' ? row.etiquetaEn : row.etiquetaEs)
  const month = (mes: number) => formatShortMonth(`${year}-${String(mes).padStart(2, '0')}`, locale).split(' ')[0]
  return (
    <div className="indicator-frame">
      <table className="table indicators" aria-label={t('indicators.titleOf', { year })}>
        <thead>
          <tr>
            <th scope="col">{t('indicators.indicator')}</th>
            {MONTHS.map((mes) => (
              <th key={mes} scope="col" className="end">
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
                  {t(`indicators.groups.${name}`)}
                </th>
              </tr>
              {data.data
                .filter(({ codigo }) => codes.includes(codigo))
                .map((row) => (
                  <tr key={row.codigo}>
                    <th scope="row">
                      {label(row)} <small className="faint">{t(`indicators.units.${row.unidad}`)}</small>
                    </th>
                    {MONTHS.map((mes) => {
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
                    })}
                    <td className="num strong indicator-year">{write(row, row.acumulado, locale)}</td>
                    <td className="num faint">{write(row, row.anterior, locale)}</td>
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

/** A month's figure; pressed it says what it is made of and where the list is. */
function MonthCell({ row, month, year, place }: { row: Indicator; month: Month; year: number; place: Place }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const link = useListLink()
  const name = `${year}-${String(month.mes).padStart(2, '0')}`
  const light = month.enCurso || month.semaforo === 'verde' ? undefined : month.semaforo
  const list = LISTS[row.codigo]
  const style = [
    month.enCurso ? 'faint' : '',
    month.mes === row.mejorMes ? 'strong' : '',
    month.mes === row.peorMes ? 'indicator-worst' : '',
  ].join(' ')
  const count = (n: number) => (Number.isInteger(n) ? formatCount(n, locale) : formatMoney(n, locale))
  return (
    <Popover
      align="end"
      label={formatMonth(name, locale)}
      trigger={
        <button type="button" className="indicator-cell">
          {light && (
            <>
              <LightGlyph light={LIGHT[light]} size={8} />
              <span className="sr-only">{t(`matrix.light.${LIGHT[light]}`)} </span>
            </>
          )}
          <span className={style}>{write(row, month.valor, locale)}</span>
        </button>
      }
    >
      <div className="indicator-tip">
        <b>{formatMonth(name, locale)}</b>
        <span className="small muted">{locale === 'en' ? row.etiquetaEn : row.etiquetaEs}</span>
        <span>
          {row.unidad === 'cantidad'
            ? count(month.numerador)
            : t('matrix.part', { part: count(month.numerador), whole: count(month.denominador) })}
        </span>
        {row.objetivo !== null && (
          <span className="small">
            {t('indicators.target')} <Money value={row.objetivo} decimals={decimalsOf(row)} />
          </span>
        )}
        {list && <TextLink href={link({ ...place, ...list, mes: month.mes, anio: year })}>{t('matrix.openList')}</TextLink>}
      </div>
    </Popover>
  )
}
