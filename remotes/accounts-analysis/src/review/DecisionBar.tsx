import { useTranslation } from '@cuadre/shell'
import { Button, Kbd, TextLink, useKeys } from '@cuadre/ui'
import { canDecide, MIN_REASON_LENGTH } from '@cuadre/ui/overlay'
import { Check, CircleHelp, Lock, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { Reopen } from '../shared/Reopen.tsx'
import { type Level, waitsFor } from './level.ts'
import type { ReviewUnit, UnitDetail } from './unit.ts'
import type { Outcome } from './useDecide.ts'
import { useReasons } from './useReasons.ts'

interface Props {
  level: Level
  analysis: ReviewUnit
  detail: UnitDetail | undefined
  /** What was written for this item before another was looked at. */
  initial: string
  onComment: (text: string) => void
  onDecide: (outcome: Outcome, comment: string, motivo?: string) => void
  onHelp: () => void
  heading: RefObject<HTMLElement | null>
  phone: boolean
}

/** Always in the same place: the comment, reject, approve; or why neither can be done. */
export function DecisionBar({ level, analysis, detail, initial, onComment, onDecide, onHelp, heading, phone }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [comment, setComment] = useState(initial)
  const [rejecting, setRejecting] = useState(false)
  const [short, setShort] = useState(false)
  const reasons = useReasons(level)
  const [motivo, setMotivo] = useState('')
  const may = detail?.PUEDE[level.may] ?? false
  // Until the detail is here the row tells whether there will be something to decide: the bar keeps its shape.
  const open = detail ? may : waitsFor(level, analysis)

  const write = (text: string) => {
    setComment(text)
    onComment(text)
    if (canDecide('reject', text)) setShort(false)
  }
  const approve = () => may && onDecide('approve', comment.trim())
  const toReason = () => {
    setRejecting(true)
    field.current?.focus()
  }
  const reject = () => {
    if (!may) return
    if (canDecide('reject', comment)) onDecide('reject', comment.trim(), motivo || undefined)
    else {
      setShort(true)
      toReason()
    }
  }
  const shortcuts = useKeys(open ? { a: approve, r: toReason, c: () => field.current?.focus() } : {})
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      setRejecting(false)
      setShort(false)
      heading.current?.focus({ preventScroll: true })
    }
    // After R Enter rejects; with Ctrl it does so from any comment. Shift breaks the line.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && (rejecting || event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      reject()
    }
  }

  if (!open)
    return (
      <section className="review-decide" aria-label={t('review.decision')}>
        <Lock aria-hidden className="faint" />
        <p className="small muted grow">
          {detail ? (detail.PUEDE.motivo ?? t('review.cannot')) : t('review.notWaiting')}{' '}
          {analysis.kind === 'individual' && analysis.AGRUPADO_ID !== null && (
            <TextLink href={`?grupo=${analysis.AGRUPADO_ID}`}>{t('review.toGroup')}</TextLink>
          )}
        </p>
        {detail?.PUEDE.reabrir && <Reopen of={analysis} />}
        {!phone && <HelpButton label={t('review.help')} onHelp={onHelp} />}
      </section>
    )
  return (
    <section className="review-decide" aria-label={t('review.decision')} data-rejecting={rejecting || undefined}>
      <div className="review-comment">
        <label className="sr-only" htmlFor={id}>
          {rejecting ? t('review.reason') : t('review.comment')}
        </label>
        <textarea
          id={id}
          ref={field}
          className="input"
          rows={1}
          maxLength={2000}
          value={comment}
          placeholder={rejecting ? t('review.reasonHint', { n: MIN_REASON_LENGTH }) : t('review.commentHint')}
          aria-keyshortcuts={shortcuts ? 'C' : undefined}
          aria-invalid={short || undefined}
          aria-describedby={`${id}-help`}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          // Choosing a reason goes on with the rejection.
          onBlur={({ relatedTarget }) => relatedTarget instanceof HTMLSelectElement || setRejecting(false)}
        />
        {shortcuts && !phone && !comment && !rejecting && <Kbd>C</Kbd>}
        <p id={`${id}-help`} className="review-comment-help xsmall" data-short={short || undefined} role={short ? 'alert' : undefined}>
          {short
            ? t('review.reasonShort', { n: MIN_REASON_LENGTH, written: comment.trim().length })
            : rejecting
              ? t('review.reasonKeys', { written: comment.trim().length, n: MIN_REASON_LENGTH })
              : null}
        </p>
      </div>
      {reasons.length > 0 && (rejecting || motivo) && (
        <select
          className="input review-reason-code"
          aria-label={t('review.reasonCode')}
          value={motivo}
          onChange={(event) => {
            setMotivo(event.target.value)
            field.current?.focus()
          }}
        >
          <option value="">{t('review.noReason')}</option>
          {reasons.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
      <Button variant="danger" size="lg" icon={<X aria-hidden />} aria-disabled={!may || undefined} onClick={reject}>
        {t('review.reject')}
        {shortcuts && !phone && <Kbd>R</Kbd>}
      </Button>
      <Button
        variant="solid"
        size="lg"
        icon={<Check aria-hidden />}
        aria-disabled={!may || undefined}
        // The second press of a double click would meet the next item, which nobody has seen.
        onClick={({ detail }) => detail < 2 && approve()}
      >
        {t('review.approve')}
        {shortcuts && !phone && <Kbd>A</Kbd>}
      </Button>
      {!phone && <HelpButton label={t('review.help')} onHelp={onHelp} />}
    </section>
  )
}

const HelpButton = ({ label, onHelp }: { label: string; onHelp: () => void }) => (
  <Button variant="ghost" size="lg" className="btn-icon" aria-label={label} title={label} onClick={onHelp}>
    <CircleHelp aria-hidden />
  </Button>
)
