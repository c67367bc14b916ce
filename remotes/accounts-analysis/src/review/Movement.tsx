import type { Analysis } from '@cuadre/api/analysis'
import { type AnalysisMovement, analysisMovement } from '@cuadre/api/movement'
import { query, useTranslation } from '@cuadre/shell'
import { ErrorState, formatMoney, formatMonth, formatShortMonth, Money, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { useSentence } from '../shared/useSentence.ts'

const WIDTH = 260
const HEIGHT = 126
const EDGE = 8
const [TOP, BOTTOM] = [10, 24]

/** How the account moved beside what its own months make likely; nothing where the rule is off or older months were never judged. */
export function Movement({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const sentence = useSentence()
  const found = useQuery({ ...query(analysisMovement, { params: { id: analysis.COD_ANALISIS } }), staleTime: 60_000 })
  const of = found.data
  if (of && of.VEREDICTO === null) return null
  return (
    <section aria-label={t('unusual.movement')}>
      <h2 className="h3">{t('unusual.movement')}</h2>
      {found.error && !of ? (
        <ErrorState title={t('unusual.failed')} onRetry={() => void found.refetch()}>
          {sentence(found.error)}
        </ErrorState>
      ) : !of?.VEREDICTO ? (
        <div className="review-movement-waiting" />
      ) : (
        <>
          <p className={of.VEREDICTO === 'usual' || of.VEREDICTO === 'poca_historia' ? 'small' : 'small strong'}>
            {t(`unusual.verdict.${of.VEREDICTO}`)}
          </p>
          <p className="small muted">{reasonOf(of)}</p>
          {of.PROBABLE && (
            <p className="xsmall muted">
              {of.PROBABLE.BASE === 'mes' ? t('unusual.season') : t('unusual.from', { count: of.PROBABLE.MESES })}
            </p>
          )}
          <Bars of={of} />
        </>
      )}
    </section>
  )

  function reasonOf({ VEREDICTO, PROBABLE, MOVIMIENTO, MONEDA, MESES }: AnalysisMovement) {
    if (MOVIMIENTO === null) return t('unusual.first')
    if (!PROBABLE) return MESES === 0 ? t('unusual.none') : t('unusual.few', { count: MESES })
    const range = { low: formatMoney(PROBABLE.BAJO, locale), high: formatMoney(PROBABLE.ALTO, locale) }
    if (VEREDICTO === 'silencio') return t('unusual.sentenceSilent', range)
    return t('unusual.sentence', { ...range, movement: `${formatMoney(MOVIMIENTO, locale)} ${MONEDA}` })
  }
}

/** A bar for each month over the likely band, and the same as a table for those who do not see it. */
function Bars({ of: { SERIE, PROBABLE, MONEDA } }: { of: AnalysisMovement }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  if (SERIE.every(({ MOVIMIENTO }) => MOVIMIENTO === null)) return null
  // Only for places on the drawing: the figures themselves stay text.
  const numbers = SERIE.map(({ MOVIMIENTO }) => (MOVIMIENTO === null ? null : Number(MOVIMIENTO)))
  const band = PROBABLE && { low: Number(PROBABLE.BAJO), high: Number(PROBABLE.ALTO) }
  const all = [0, ...numbers.filter((n) => n !== null), ...(band ? [band.low, band.high] : [])]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const y = (n: number) => (high === low ? HEIGHT / 2 : TOP + ((high - n) / (high - low)) * (HEIGHT - TOP - BOTTOM))
  const step = (WIDTH - 2 * EDGE) / SERIE.length
  const last = SERIE.length - 1
  const range = PROBABLE && { low: formatMoney(PROBABLE.BAJO, locale), high: formatMoney(PROBABLE.ALTO, locale) }
  return (
    <figure className="series">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} direction="ltr" aria-hidden="true">
        {band && (
          <rect
            x={EDGE}
            width={WIDTH - 2 * EDGE}
            y={y(band.high)}
            height={Math.max(1, y(band.low) - y(band.high))}
            className="movement-band"
          />
        )}
        <line x1={EDGE} x2={WIDTH - EDGE} y1={y(0)} y2={y(0)} className="series-axis" />
        {numbers.map(
          (n, i) =>
            n !== null && (
              <rect
                key={SERIE[i]!.PERIODO}
                x={EDGE + i * step + step * 0.2}
                width={step * 0.6}
                y={Math.min(y(n), y(0))}
                height={Math.max(1, Math.abs(y(n) - y(0)))}
                className={i === last ? 'movement-now' : 'movement-before'}
              />
            ),
        )}
        <text x={EDGE} y={HEIGHT - 5} textAnchor="start" className="series-tick">
          {formatShortMonth(SERIE[0]!.PERIODO, locale)}
        </text>
        {last > 0 && (
          <text x={WIDTH - EDGE} y={HEIGHT - 5} textAnchor="end" className="series-tick">
            {formatShortMonth(SERIE[last]!.PERIODO, locale)}
          </text>
        )}
      </svg>
      <table className="sr-only">
        <caption>{range ? t('unusual.table', { currency: MONEDA, ...range }) : t('unusual.tablePlain', { currency: MONEDA })}</caption>
        <tbody>
          {SERIE.map(({ PERIODO, MOVIMIENTO }) => (
            <tr key={PERIODO}>
              <th scope="row">{formatMonth(PERIODO, locale)}</th>
              <td>{MOVIMIENTO === null ? t('unusual.unknown') : <Money value={MOVIMIENTO} signed />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
