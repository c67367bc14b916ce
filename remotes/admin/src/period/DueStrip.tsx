import type { Period } from '@cuadre/api/period'
import { useTranslation } from '@cuadre/shell'
import { formatCount, formatDateTime, formatRemaining, useLocale, useNow } from '@cuadre/ui'

/** The four deadlines, how far each level has come, and how much time is left. */
export function DueStrip({ period, checks }: { period: Period; checks: { done: number; of: number } }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const now = useNow()
  const unit = t('closing.accountsWord')
  const levels: { label: string; at: string; done: number; of: number; unit: string }[] = [
    { label: t('period.analyst'), at: period.VENCE_ANALISTA, done: period.ENVIADOS, of: period.ANALISIS, unit },
    { label: t('period.jefatura'), at: period.VENCE_JEFATURA, done: period.EN_CONTROL, of: period.ANALISIS, unit },
    { label: t('period.control'), at: period.VENCE_CONTROL, done: period.APROBADOS, of: period.ANALISIS, unit },
    { label: t('period.closeWord'), at: period.VENCE_CIERRE, ...checks, unit: t('closing.checksWord') },
  ]
  return (
    <div className="due-strip">
      {levels.map(({ label, at, done, of, unit }) => (
        <section key={label} aria-label={label}>
          <div className="due-head">
            <span>{label}</span>
            <span className={done < of && Date.parse(at) < now.getTime() ? 'badge state-rechazado' : 'muted'}>
              {done >= of && of > 0 ? t('closing.done') : formatRemaining(at, locale, now)}
            </span>
          </div>
          <bdi dir="ltr" className="due-at">
            {formatDateTime(at, locale)}
          </bdi>
          <div className="row small muted">
            <span className="bar-mini" aria-hidden>
              <i style={{ inlineSize: `${of === 0 ? 0 : (done / of) * 100}%` }} />
            </span>
            <bdi className="num nowrap">
              {t('period.of', { done: formatCount(done, locale), total: formatCount(of, locale) })} {unit}
            </bdi>
          </div>
        </section>
      ))}
    </div>
  )
}
