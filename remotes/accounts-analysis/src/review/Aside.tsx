import { useTranslation } from '@cuadre/shell'
import { Skeleton } from '@cuadre/ui'
import { memo } from 'react'
import { checksIn, Findings } from '../shared/Findings.tsx'
import { History } from '../shared/History.tsx'
import { Observations } from '../shared/observation/Observations.tsx'
import { Series } from '../shared/Series.tsx'
import { marksOf } from '../shared/state.ts'
import { Movement } from './Movement.tsx'
import { Notices } from './Notices.tsx'
import type { ReviewUnit, UnitDetail } from './unit.ts'

/** What the machine knows beside the file: thirteen months, its checks, who did what. */
export const Aside = memo(({ analysis, detail }: { analysis: ReviewUnit; detail: UnitDetail | undefined }) => {
  const { t } = useTranslation('accounts-analysis')
  const account = detail?.kind === 'individual' ? detail : undefined
  return (
    <>
      {/* A group has no balance of its own over the months: its members have. */}
      {analysis.kind === 'individual' && (
        <section>
          <h2 className="h3">
            {account && account.SERIE.length < 13 ? t('review.seriesOf', { count: account.SERIE.length }) : t('review.series')}
          </h2>
          {account ? <Series values={account.SERIE} currency={analysis.MONEDA} /> : <div className="review-series-waiting" />}
        </section>
      )}
      {analysis.kind === 'individual' && <Movement analysis={analysis} />}
      <section>
        <h2 className="h3">{t('review.checks')}</h2>
        {detail ? (
          <Findings findings={account ? checksIn(account.COMPROBACIONES) : detail.COMPROBACIONES} critical={marksOf(analysis).critica} />
        ) : (
          <Lines />
        )}
      </section>
      {analysis.kind === 'individual' ? (
        <Observations analysisId={analysis.COD_ANALISIS} />
      ) : (
        <Observations groupId={analysis.AGRUPADO_ID} />
      )}
      <Notices analysis={analysis} detail={detail} />
      <section>{detail ? <History events={detail.EVENTOS} intact={detail.CADENA_INTEGRA} /> : <Lines />}</section>
    </>
  )
})

const Lines = () => (
  <div className="review-lines">
    <Skeleton width="86%" />
    <Skeleton width="64%" />
    <Skeleton width="74%" />
  </div>
)
