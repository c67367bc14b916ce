import { listObservations } from '@cuadre/api/observation'
import { query, useCan, useTranslation } from '@cuadre/shell'
import { Button, Code, DateText } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { ObservationDrawer } from './ObservationDrawer.tsx'
import { ObservationState } from './ObservationState.tsx'
import { RaiseDrawer } from './RaiseDrawer.tsx'

/** A group is asked about by its accounts: it has up to a hundred of them. */
const MOST = 1000
type Of = { analysisId: number; groupId?: undefined } | { analysisId?: undefined; groupId: number }

/**
 * What auditors asked about an analysis, or about any account of a group: for whoever asked, and for those who prepare and decide it, who
 * answer here. Nothing is drawn where nothing was asked and the reader cannot ask.
 */
export function Observations({ className, ...of }: Of & { className?: string }) {
  const { t } = useTranslation('accounts-analysis')
  const { analysisId } = of
  const mayRaise = useCan()('analysis.observation.raise') && analysisId !== undefined
  const found = useQuery(query(listObservations, { query: analysisId === undefined ? { ...of, limit: MOST } : { analysisId, limit: 50 } }))
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
            {analysisId === undefined && (
              <div className="ellipsis xsmall">
                <Code>{row.CUENTA}</Code> {row.NOMBRE_CUENTA}
              </div>
            )}
            <div className="row xsmall muted">
              <ObservationState of={row} />
              <span className="ellipsis">{[row.AUDITOR, row.FIRMA_AUDITORA].filter(Boolean).join(', ')}</span>
              <span className="grow" />
              <DateText value={row.ACTUALIZADA_EN} />
            </div>
            {row.ESTADO === 'abierta' && (
              <div className="xsmall muted">
                {t('audit.answerBy')} <DateText value={row.VENCE} />
              </div>
            )}
            {row.PUEDE.responder && <p className="quote">{row.PREGUNTA}</p>}
          </li>
        ))}
      </ul>
      {opened !== undefined && <ObservationDrawer key={opened} id={opened} onClose={() => setOpened(undefined)} />}
      {raising && analysisId !== undefined && <RaiseDrawer analysisId={analysisId} onClose={() => setRaising(false)} />}
    </section>
  )
}
