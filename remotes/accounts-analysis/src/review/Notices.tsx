import { type AnalysisEvent, STATE, sendApprovalEmail } from '@cuadre/api/analysis'
import { sendGroupApprovalEmail } from '@cuadre/api/group'
import { call, Unknown, useCan, useTranslation, whatBecame } from '@cuadre/shell'
import { Button, DateText, formatDue, notify, useLocale } from '@cuadre/ui'
import { useQueryClient } from '@tanstack/react-query'
import { BellRing, MailCheck } from 'lucide-react'
import { useState } from 'react'
import { RemindDialog } from '../shared/remind/RemindDialog.tsx'
import { useSentence } from '../shared/useSentence.ts'
import type { ReviewUnit, UnitDetail } from './unit.ts'

interface Props {
  analysis: ReviewUnit
  detail: UnitDetail | undefined
}
const isNotice = ({ TIPO }: AnalysisEvent) => TIPO === 'aviso'

/** When people were last told of it, and to tell them again: who has to act, or whom the last step concerns. */
export function Notices({ analysis, detail }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const client = useQueryClient()
  const sentence = useSentence()
  const may = useCan()('analysis.item.remind')
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!may || !detail) return null
  const { id, name, ESTADO_PRINCIPAL_ID: state, FECHA_ENVIO } = analysis
  const grouped = analysis.kind === 'agrupado'
  const last = detail.EVENTOS.filter(isNotice)
    .toSorted((a, b) => (a.FECHA ?? '').localeCompare(b.FECHA ?? ''))
    .at(-1)
  const to = last?.DETALLE?.destinatarios
  const announce = async () => {
    setBusy(true)
    try {
      const send = () => call(grouped ? sendGroupApprovalEmail : sendApprovalEmail, { params: { id }, body: {} })
      // Asked for twice, it says when they were told.
      const { DESTINATARIOS, AVISADO_EN } = await send().catch((error: unknown) => whatBecame(error, send, () => true))
      if (AVISADO_EN) notify.info(t('review.notices.already', { when: formatDue(AVISADO_EN, locale) }))
      else notify.success(t('review.notices.announced', { names: new Intl.ListFormat(locale).format(DESTINATARIOS) }))
    } catch (error) {
      notify.danger(error instanceof Unknown ? t('shared.notKnown') : t('review.notices.failed'), { description: sentence(error) })
    } finally {
      setBusy(false)
      void client.invalidateQueries({ queryKey: ['analysis'] })
    }
  }
  return (
    <section>
      <h2 className="h3">{t('review.notices.title')}</h2>
      <p className="small muted">
        {last ? (
          <>
            {t('review.notices.last')} <DateText value={last.FECHA} as="due" />
            {last.PERSONA && `, ${last.PERSONA}`}
            {Array.isArray(to) && to.length > 0 && ` → ${to.join(', ')}`}
          </>
        ) : (
          t('review.notices.none')
        )}
      </p>
      <div className="row review-notices">
        {state !== STATE.aprobado && (
          <Button size="sm" icon={<BellRing aria-hidden />} onClick={() => setAsking(true)}>
            {t('review.notices.remind')}
          </Button>
        )}
        {FECHA_ENVIO !== null && (
          <Button size="sm" icon={<MailCheck aria-hidden />} busy={busy} onClick={() => void announce()}>
            {t('review.notices.announce')}
          </Button>
        )}
      </div>
      <RemindDialog
        of={asking ? (grouped ? { groupIds: [id] } : { ids: [id] }) : undefined}
        title={t('shared.remind.one', { name })}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}
