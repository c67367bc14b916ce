import { alertTimeline } from '@cuadre/api/alert'
import { roleIdNamed } from '@cuadre/api/roles'
import { call, useTranslation } from '@cuadre/shell'
import { DateText } from '@cuadre/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettled } from '../useSettled.ts'
import type { Rule } from './rule.ts'

/** What the rule would do with one analysis, hour by hour. */
export function Timeline({ rule }: { rule: Rule }) {
  const { t } = useTranslation('parameters')
  const [otro, setOtro] = useState(0)
  const alerta = useSettled(rule)
  const found = useQuery({
    queryKey: ['alerts', 'linea', alerta, otro],
    queryFn: ({ signal }) => call(alertTimeline, { body: { alerta, otro } }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  const { ejemplo, pasos = [] } = found.data ?? {}
  const now = Date.now()
  /** A person's name, or a role by its word in the language. */
  const called = (name: string) => {
    const role = roleIdNamed(name)
    return role ? t(`role.${role}`) : name
  }
  return (
    <section className="alert-timeline" aria-label={t('alert.timeline.title')}>
      <div className="row">
        <h2 className="medium">{t('alert.timeline.title')}</h2>
        <span className="small muted grow">
          {ejemplo && (
            <>
              <bdi dir="ltr">{ejemplo.cuenta}</bdi> {ejemplo.nombre}, {t('alert.timeline.due')}{' '}
              <DateText value={ejemplo.vence} as="datetime" />
            </>
          )}
        </span>
        {ejemplo && (
          <button type="button" className="link small" onClick={() => setOtro((n) => n + 1)}>
            {t('alert.timeline.other')}
          </button>
        )}
      </div>
      {ejemplo?.limite && (
        <p className="small muted">
          {t('alert.timeline.limit', { state: ejemplo.limite.estado, count: ejemplo.limite.horas })}{' '}
          <DateText value={ejemplo.limite.vence} as="datetime" />.
        </p>
      )}
      {found.data && pasos.length === 0 && (
        <p className="small muted">
          {t(otro > 0 ? 'alert.timeline.noMore' : 'alert.timeline.none')}{' '}
          {otro > 0 && (
            <button type="button" className="link" onClick={() => setOtro(0)}>
              {t('alert.timeline.first')}
            </button>
          )}
        </p>
      )}
      <ol className="alert-steps">
        {pasos.map((step) => (
          <li
            key={`${step.clase} ${step.dias} ${step.nivel}`}
            data-past={(step.momento !== null && Date.parse(step.momento) < now) || undefined}
          >
            <span className="medium">{step.momento ? <DateText value={step.momento} as="datetime" /> : t('alert.timeline.atOnce')}</span>
            <span className="xsmall muted">
              {t(`alert.timeline.step.${step.clase}`, { count: step.dias ?? 0 })}:{' '}
              {step.personas.map(called).join(', ') || t('alert.nobody')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
