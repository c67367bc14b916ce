import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../parts/Button.tsx'
import { useTexts, useUi } from '../uiContext.ts'
import { Dialog } from './Dialog.tsx'

/** Minimum length of the reason for a rejection. */
export const MIN_REASON_LENGTH = 10

/** Leading and trailing spaces do not count. */
export const canDecide = (decision: 'approve' | 'reject', comment: string, min = MIN_REASON_LENGTH) =>
  decision === 'approve' || comment.trim().length >= min

interface DecisionDialogProps {
  decision: 'approve' | 'reject'
  open: boolean
  onClose: () => void
  /** "¿Rechazar 6 análisis?" */
  title: string
  children?: ReactNode
  /** "Rechazar 6" */
  confirm: string
  /** Label of the comment field: "Motivo". */
  label?: string
  /** Minimum length of the reason for a rejection. */
  min?: number
  max?: number
  /** What else is chosen, above the comment. */
  before?: ReactNode
  onDecide: (comment: string) => unknown
}

/** A question as what is written in it is kept by: of how many it is asked does not matter, of which one it does, and names have numbers too. */
const withoutCounts = (title: string) => title.replace(/«.*»|“.*”|\d+/g, (part) => (/^\d/.test(part) ? '' : part))

/**
 * Approving takes an optional comment, rejecting a reason of ten or more characters. What was written when the session ended is there when the same
 * is asked again at the same address in this tab.
 */
export const DecisionDialog = (props: DecisionDialogProps) => {
  const { decision, open, onClose, title, children, confirm, label, min = MIN_REASON_LENGTH, max, before, onDecide } = props
  const texts = useTexts()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { onSaveDrafts } = useUi()
  const [comment, setComment] = useState('')
  const [restored, setRestored] = useState(false)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const name = useRef('')
  name.current = withoutCounts(title)
  const written = useRef('')
  written.current = open && !busy ? comment.trim() : ''
  useEffect(() => {
    if (!open) return
    const key = `cuadre:borrador:${location.pathname}${location.search}:${name.current}`
    const kept = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    setComment(kept ?? '')
    setRestored(kept !== null)
    setTried(false)
    return onSaveDrafts(() => {
      if (written.current) sessionStorage.setItem(key, written.current)
    })
  }, [open, onSaveDrafts])

  const rejecting = decision === 'reject'
  const allowed = canDecide(decision, comment, min)
  const decide = async () => {
    setTried(true)
    if (!allowed) return field.current?.focus()
    setBusy(true)
    try {
      await onDecide(comment.trim())
      onClose()
    } catch {
      // The caller has shown the error; the comment stays.
    } finally {
      setBusy(false)
    }
  }
  const wrong = tried && !allowed
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={children}
      alert
      locked={busy}
      unsaved={open && !busy && comment.trim() !== ''}
      focus={field}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {texts.cancel}
          </Button>
          <Button variant={rejecting ? 'danger-solid' : 'solid'} busy={busy} onClick={decide}>
            {confirm}
          </Button>
        </>
      }
    >
      {before}
      <label className="field" htmlFor={id}>
        <span className="label">
          {label ?? texts.comment}
          {!rejecting && <small>{texts.optional}</small>}
        </span>
        <textarea
          id={id}
          ref={field}
          className="input"
          value={comment}
          maxLength={max}
          // Disabled, it would lose the focus, and when the decision fails the keyboard its place.
          readOnly={busy}
          aria-required={rejecting}
          aria-invalid={wrong || undefined}
          aria-describedby={rejecting ? `${id}-help` : undefined}
          onChange={(event) => setComment(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !busy) decide()
          }}
        />
      </label>
      {rejecting && (
        <div id={`${id}-help`} className={wrong ? 'error' : 'help'}>
          {/* Without the count, which would be heard with every letter. */}
          <span key={String(wrong)} className="grow" role={wrong ? 'alert' : undefined}>
            {texts.minLength(min)}
          </span>
          <span className="counter">{comment.trim().length}</span>
        </div>
      )}
      {restored && (
        <p className="help" role="status">
          {texts.draftRestored}
        </p>
      )}
    </Dialog>
  )
}
