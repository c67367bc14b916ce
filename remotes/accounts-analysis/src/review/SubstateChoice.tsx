import type { Analysis } from '@cuadre/api/analysis'
import { markAnalysisStatus } from '@cuadre/api/analysis-status'
import { call, Failure, useCan, useTranslation } from '@cuadre/shell'
import { Button, ColorMark, Note, notify } from '@cuadre/ui'
import { Popover } from '@cuadre/ui/overlay'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { Detail } from './groups.ts'
import type { Level } from './level.ts'
import { useSubstateName, useSubstates } from './useSubstates.ts'

interface Props {
  level: Level
  analysis: Analysis
  detail: Detail | undefined
}

/** The sub-state that somebody has said, and the others that this level may say; the members of a group follow. */
export function SubstateChoice({ level, analysis, detail }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const can = useCan()
  const nameOf = useSubstateName()
  const { options, none } = useSubstates(level, analysis)
  const [open, setOpen] = useState(false)
  const current = detail ? detail.SUBESTADO : analysis.SUBESTADO
  // A group is said through one of its members.
  const of = level.kind === 'agrupado' ? detail?.MIEMBROS?.[0]?.COD_ANALISIS : analysis.COD_ANALISIS
  const mark = current && <ColorMark color={current.color}>{nameOf(current)}</ColorMark>
  const may = can(level.name === 'control' ? 'analysis.control.decide' : 'analysis.jefatura.decide')
  if (!may || of === undefined || !none || options.length === 0) return mark
  return (
    <Popover
      label={t('review.substate')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className="btn btn-sm"
          aria-label={`${t('review.substate')}: ${current ? nameOf(current) : t('review.noSubstate')}`}
        >
          {mark ?? t('review.substate')}
          <ChevronDown aria-hidden />
        </button>
      }
    >
      <Choice
        key={current?.id ?? 0}
        of={of}
        options={[...options, { ...none, nombreEs: t('review.noSubstate'), nombreEn: t('review.noSubstate'), requiereComentario: false }]}
        initial={current?.id ?? none.id}
        onDone={() => setOpen(false)}
      />
    </Popover>
  )
}

interface ChoiceProps {
  of: number
  options: ReturnType<typeof useSubstates>['options']
  initial: number
  onDone: () => void
}

function Choice({ of, options, initial, onDone }: ChoiceProps) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const nameOf = useSubstateName()
  const id = useId()
  const [chosen, setChosen] = useState(initial)
  const [comment, setComment] = useState('')
  const status = options.find((option) => option.id === chosen)
  const least = status?.requiereComentario ? Math.max(1, status.minCaracteres) : 0
  const save = useMutation({
    mutationFn: () => call(markAnalysisStatus, { params: { id: chosen }, body: { COD_ANALISIS: of, comentario: comment.trim() } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['analysis'] })
      notify.success(t('review.substateSaved'))
      onDone()
    },
  })
  return (
    <form
      className="review-substate"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <fieldset className="options">
        <legend className="label">{t('review.substate')}</legend>
        {options.map((option) => (
          <label key={option.id} className="option">
            <input type="radio" className="radio" name={id} checked={option.id === chosen} onChange={() => setChosen(option.id)} />
            {option.esSistema ? nameOf(option) : <ColorMark color={option.color}>{nameOf(option)}</ColorMark>}
          </label>
        ))}
      </fieldset>
      <label className="field">
        <span className="label">{t('review.comment')}</span>
        <textarea className="input" rows={2} maxLength={2000} value={comment} onChange={(event) => setComment(event.target.value)} />
        {least > 0 && <span className="help">{t('review.substateComment', { n: least })}</span>}
      </label>
      {save.error && <Note kind="danger">{save.error instanceof Failure ? save.error.message : t('review.substateFailed')}</Note>}
      <Button type="submit" variant="solid" busy={save.isPending} disabled={chosen === initial || comment.trim().length < least}>
        {t('review.substateSave')}
      </Button>
    </form>
  )
}
