import { AUDIENCES, type Period, sendPeriodMail } from '@cuadre/api/period'
import { call, query, sentenceOf, Unknown, useTranslation, whatBecame } from '@cuadre/shell'
import { Button, formatDateTime, formatMonth, Note, notify, Skeleton, useLocale } from '@cuadre/ui'
import { Dialog } from '@cuadre/ui/overlay'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

const SHOWN = 8
/** Who would get it is shown first; exactly those get it. */
export function RemindDialog({ period, onClose }: { period: Period; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const [audience, setAudience] = useState<(typeof AUDIENCES)[number]>('responsables')
  const [message, setMessage] = useState('')
  const id = useId()
  const params = { id: period.COD_PERIODO }
  const preview = useQuery({
    ...query(sendPeriodMail, { params, body: { audiencia: audience, simular: true } }),
    staleTime: 0,
  })
  const found = preview.data
  const send = useMutation({
    mutationFn: () =>
      call(sendPeriodMail, { params, body: { audiencia: audience, mensaje: message, esperadas: found?.personas ?? 0 } }).catch(
        (error: unknown) =>
          whatBecame(
            error,
            (signal) => call(sendPeriodMail, { params, body: { audiencia: audience, simular: true } }, { signal }),
            ({ proximoEnvio }) => proximoEnvio !== null,
          ),
      ),
    onSuccess: ({ personas }) => {
      notify.success(t('remind.sent', { count: personas }))
      onClose()
    },
    onError: (error) => {
      notify.danger(error instanceof Unknown ? t('period.notKnown') : sentenceOf(error, t('remind.failed')))
      void preview.refetch()
    },
  })
  const nobody = found?.personas === 0
  return (
    <Dialog
      open
      onClose={onClose}
      locked={send.isPending}
      unsaved={!send.isPending && message.trim() !== ''}
      title={t('remind.title', { period: formatMonth(period.PERIODO, locale) })}
      footer={
        <>
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button
            variant="solid"
            busy={send.isPending}
            disabled={!found || nobody || found.proximoEnvio !== null}
            onClick={() => send.mutate()}
          >
            {t('remind.send', { count: found?.personas ?? 0 })}
          </Button>
        </>
      }
    >
      <div className="fields" style={{ gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <div className="field">
          <label className="label" htmlFor={`${id}-who`}>
            {t('remind.audience')}
          </label>
          <select
            id={`${id}-who`}
            className="input"
            value={audience}
            onChange={(event) => setAudience(event.target.value as (typeof AUDIENCES)[number])}
          >
            {AUDIENCES.map((each) => (
              <option key={each} value={each}>
                {t(`remind.of.${each}`)}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label className="label" htmlFor={`${id}-text`}>
            {t('remind.message')} <small>{t('remind.optional')}</small>
          </label>
          <textarea
            id={`${id}-text`}
            className="input"
            rows={3}
            maxLength={1000}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        </div>
        <div role="status">
          {!found && (preview.isError ? <Note kind="danger">{t('remind.unknown')}</Note> : <Skeleton />)}
          {nobody && <Note>{t('remind.nobody')}</Note>}
          {found && !nobody && (
            <p className="small muted">
              {found.destinatarios
                .slice(0, SHOWN)
                .map(({ NOMBRE, pendientes }) => (pendientes > 0 ? `${NOMBRE} (${pendientes})` : NOMBRE))
                .join(', ')}
              {found.personas > SHOWN && ` ${t('closing.andMore', { count: found.personas - SHOWN })}`}
            </p>
          )}
          {found?.proximoEnvio && <Note kind="warning">{t('remind.soon', { at: formatDateTime(found.proximoEnvio, locale) })}</Note>}
        </div>
      </div>
    </Dialog>
  )
}
