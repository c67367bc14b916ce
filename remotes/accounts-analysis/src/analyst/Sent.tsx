import type { Answer } from '@cuadre/api/endpoint'
import type { dashboardAnalyst } from '@cuadre/api/home'
import { useTranslation } from '@cuadre/shell'
import { DateText, formatCount, StateBadge, useLocale } from '@cuadre/ui'
import { Deadlines, type PeriodRef } from '../shared/Deadlines.tsx'
import { Shares } from '../shared/Shares.tsx'

type Counts = Answer<typeof dashboardAnalyst>['contadores']

/** "48 de 64 enviadas", how they stand, and until when. `grouped`: some of them are sent as one, and count as one. */
export function Sent({ counts, period, grouped }: { counts: Counts; period: PeriodRef; grouped: boolean }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const { total, porPreparar, enJefatura, enControl, rechazados, aprobados } = counts
  // What is to be prepared counts what was rejected too.
  const sent = total - porPreparar
  const at = (state: string) => `?periodo=${period.COD_PERIODO}&estado=${state}`
  return (
    <section className="home-progress" aria-label={t('analyst.progress')}>
      <div>
        <div className="home-count">
          <span className="headline">
            <bdi>{t('analyst.sentOf', { sent: formatCount(sent, locale), total: formatCount(total, locale) })}</bdi>
          </span>
          <span className="muted">
            {t('analyst.sentWord', { count: sent })}
            {grouped && `; ${t('analyst.groupOnce')}`}
          </span>
          {sent < total && (
            <StateBadge state="tarde">
              <DateText value={period.VENCE_ANALISTA} as="remaining" />
            </StateBadge>
          )}
        </div>
        <Shares
          shares={[
            { state: 'aprobado', label: t('analyst.approved', { count: aprobados }), count: aprobados, to: at('aprobado') },
            { state: 'revision', label: t('analyst.atControl'), count: enControl, to: at('revision') },
            { state: 'pendiente', label: t('analyst.atJefatura'), count: enJefatura, to: at('pendiente') },
            { state: 'rechazado', label: t('analyst.rejected', { count: rechazados }), count: rechazados, to: at('rechazado') },
            { state: 'por-preparar', label: t('analyst.toPrepare'), count: porPreparar - rechazados, to: at('por-preparar') },
          ]}
        />
      </div>
      <Deadlines period={period} />
    </section>
  )
}
