import { type Analysis, type AnalysisDetail, getAnalysis, recallAnalysis } from '@cuadre/api/analysis'
import type { Answer } from '@cuadre/api/endpoint'
import { getGroup, recallGroup } from '@cuadre/api/group'
import { call, Unknown, useTranslation, whatBecame } from '@cuadre/shell'
import { Button, Note, notify } from '@cuadre/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { LateAnnex } from '../shared/document/LateAnnex.tsx'
import { History } from '../shared/History.tsx'
import { useSentence } from '../shared/useSentence.ts'

interface Props {
  detail: AnalysisDetail | Answer<typeof getGroup>
  id: number
  grouped?: boolean
  name: string
  onRecalled?: () => void
  /** What was sent. */
  children: ReactNode
  /** What stands before its history. */
  checks?: ReactNode
}

/** An analysis or a group as it was sent, for reading. */
export const AsSent = ({ detail, id, grouped, name, onRecalled, children, checks }: Props) => (
  <>
    {detail.PUEDE.motivo && <Note>{detail.PUEDE.motivo}</Note>}
    {detail.PUEDE.recuperar && (
      <RecallButton
        name={name}
        recall={() => call(grouped ? recallGroup : recallAnalysis, { params: { id }, body: { REVISION: detail.REVISION } })}
        now={(signal) => call(grouped ? getGroup : getAnalysis, { params: { id } }, { signal })}
        onRecalled={onRecalled}
      />
    )}
    {children}
    {detail.PUEDE.anexarPosterior && <LateAnnex id={id} grouped={grouped} />}
    {checks}
    <section className="drawer-section">
      <History events={detail.EVENTOS} intact={detail.CADENA_INTEGRA} />
    </section>
  </>
)

/** Takes back what was sent, while nobody has decided: it can be corrected and sent again. */
function RecallButton({
  name,
  recall,
  now,
  onRecalled,
}: Pick<Props, 'name' | 'onRecalled'> & {
  recall: () => Promise<unknown>
  now: (signal: AbortSignal) => Promise<Pick<Analysis, 'FECHA_ENVIO'>>
}) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const sentence = useSentence()
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    try {
      await recall().catch((error: unknown) => whatBecame(error, now, ({ FECHA_ENVIO }) => FECHA_ENVIO === null))
      notify.success(t('analyst.recalled', { name }))
      onRecalled?.()
    } catch (error) {
      notify.danger(error instanceof Unknown ? t('shared.notKnown') : t('analyst.notRecalled', { name }), { description: sentence(error) })
    } finally {
      setBusy(false)
      for (const noun of ['analysis', 'analysis-metadata', 'dashboard']) void client.invalidateQueries({ queryKey: [noun] })
    }
  }
  return (
    <div style={{ paddingBlock: 12 }}>
      <Button size="sm" icon={<Undo2 aria-hidden />} busy={busy} onClick={() => void take()}>
        {t('analyst.recall')}
      </Button>
    </div>
  )
}
