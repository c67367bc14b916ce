import type { Analysis, AnalysisDetail } from '@cuadre/api/analysis'
import { stateName } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { DateText, Skeleton, StateBadge, useLocale } from '@cuadre/ui'
import { Findings, marksIn } from './Findings.tsx'
import { monthBefore, monthName } from './month.ts'
import './record.css'

interface Props {
  analysis: Analysis
  detail: AnalysisDetail | undefined
  /** Below the name of the item. */
  heading: 'h2' | 'h3'
  /** In place of the comment of a month ago, for who may not read it. */
  withheld?: string
}

/** What the analyst says now beside what was said a month ago. */
export function Comments({ analysis, detail, heading: Heading, withheld }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const before = detail?.ANTERIOR
  const marks = marksIn(detail?.COMPROBACIONES ?? [])
  const none = <p className="faint">{t('review.noComment')}</p>
  return (
    <div className="review-comments">
      <section>
        <header>
          <Heading className="h3">{t('review.commentOf', { month: monthName(analysis.PERIODO, locale) })}</Heading>
          <span className="xsmall muted">
            {analysis.AUTO ? t('shared.system') : analysis.ANALISTA}
            {analysis.FECHA_ENVIO && (
              <>
                , <DateText value={analysis.FECHA_ENVIO} />
              </>
            )}
          </span>
        </header>
        {analysis.COMENTARIO_VARIACION ? <p>{analysis.COMENTARIO_VARIACION}</p> : none}
        {marks.length > 0 && <Findings findings={marks} />}
      </section>
      <section className="review-comment-before">
        <header>
          <Heading className="h3">
            {t('review.commentOf', { month: monthName(before?.PERIODO ?? monthBefore(analysis.PERIODO), locale) })}
          </Heading>
          {before && <StateBadge state={stateName(before.ESTADO_PRINCIPAL_ID)} small />}
        </header>
        {!detail ? (
          <Skeleton width="80%" />
        ) : before?.COMENTARIO ? (
          <p>{before.COMENTARIO}</p>
        ) : withheld ? (
          <p className="faint">{withheld}</p>
        ) : (
          none
        )}
      </section>
    </div>
  )
}
