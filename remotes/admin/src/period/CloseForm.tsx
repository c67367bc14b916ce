import { type Check, type closeChecklist, closePeriod, MIN_REASON, requestClose } from '@cuadre/api/closing'
import type { Answer } from '@cuadre/api/endpoint'
import { call, Failure, saveDrafts, signInAgain, useNavigate, useTranslation } from '@cuadre/shell'
import { formatMonth, Note, notify, useLocale, withoutAccents } from '@cuadre/ui'
import { Form, TextArea, TextField, useForm } from '@cuadre/ui/forms'
import { ConfirmDialog } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { periods } from '../area.ts'
import { PendingRequest } from './PendingRequest.tsx'

type Checklist = Answer<typeof closeChecklist>
type Values = { MOTIVO: string; PERIODO: string }

export const countOf = (checks: readonly Check[], resultado: Check['resultado']) =>
  checks.filter((check) => check.resultado === resultado).length
const plain = (text: string) => withoutAccents(text.trim().toLowerCase()).replace(/\s+de\s+|\s+/g, ' ')

/** The reason, the period's name typed, and the step itself; with warnings one person asks for it and another one does it. */
export function CloseForm({ checklist, onMoved }: { checklist: Checklist; onMoved: (now: Checklist) => void }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [askSignIn, setAskSignIn] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const form = useForm<Values>({ defaultValues: { MOTIVO: '', PERIODO: '' } })
  const { period, checks, token, segundaPersona, pedido } = checklist
  const warnings = countOf(checks, 'aviso')
  const request = pedido?.VIGENTE ? pedido : null
  const asks = warnings > 0 && segundaPersona && !request
  const name = formatMonth(period.PERIODO, locale)
  const reason = warnings > 0 && !request
  if (request && !request.PUEDE_CERRAR) return <PendingRequest period={period} request={request} own />

  const save = async ({ MOTIVO, PERIODO: _ }: Values) => {
    const params = { id: period.COD_PERIODO }
    const body = { token, PERIODO: period.PERIODO }
    try {
      if (asks) await call(requestClose, { params, body: { ...body, MOTIVO } })
      else await call(closePeriod, { params, body: { ...body, ...(MOTIVO.trim() && { MOTIVO }) } })
    } catch (error) {
      if (error instanceof Failure && error.code === 'sign_in_again') setAskSignIn(true)
      // The contract says what a `current` of these calls is, but for a period that somebody has closed meanwhile.
      if (error instanceof Failure && error.status === 409) {
        const now = error.current as Partial<Checklist> | undefined
        if (now?.checks) onMoved(now as Checklist)
        else void client.invalidateQueries({ queryKey: ['period'] })
      }
      throw error
    }
    notify.success(t(asks ? 'closing.asked' : 'period.closedNow', { period: name }))
    setTimeout(() => void client.invalidateQueries())
  }
  /** What was typed is kept for when they come back; a form that is still there would warn of leaving it. */
  const leave = async () => {
    saveDrafts()
    setLeaving(true)
    await new Promise((resolve) => setTimeout(resolve))
    await signInAgain()
  }
  if (leaving) return null
  return (
    <>
      {request && <PendingRequest period={period} request={request} />}
      {pedido && !pedido.VIGENTE && <Note kind="warning">{t('closing.requestMoved', { who: pedido.PEDIDO_POR })}</Note>}
      {asks && <Note>{t('closing.takesTwo')}</Note>}
      <Form
        form={form}
        onSubmit={save}
        submit={t(asks ? 'closing.ask' : 'period.closeTitle', { period: name })}
        onCancel={() => navigate(periods.link())}
      >
        <div className="fields" style={{ maxInlineSize: 916, marginBlockStart: 12 }}>
          {reason && (
            <TextArea name="MOTIVO" label={t('closing.reason', { count: warnings })} minLength={MIN_REASON} maxLength={500} rows={2} />
          )}
          <TextField
            name="PERIODO"
            label={t('closing.type', { name })}
            help={t('closing.typeHint')}
            validate={(typed: string) =>
              [plain(name), period.PERIODO].includes(plain(typed)) ? undefined : t('closing.typeWrong', { name })
            }
          />
        </div>
      </Form>
      <ConfirmDialog
        open={askSignIn}
        onClose={() => setAskSignIn(false)}
        title={t('closing.signInTitle')}
        confirm={t('closing.signIn')}
        onConfirm={leave}
      >
        {t('closing.signInText')}
      </ConfirmDialog>
    </>
  )
}
