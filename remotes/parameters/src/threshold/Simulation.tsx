import { MATERIALITY } from '@cuadre/api/analysis'
import { simulateThreshold } from '@cuadre/api/threshold'
import { call, failureOf, useTranslation } from '@cuadre/shell'
import { ErrorState, formatCount, formatMonth, Section, Skeleton, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { FoundErrors } from './FoundErrors.tsx'
import { Moves } from './Moves.tsx'
import { ruleOf, scopeOf, type ThresholdValues } from './rule.ts'

const MONTHS = 24
// The charts come with the first one that is shown.
const MonthsChart = lazy(() => import('./MonthsChart.tsx'))

/** What the threshold would have made of the last two years, had it held all the time. Closed periods are only looked at. */
export function Simulation({ values }: { values: ThresholdValues }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const body = { ...ruleOf(values), ...scopeOf(values), meses: MONTHS }
  const found = useQuery({
    queryKey: ['threshold-simulation', body],
    queryFn: ({ signal }) => call(simulateThreshold, { body }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const failure = failureOf(found)
  const count = (n: number) => formatCount(n, locale)
  const { total, meses = [], cambios = [] } = found.data ?? {}
  const judged = total ? MATERIALITY.reduce((sum, of) => sum + total.antes[of], 0) : 0
  const title = t('threshold.past', { n: MONTHS })
  return (
    <>
      <Section title={title}>
        {failure && <ErrorState {...failure} />}
        {!found.data && !failure && <Skeleton height={120} />}
        {total && (
          <>
            <p className="small muted" style={{ marginBlockEnd: 8 }}>
              {judged === 0
                ? t('threshold.pastNothing')
                : t('threshold.pastSays', { changed: count(total.cambian), total: count(judged), count: meses.length })}
            </p>
            {judged > 0 && meses.length > 1 && (
              <div style={{ marginBlockEnd: 16 }}>
                <Suspense fallback={<Skeleton height={220} />}>
                  <MonthsChart months={meses} />
                </Suspense>
              </div>
            )}
            {total.cambian > 0 && <Moves label={title} moves={cambios} before={total.antes} after={total.despues} />}
            {total.cambian > 0 && (
              <details style={{ marginBlockStart: 8 }}>
                <summary className="link small">{t('threshold.byPeriod')}</summary>
                <div className="table-frame">
                  <table className="table" aria-label={t('threshold.byPeriod')}>
                    <thead>
                      <tr>
                        <th scope="col">{t('threshold.period')}</th>
                        <th scope="col" className="end">
                          {t('threshold.moves.changed')}
                        </th>
                        {(['material', 'critica'] as const).map((of) => (
                          <th key={of} scope="col" className="end">
                            {t(`threshold.class.${of}`)}
                          </th>
                        ))}
                      </tr>
                    </thead>
                    <tbody>
                      {meses.map((month) => (
                        <tr key={month.PERIODO}>
                          <td>{formatMonth(month.PERIODO, locale)}</td>
                          <td className="num end">{count(month.cambian)}</td>
                          {(['material', 'critica'] as const).map((of) => (
                            <td key={of} className="num end">
                              <bdi dir="ltr">
                                <span className="muted">{count(month.antes[of])} →</span> {count(month.despues[of])}
                              </bdi>
                            </td>
                          ))}
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              </details>
            )}
          </>
        )}
      </Section>
      {found.data && <FoundErrors errors={found.data.errores} />}
    </>
  )
}
