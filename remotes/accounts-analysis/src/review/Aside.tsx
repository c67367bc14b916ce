import type { Analysis, AnalysisDetail } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { Skeleton } from '@cuadre/ui'
import { checksIn, Findings } from '../shared/Findings.tsx'
import { History } from '../shared/History.tsx'
import { Observations } from '../shared/observation/Observations.tsx'
import { Series } from '../shared/Series.tsx'
import { marksOf } from '../shared/state.ts'
import type { Level } from './level.ts'
import { Movement } from './Movement.tsx'
import { Notices } from './Notices.tsx'

/** What the machine knows beside the file: thirteen months, its checks, who did what. */
export function Aside({ level, analysis, detail }: { level: Level; analysis: Analysis; detail: AnalysisDetail | undefined }) {
  const { t } = useTranslation('accounts-analysis')
  return (
    <>
      {/* A group has no balance of its own over the months: its members have. */}
      {level.kind === 'individual' && (
        <section>
          <h2 className="h3">
            {detail && detail.SERIE.length < 13 ? t('review.seriesOf', { count: detail.SERIE.length }) : t('review.series')}
          </h2>
          {detail ? <Series values={detail.SERIE} currency={analysis.MONEDA} /> : <div className="review-series-waiting" />}
        </section>
      )}
      {level.kind === 'individual' && <Movement analysis={analysis} />}
      <section>
        <h2 className="h3">{t('review.checks')}</h2>
        {detail ? (
          <Findings
            findings={level.kind === 'individual' ? checksIn(detail.COMPROBACIONES) : detail.COMPROBACIONES}
            critical={marksOf(analysis).critica}
          />
        ) : (
          <Lines />
        )}
      </section>
      {level.kind === 'individual' && <Observations analysisId={analysis.COD_ANALISIS} />}
      <Notices analysis={analysis} grouped={level.kind === 'agrupado'} detail={detail} />
      <section>{detail ? <History events={detail.EVENTOS} intact={detail.CADENA_INTEGRA} /> : <Lines />}</section>
    </>
  )
}

const Lines = () => (
  <div className="review-lines">
    <Skeleton width="86%" />
    <Skeleton width="64%" />
    <Skeleton width="74%" />
  </div>
)
