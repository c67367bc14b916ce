import { listObservations } from '@cuadre/api/observation'
import { query, useCan, useTranslation } from '@cuadre/shell'
import { Button, DateText } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { ObservationDrawer } from './ObservationDrawer.tsx'
import { ObservationState } from './ObservationState.tsx'
import { RaiseDrawer } from './RaiseDrawer.tsx'

/**
 * What auditors asked about an analysis: for whoever asked, and for those who prepare and decide it, who answer here. Nothing is drawn where
 * nothing was asked and the reader cannot ask.
 */
export function Observations({ analysisId, className }: { analysisId: number; className?: string }) {
  const { t } = useTranslation('accounts-analysis')
  const mayRaise = useCan()('analysis.observation.raise')
  const found = useQuery(query(listObservations, { query: { analysisId, limit: 50 } }))
  const [opened, setOpened] = useState<number>()
  const [raising, setRaising] = useState(false)
  const rows = found.data?.data ?? []
  if (rows.length === 0 && !mayRaise) return null
  return (
    <section className={className}>
      <div className="row">
        <h3 className="h3">{t('audit.view.observaciones')}</h3>
        {rows.length > 0 && <span className="faint num small">{rows.length}</span>}
        <span className="grow" />
        {mayRaise && (
          <Button size="sm" icon={<MessageCircleQuestion aria-hidden />} onClick={() => setRaising(true)}>
            {t('audit.raise')}
          </Button>
        )}
      </div>
      {rows.length === 0 && found.data && <p className="small muted">{t('audit.noneAsked')}</p>}
      <ul>
        {rows.map((row) => (
          <li key={row.ID} style={{ paddingBlock: 8 }}>
            <button type="button" className="link small" style={{ textAlign: 'start' }} onClick={() => setOpened(row.ID)}>
              {row.ASUNTO}
            </button>
            <div className="row xsmall muted">
              <ObservationState state={row.ESTADO} />
              <span className="ellipsis">{[row.AUDITOR, row.FIRMA_AUDITORA].filter(Boolean).join(', ')}</span>
              <span className="grow" />
              <DateText value={row.ACTUALIZADA_EN} />
            </div>
            {row.PUEDE.responder && <p className="quote">{row.PREGUNTA}</p>}
          </li>
        ))}
      </ul>
      {opened !== undefined && <ObservationDrawer key={opened} id={opened} onClose={() => setOpened(undefined)} />}
      {raising && <RaiseDrawer analysisId={analysisId} onClose={() => setRaising(false)} />}
    </section>
  )
}
