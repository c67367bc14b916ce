import type { Answer } from '@cuadre/api/endpoint'
import type { dashboardAnalyst } from '@cuadre/api/home'
import { useTranslation } from '@cuadre/shell'
import { useLocale, useNow, zoneName } from '@cuadre/ui'
import { shortDue } from './month.ts'

export type PeriodRef = NonNullable<Answer<typeof dashboardAnalyst>['period']>

/** Load, analyst, jefatura, control, close: what is past and what comes next. */
export function Deadlines({ period }: { period: PeriodRef }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const now = useNow()
  const steps = [
    { id: 'analyst', due: period.VENCE_ANALISTA, label: t('shared.deadline.analyst') },
    { id: 'jefatura', due: period.VENCE_JEFATURA, label: t('shared.deadline.jefatura') },
    { id: 'control', due: period.VENCE_CONTROL, label: t('shared.deadline.control') },
    { id: 'close', due: period.VENCE_CIERRE, label: t('shared.deadline.close') },
  ]
  const zone = zoneName(locale, now)
  const next = steps.find(({ due }) => new Date(due) > now)
  return (
    <div className="deadlines-frame">
      <ol className="deadlines" aria-label={t('shared.deadlines')}>
        <li data-past>
          <b>{t('shared.deadline.loaded')}</b>
          <span>{t('shared.deadline.load')}</span>
        </li>
        {steps.map((step) => (
          <li key={step.id} data-past={new Date(step.due) <= now || undefined} aria-current={step === next ? 'step' : undefined}>
            <b>
              <time dateTime={step.due}>{shortDue(step.due, locale)}</time>
            </b>
            <span>{step.label}</span>
          </li>
        ))}
      </ol>
      {zone && <p className="xsmall muted">{t('shared.zone', { zone })}</p>}
    </div>
  )
}
