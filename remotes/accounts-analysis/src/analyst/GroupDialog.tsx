import { type Analysis, getAnalysis } from '@cuadre/api/analysis'
import { createGroup } from '@cuadre/api/group'
import { call, Failure, useTranslation, whatBecame } from '@cuadre/shell'
import { Button, notify } from '@cuadre/ui'
import { Dialog } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { useSentence } from '../shared/useSentence.ts'

interface Props {
  /** None: closed. */
  items: readonly Analysis[] | undefined
  onClose: () => void
  onGrouped: (id: number) => void
}

/** A name for accounts that one file supports. */
export function GroupDialog({ items, onClose, onGrouped }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const sentence = useSentence()
  const id = useId()
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const make = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    if (name.trim().length < 3) return setWrong(t('analyst.groupNameShort'))
    setBusy(true)
    try {
      const body = { NOMBRE: name.trim(), COD_ANALISIS: (items ?? []).map(({ COD_ANALISIS }) => COD_ANALISIS) }
      const made = await call(createGroup, { body }).catch(async (error: unknown) => {
        const params = { id: body.COD_ANALISIS[0]! }
        const { AGRUPADO_ID } = await whatBecame(
          error,
          (signal) => call(getAnalysis, { params }, { signal }),
          (now) => now.AGRUPADO_ID !== null,
        )
        return { AGRUPADO_ID: AGRUPADO_ID!, NOMBRE: body.NOMBRE }
      })
      for (const noun of ['analysis', 'analysis-metadata', 'dashboard']) void client.invalidateQueries({ queryKey: [noun] })
      notify.success(t('analyst.grouped', { name: made.NOMBRE }))
      setName('')
      onGrouped(made.AGRUPADO_ID)
    } catch (error) {
      setWrong((error instanceof Failure && error.issues[0]?.message) || sentence(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={items !== undefined}
      onClose={onClose}
      title={t('analyst.groupTitle', { count: items?.length ?? 0 })}
      description={t('analyst.groupHint')}
      locked={busy}
      unsaved={items !== undefined && !busy && name.trim() !== ''}
      focus={field}
      footer={
        <>
          <Button onClick={onClose}>{t('analyst.cancel')}</Button>
          <Button variant="solid" type="submit" form={id} busy={busy}>
            {t('analyst.groupDo')}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={(event) => void make(event)}>
        <label className="field" htmlFor={`${id}-name`}>
          <span className="label">{t('analyst.groupName')}</span>
          <input
            id={`${id}-name`}
            ref={field}
            className="input"
            maxLength={120}
            value={name}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? `${id}-wrong` : undefined}
            onChange={(event) => {
              setName(event.target.value)
              setWrong(undefined)
            }}
          />
        </label>
        {wrong && (
          <div id={`${id}-wrong`} className="error" role="alert">
            {wrong}
          </div>
        )}
      </form>
    </Dialog>
  )
}
