import { type Analysis, type AnalysisDetail, saveDraft } from '@cuadre/api/analysis'
import { call, Failure, useTranslation } from '@cuadre/shell'
import { isAmount, toCents } from '@cuadre/tables/format/cents'
import { Button, Money, Note } from '@cuadre/ui'
import { useFormContext, useWatch } from '@cuadre/ui/forms'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { detailOf } from '../shared/detail.ts'
import { type Draft, dropDraft, keepDraft, readDraft, readOwn } from './draft.ts'

/** Milliseconds of rest after which the server keeps the draft too: another device, and the workbook, start from it. */
const SAVE_DELAY_MS = 1_500

type Typed = Required<Draft>
export type ServerDraft = Pick<Analysis, 'VERSION' | 'REVISION' | 'VALOR_ANALISIS' | 'COMENTARIO_VARIACION'>
interface Props {
  detail: AnalysisDetail
  /** What the server keeps, as the fields show it. */
  typedOf: (draft: ServerDraft) => Typed
  /** Whether a field has what the file says. */
  isTaken: (name: string) => boolean
}

const isSameAmount = (a: string, b: string) => a === b || (isAmount(a) && isAmount(b) && toCents(a) === toCents(b))
const areSame = (a: Typed, b: Typed) =>
  isSameAmount(a.VALOR_ANALISIS, b.VALOR_ANALISIS) && a.COMENTARIO_VARIACION.trim() === b.COMENTARIO_VARIACION.trim()

/**
 * A drawer closed by accident loses nothing that was typed, nor does a session that ends. What the file says is read in it again. What was typed in another
 * window, or on another device, is not written over: it is shown, and one of the two is chosen.
 */
export function KeepDraft({ detail, typedOf, isTaken }: Props) {
  const { COD_ANALISIS: id, VERSION: version } = detail
  const form = useFormContext<Typed>()
  const [VALOR_ANALISIS, COMENTARIO_VARIACION] = useWatch<Typed, ['VALOR_ANALISIS', 'COMENTARIO_VARIACION']>({
    name: ['VALOR_ANALISIS', 'COMENTARIO_VARIACION'],
  })
  // What was typed and is deleted again is kept as deleted: it would come back otherwise, from here and from the server.
  const changed = useRef(new Set<string>())
  const typed = (name: keyof Typed) => {
    if (isTaken(name)) return false
    if (form.formState.dirtyFields[name]) changed.current.add(name)
    return changed.current.has(name)
  }
  const value = typed('VALOR_ANALISIS')
  const comment = typed('COMENTARIO_VARIACION')
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const [saved, setSaved] = useState(false)
  const [elsewhere, setElsewhere] = useState<ServerDraft | undefined>(() => {
    const [kept, own, there] = [readDraft(detail), readOwn(detail), typedOf(detail)]
    return own.length > 0 && ![...own, { ...there, ...kept }].some((one) => areSame(one, there)) ? detail : undefined
  })
  /** The server's draft that this one goes on from, and its revision. */
  const base = useRef({ typed: (elsewhere && readOwn(detail)[0]) ?? typedOf(detail), REVISION: detail.REVISION })
  /** What this window has sent since: where answers were lost, nobody knows which of them arrived, and all are its own. */
  const sent = useRef<Typed[]>(elsewhere ? readOwn(detail).slice(1) : [])
  const goOnFrom = (draft: ServerDraft) => {
    base.current = { typed: typedOf(draft), REVISION: draft.REVISION }
    sent.current = []
  }
  /** One save after the other: each goes on from the revision that the one before has made. */
  const saves = useRef(Promise.resolve())
  const keep = (draft: Draft) => keepDraft(detail, draft, [base.current.typed, ...sent.current])
  const save = async (draft: Draft): Promise<void> => {
    // Deleted is told to the server; half an amount is not.
    const amount = value && VALOR_ANALISIS === '' ? null : draft.VALOR_ANALISIS || undefined
    const body = { COMENTARIO_VARIACION: draft.COMENTARIO_VARIACION?.trim(), VALOR_ANALISIS: amount, REVISION: base.current.REVISION }
    const { typed } = base.current
    sent.current.push({ ...typed, ...draft, ...(amount === undefined && { VALOR_ANALISIS: typed.VALOR_ANALISIS }) })
    keep(draft)
    try {
      const after = await call(saveDraft, { params: { id }, body })
      goOnFrom(after)
      keep(draft)
      setSaved(true)
      client.setQueryData<AnalysisDetail>(detailOf(id).queryKey, (before) => before && { ...before, ...after })
    } catch (error) {
      // What stands here is kept in this tab all the same; that it does not wait for its analyst any more is told when it is sent.
      if (!(error instanceof Failure && error.code === 'analysis_moved')) return
      const now = await client.fetchQuery({ ...detailOf(id), staleTime: 0 }).catch(() => undefined)
      if (now?.VERSION !== version) return
      const there = typedOf(now)
      const untouched = [base.current.typed, ...sent.current, { ...there, ...draft }].some((own) => areSame(there, own))
      if (!untouched) return setElsewhere(now)
      goOnFrom(now)
      await save(draft)
    }
  }
  useEffect(() => {
    if (!value && !comment) return
    const draft = {
      ...(value && { VALOR_ANALISIS: isAmount(VALOR_ANALISIS) ? VALOR_ANALISIS : '' }),
      ...(comment && { COMENTARIO_VARIACION }),
    }
    keep(draft)
    setSaved(false)
    if (elsewhere) return
    // While it is being sent the row is not to move.
    const timer = setTimeout(() => {
      if (!form.formState.isSubmitting) saves.current = saves.current.then(() => save(draft))
    }, SAVE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [id, version, value, comment, VALOR_ANALISIS, COMENTARIO_VARIACION, elsewhere])
  // A tab that is closed takes with it what the server does not have yet; within the application it stays.
  const isOnlyHere = (value || comment) && !saved
  useEffect(() => {
    if (!isOnlyHere) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isOnlyHere])
  const settle = (theirs: boolean) => {
    goOnFrom(elsewhere!)
    if (theirs) {
      changed.current.clear()
      dropDraft(detail)
      for (const [name, text] of Object.entries(typedOf(elsewhere!))) form.resetField(name as keyof Typed, { defaultValue: text })
    }
    setElsewhere(undefined)
  }
  return (
    <>
      {elsewhere && (
        <Note kind="warning">
          {t('analyst.draftElsewhere')}{' '}
          {typedOf(elsewhere).VALOR_ANALISIS && <Money value={elsewhere.VALOR_ANALISIS} currency={detail.MONEDA} />}
          {elsewhere.COMENTARIO_VARIACION && (
            <p className="quote" translate="no">
              {elsewhere.COMENTARIO_VARIACION}
            </p>
          )}
          <div className="row" style={{ gap: 8, marginBlockStart: 8 }}>
            <Button size="sm" onClick={() => settle(true)}>
              {t('analyst.draftTheirs')}
            </Button>
            <Button size="sm" onClick={() => settle(false)}>
              {t('analyst.draftMine')}
            </Button>
          </div>
        </Note>
      )}
      <p className="xsmall faint" role="status">
        {saved ? t('analyst.draftSaved') : ''}
      </p>
    </>
  )
}
