import type { Extension } from '@cuadre/api/extension'
import { useKept, useTranslation } from '@cuadre/shell'
import { Button, formatDateTime, useLocale } from '@cuadre/ui'
import { Dialog } from '@cuadre/ui/overlay'
import { useId, useState } from 'react'

const MIN_COMMENT = 10
const SHOWN = 5
interface Props {
  grant: boolean
  rows: readonly Extension[]
  onClose: () => void
  /** False where it was not saved: what was typed stays. */
  onDecide: (comment: string) => Promise<boolean>
}

/** What is decided, with both dates; a refusal says why. */
export function DecideDialog({ grant, rows, onClose, onDecide }: Props) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const id = useId()
  const [comment, setComment] = useState('')
  useKept(`${grant ? 'concesión' : 'rechazo'} de prórroga ${rows.map(({ ID }) => ID)}`, () => comment || undefined, setComment)
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    const done = await onDecide(comment.trim())
    setBusy(false)
    if (done) onClose()
  }
  const verb = t(grant ? 'extension.grantN' : 'extension.refuseN', { count: rows.length })
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      unsaved={!busy && comment.trim() !== ''}
      title={t(grant ? 'extension.grantTitle' : 'extension.refuseTitle', { count: rows.length })}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('actions.cancel')}
          </Button>
          <Button
            variant={grant ? 'solid' : 'danger-solid'}
            busy={busy}
            disabled={!grant && comment.trim().length < MIN_COMMENT}
            onClick={() => void run()}
          >
            {verb}
          </Button>
        </>
      }
    >
      <ul className="small">
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.ID}>
            {row.CUENTA} {row.NOMBRE_CUENTA}: {formatDateTime(row.VENCE_ACTUAL, locale)} → {formatDateTime(row.VENCE_NUEVO, locale)}.{' '}
            {row.SOLICITANTE}: «{row.MOTIVO}»
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && <p className="small muted">{t('closing.andMore', { count: rows.length - SHOWN })}</p>}
      <div className="field">
        <label className="label" htmlFor={id}>
          {t('extension.comment')} {grant && <small>{t('remind.optional')}</small>}
        </label>
        <textarea id={id} className="input" rows={3} maxLength={500} value={comment} onChange={(event) => setComment(event.target.value)} />
        {!grant && <span className="help">{t('period.reasonHint', { min: MIN_COMMENT, count: comment.trim().length })}</span>}
      </div>
    </Dialog>
  )
}
