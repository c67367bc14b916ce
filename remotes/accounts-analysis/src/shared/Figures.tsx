import type { Analysis, AnalysisDetail, Evidence } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { isZero } from '@cuadre/tables/format/cents'
import { LightGlyph, Money, NONE, Percent, StateBadge, StateGlyph, useLocale } from '@cuadre/ui'
import { percentOf } from './cents.ts'
import { monthBefore, monthName } from './month.ts'
import { isSubmitted, marksOf } from './state.ts'
import { Threshold } from './Threshold.tsx'
import './record.css'

type OfOne = 'AUTO' | 'SALDO_ANTERIOR' | 'VARIACION_PERIODO' | 'VARIACION_PERIODO_PCT'
type Amounts = 'VALOR_BALANCE' | 'VALOR_ANALISIS' | 'VARIACION' | 'PERIODO' | 'VERSION' | 'FECHA_ENVIO' | 'MATERIALIDAD' | 'ATRASADO'
interface Props {
  /** The movement of a group is known with its members; a rule certifies single analyses. */
  analysis: Pick<Analysis, Amounts> & Partial<Pick<Analysis, OfOne>> & { MIEMBROS?: readonly Pick<Analysis, 'VARIACION'>[] }
  /** Of an account alone. */
  detail: Pick<AnalysisDetail, 'ANTERIOR' | 'UMBRAL'> | undefined
  /** Where the supported value stands in the workbook. */
  cell: NonNullable<Evidence['celda']> | undefined
}

/** Four amounts stand on one line as long as they fit: then smaller, then the movement on a line of its own. */
const roomOf = (amounts: readonly string[]) => {
  const letters = amounts.reduce((sum, amount) => sum + amount.length + Math.floor((amount.length - 4) / 3), 0)
  return letters <= 54 ? undefined : letters <= 66 ? 'long' : 'two-lines'
}

/** balance − sustentado = diferencia, then the movement. */
export function Figures({ analysis, detail, cell }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const { VALOR_BALANCE, VALOR_ANALISIS, VARIACION, SALDO_ANTERIOR, VARIACION_PERIODO, VARIACION_PERIODO_PCT, PERIODO } = analysis
  const sent = isSubmitted(analysis)
  const balanced = sent && [analysis, ...(analysis.MIEMBROS ?? [])].every((each) => isZero(each.VARIACION))
  const share = sent ? percentOf(VARIACION, VALOR_BALANCE) : null
  const { material, critica } = marksOf(analysis)
  const month = monthName(detail?.ANTERIOR?.PERIODO ?? monthBefore(PERIODO), locale)
  const room = roomOf([
    VALOR_BALANCE,
    sent ? VALOR_ANALISIS : '',
    sent ? VARIACION : '',
    VARIACION_PERIODO ?? '',
    VARIACION_PERIODO_PCT ?? '',
  ])
  return (
    <div className="review-figures" data-amounts={room}>
      <dl>
        <dt>{t('review.balance')}</dt>
        <dd className="figure">
          <Money value={VALOR_BALANCE} />
        </dd>
        <dd className="figure-note">
          {SALDO_ANTERIOR === undefined ? null : SALDO_ANTERIOR === null ? (
            t('review.firstPeriod')
          ) : (
            <bdi>
              {t('review.before')} <Money value={SALDO_ANTERIOR} />
            </bdi>
          )}
        </dd>
      </dl>
      <div className="review-sign" aria-hidden>
        −
      </div>
      <dl>
        <dt>{t('review.supported')}</dt>
        <dd className="figure">{sent ? <Money value={VALOR_ANALISIS} /> : <span className="faint">{NONE}</span>}</dd>
        <dd className="figure-note">
          {!sent
            ? t('review.unsent')
            : cell
              ? t('review.cell', { cell: cell.direccion })
              : analysis.AUTO
                ? t('review.byRule')
                : t('review.version', { n: analysis.VERSION })}
        </dd>
      </dl>
      <div className="review-sign" aria-hidden>
        =
      </div>
      <dl>
        <dt>{t('review.difference')}</dt>
        <dd className="figure">{sent ? <Money value={VARIACION} /> : <span className="faint">{NONE}</span>}</dd>
        <dd className="figure-note row">
          {balanced ? (
            <>
              <StateGlyph state="aprobado" size={12} />
              {t('review.noDifference')}
            </>
          ) : (
            share &&
            !isZero(VARIACION) && (
              <>
                <LightGlyph light="atencion" />
                <bdi>
                  <Percent value={share} decimals={2} /> {t('review.ofBalance')}
                </bdi>
              </>
            )
          )}
        </dd>
      </dl>
      <dl className="review-movement">
        <dt>{t('review.movement', { month })}</dt>
        <dd className="figure">
          {VARIACION_PERIODO !== undefined && <Money value={VARIACION_PERIODO} signed />}{' '}
          {VARIACION_PERIODO_PCT != null && (
            <small>
              <Percent value={VARIACION_PERIODO_PCT} signed />
            </small>
          )}
        </dd>
        <dd className="figure-note row">
          {(critica || material) && <StateBadge state={critica ? 'critica' : 'material'} small />}
          {detail?.UMBRAL && (
            <bdi>
              {t('review.threshold')} <Threshold of={detail.UMBRAL} />
            </bdi>
          )}
        </dd>
      </dl>
    </div>
  )
}
