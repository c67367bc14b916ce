import type { Analysis } from '@cuadre/api/analysis'
import { markAnalysisStatus } from '@cuadre/api/analysis-status'
import { call, Failure, useCan, useKept, useTranslation } from '@cuadre/shell'
import { Button, ColorMark, Note, notify } from '@cuadre/ui'
import { Popover } from '@cuadre/ui/overlay'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import './substate.css'
import { KEY_OF, type SubstateLevel, useSubstateName, useSubstates } from './useSubstates.ts'

interface Props {
  level: SubstateLevel
  /** What is in the state, with the sub-state that was said. */
  of: Pick<Analysis, 'ESTADO_PRINCIPAL_ID' | 'SUBESTADO'>
  /** The analysis it is said of; undefined while that is not known. */
  id: number | undefined
}

/** The sub-state that somebody has said, and the others that this level may say; the members of a group follow. */
export function SubstateChoice({ level, of, id }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const may = useCan()(KEY_OF[level])
  const nameOf = useSubstateName()
  const { options, none } = useSubstates(level, of)
  const [open, setOpen] = useState(false)
  const current = of.SUBESTADO
  const mark = current && <ColorMark color={current.color}>{nameOf(current)}</ColorMark>
  if (!may || id === undefined || !none || options.length === 0) return mark
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
        of={id}
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
  useKept(`subestado ${of}`, () => comment || undefined, setComment)
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
      className="substate"
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
