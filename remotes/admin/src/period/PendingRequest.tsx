import { type CloseRequest, endCloseRequest, MIN_REASON } from '@cuadre/api/closing'
import type { Period } from '@cuadre/api/period'
import { call, useKept, useTranslation } from '@cuadre/shell'
import { Button, formatDateTime, Note, notify, useLocale } from '@cuadre/ui'
import { Dialog } from '@cuadre/ui/overlay'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useWhy } from '../shared/useWhy.ts'

/** Somebody has asked to close: whoever did may take it back, anybody else closes or refuses. */
export function PendingRequest({ period, request, own = false }: { period: Period; request: CloseRequest; own?: boolean }) {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const locale = useLocale()
  const client = useQueryClient()
  const id = useId()
  const [refusing, setRefusing] = useState(false)
  const [reason, setReason] = useState('')
  useKept(`rechazo del cierre ${request.ID}`, () => reason || undefined, setReason)
  const end = useMutation({
    mutationFn: () => call(endCloseRequest, { params: { id: period.COD_PERIODO }, body: { ID: request.ID, MOTIVO: reason } }),
    onSuccess: () => notify.success(t(own ? 'closing.takenBack' : 'closing.refused')),
    onError: (error) => notify.danger(why(error, t('period.closeFailed'))),
    onSettled: () => client.invalidateQueries({ queryKey: ['period'] }),
  })
  return (
    <div style={{ marginBlockEnd: 12 }}>
      <Note kind={own ? 'info' : 'warning'}>
        <b className="strong">
          {t(own ? 'closing.ownRequest' : 'closing.requested', { who: request.PEDIDO_POR, at: formatDateTime(request.PEDIDO_EN, locale) })}
        </b>{' '}
        {t('closing.requestReason', { reason: request.MOTIVO })} {own && t('closing.secondCloses')}{' '}
        <Button size="sm" busy={own && end.isPending} onClick={() => (own ? end.mutate() : setRefusing(true))}>
          {t(own ? 'closing.takeBack' : 'closing.refuse')}
        </Button>
      </Note>
      <Dialog
        open={refusing}
        onClose={() => setRefusing(false)}
        locked={end.isPending}
        unsaved={refusing && !end.isPending && reason.trim() !== ''}
        title={t('closing.refuseTitle', { who: request.PEDIDO_POR })}
        footer={
          <>
            <Button onClick={() => setRefusing(false)}>{t('actions.cancel')}</Button>
            <Button variant="danger-solid" busy={end.isPending} disabled={reason.trim().length < MIN_REASON} onClick={() => end.mutate()}>
              {t('closing.refuse')}
            </Button>
          </>
        }
      >
        <div className="field">
          <label className="label" htmlFor={id}>
            {t('closing.refuseReason')}
          </label>
          <textarea id={id} className="input" rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          <span className="help">{t('period.reasonHint', { min: MIN_REASON, count: reason.trim().length })}</span>
        </div>
      </Dialog>
    </div>
  )
}
