import { decideBulk } from '@cuadre/api/analysis'
import type { Answer } from '@cuadre/api/endpoint'
import { call, Failure, useTranslation } from '@cuadre/shell'
import { Button, Code, IconButton, notify, StateGlyph } from '@cuadre/ui'
import { DecisionDialog, Dialog } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { BellRing, X } from 'lucide-react'
import { memo, useMemo, useState } from 'react'
import { Choice } from '../shared/Choice.tsx'
import { RemindDialog } from '../shared/remind/RemindDialog.tsx'
import { marksOf } from '../shared/state.ts'
import { useSentence } from '../shared/useSentence.ts'
import type { Level } from './level.ts'
import type { ReviewUnit } from './unit.ts'
import type { Outcome } from './useDecide.ts'
import { useReasons } from './useReasons.ts'

/** With what was in view of it: the server names an account by its code alone. */
type Undone = (Answer<typeof decideBulk>['noHechos'][number] & { seen?: ReviewUnit | undefined })[]
interface Props {
  level: Level
  /** What is in view: what has moved since is not decided. */
  items: readonly ReviewUnit[]
  marked: ReadonlySet<number>
  onMark: (ids: readonly number[], on: boolean) => void
}

/** One decision and comment for all that are marked; what the server would not do is listed, with why. */
export const Bulk = memo(({ level, items, marked, onMark }: Props) => {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const sentence = useSentence()
  // What was asked stands until it is out of sight, though nothing is marked any more.
  const [asked, setAsked] = useState<{ outcome: Outcome; count: number; open: boolean }>({ outcome: 'approve', count: 0, open: false })
  const [undone, setUndone] = useState<Undone>([])
  const reasons = useReasons(level)
  const [motivo, setMotivo] = useState('')
  const [reminding, setReminding] = useState(false)
  // Critical ones are decided one by one (decisions §7): they stay marked, and the figures are of the others.
  const critical = useMemo(
    () => new Set(items.flatMap((item) => (marked.has(item.id) && marksOf(item).critica ? [item.id] : []))),
    [items, marked],
  )
  const count = marked.size - critical.size
  const rejecting = asked.outcome === 'reject'
  const ask = (outcome: Outcome) => {
    setMotivo('')
    setAsked({ outcome, count, open: true })
  }
  const readAgain = () => {
    for (const noun of ['analysis', 'analysis-metadata', 'dashboard']) void client.invalidateQueries({ queryKey: [noun] })
  }
  const decide = async (comment: string) => {
    const ids = [...marked].filter((id) => !critical.has(id))
    const seen = items.flatMap(({ id, REVISION }) => (ids.includes(id) ? [[id, REVISION]] : []))
    try {
      const body = {
        ...level.bulk(ids, Object.fromEntries(seen)),
        level: level.name,
        action: rejecting ? ('reprobar' as const) : ('aprobar' as const),
        comentario: comment || undefined,
        motivo: (rejecting && motivo) || undefined,
      }
      const { hechos, gruposHechos, noHechos } = await call(decideBulk, { body })
      const done = hechos.length + gruposHechos.length
      if (done > 0) notify.success(t(rejecting ? 'review.bulkRejected' : 'review.bulkApproved', { count: done }))
      setUndone(
        noHechos.map((one) => ({
          ...one,
          seen: items.find(({ id }) => id === (level.kind === 'agrupado' ? one.AGRUPADO_ID : one.COD_ANALISIS)),
        })),
      )
      onMark(ids, false)
      readAgain()
    } catch (error) {
      // They may have been decided before the answer was lost: the list tells, and none is asked for again from here.
      if (error instanceof Failure && error.status === 0) {
        readAgain()
        return void notify.danger(t('review.bulkNotKnown'), { description: t('review.bulkNotKnownHint') })
      }
      notify.danger(t('review.bulkFailed'), { description: sentence(error) })
      throw error
    }
  }
  return (
    <>
      <span className="sr-only" role="status">
        {marked.size > 0 && t('review.marked', { count: marked.size })}
      </span>
      {marked.size > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a toolbar, not a form's fieldset
        <div className="review-bulk" role="group" aria-label={t('review.marked', { count: marked.size })}>
          <p className="small num">
            <b className="strong">{t('review.marked', { count: marked.size })}</b>
            {critical.size > 0 && <>; {t('review.criticalOnes', { count: critical.size })}</>}
          </p>
          <IconButton size="sm" label={t('review.notices.remindMany')} icon={<BellRing aria-hidden />} onClick={() => setReminding(true)} />
          <Button size="sm" variant="danger" disabled={count === 0} onClick={() => ask('reject')}>
            {t('review.rejectMany', { count })}
          </Button>
          <Button size="sm" disabled={count === 0} onClick={() => ask('approve')}>
            {t('review.approveMany', { count })}
          </Button>
          <IconButton size="sm" label={t('review.unmark')} icon={<X aria-hidden />} onClick={() => onMark([...marked], false)} />
        </div>
      )}
      <RemindDialog
        of={reminding && marked.size > 0 ? level.reminded([...marked]) : undefined}
        title={t('shared.remind.many', { count: marked.size })}
        onClose={() => setReminding(false)}
      />
      <DecisionDialog
        decision={asked.outcome}
        open={asked.open}
        onClose={() => setAsked((before) => ({ ...before, open: false }))}
        title={t(rejecting ? 'review.rejectManyTitle' : 'review.approveManyTitle', { count: asked.count })}
        confirm={t(rejecting ? 'review.rejectMany' : 'review.approveMany', { count: asked.count })}
        label={rejecting ? t('review.reason') : undefined}
        before={
          rejecting &&
          reasons.length > 0 && (
            <Choice
              label={t('review.reasonCode')}
              value={motivo}
              onChange={setMotivo}
              options={[{ value: '', label: t('review.noReason') }, ...reasons]}
            />
          )
        }
        onDecide={decide}
      >
        {t('review.bulkHint')}
      </DecisionDialog>
      <Dialog
        open={undone.length > 0}
        onClose={() => setUndone([])}
        title={t('review.undoneTitle', { count: undone.length })}
        description={t('review.undoneHint')}
        footer={
          <Button variant="solid" onClick={() => setUndone([])}>
            {t('review.close')}
          </Button>
        }
      >
        <ul className="findings">
          {undone.map(({ COD_ANALISIS, AGRUPADO_ID, nombre, motivo, seen }) => (
            <li key={COD_ANALISIS ?? `g${AGRUPADO_ID}`}>
              <StateGlyph state="tarde" />
              <div>
                <span className="medium">{seen?.name ?? nombre ?? t('review.unknownItem')}</span>{' '}
                {seen && (
                  <span className="muted xsmall">
                    {seen.kind === 'individual' && (
                      <>
                        <Code>{seen.CUENTA}</Code> ·{' '}
                      </>
                    )}
                    {seen.NEGOCIO}
                  </span>
                )}
                <div className="muted">{motivo}</div>
              </div>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
})
