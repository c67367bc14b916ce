import { type Analysis, type AnalysisDetail, type CheckedWorkbook, stateOf, uploadAnalysisFile } from '@cuadre/api/analysis'
import { call, Failure, useTranslation } from '@cuadre/shell'
import { isAmount, isZero, toCents } from '@cuadre/tables/format/cents'
import { Button, Money, NONE, Note, notify, StateBadge, useLocale } from '@cuadre/ui'
import { FileField, Form, MoneyField, TextArea, useForm, useFormContext, useWatch } from '@cuadre/ui/forms'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { differenceOf } from '../shared/cents.ts'
import { detailOf } from '../shared/detail.ts'
import { monthName } from '../shared/month.ts'
import { needsComment } from '../shared/state.ts'
import { isLarge } from '../shared/Threshold.tsx'
import { useSentence } from '../shared/useSentence.ts'
import { ACCEPT, isStored, MAX_FILE_BYTES, useUpload } from '../shared/useUpload.ts'
import { Annexes } from './Annexes.tsx'
import { BookCheck } from './BookCheck.tsx'
import { type Draft, dropDraft, readDraft } from './draft.ts'
import { Explanation } from './Explanation.tsx'
import { FileSays } from './FileSays.tsx'
import { KeepDraft, type ServerDraft } from './KeepDraft.tsx'
import { faultsIn, useChecked } from './useChecked.ts'
import { type Says, useFromFile } from './useFromFile.ts'

interface Values {
  file: File | null
  VALOR_ANALISIS: string
  COMENTARIO_VARIACION: string
}
interface Props {
  detail: AnalysisDetail
  onCancel: () => void
  onSent: () => void
  /** To the next account that waits for a file. */
  onNext?: () => void
  /** To the account, or the group, whose workbook it is. */
  onOther: (other: { analisis?: number | null; grupo?: number | null }) => void
}

/** File, supported value, difference and comment of one analysis. */
export function SubmissionForm({ detail, onCancel, onSent, onNext, onOther }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const sentence = useSentence('shared.uploadFailed')
  const { sent, waiting, upload } = useUpload()
  const [now, setNow] = useState<Analysis>()
  const annexed = useRef(async () => true)
  const id = detail.COD_ANALISIS
  const saved: Values = { file: null, ...typedOf(detail) }
  const form = useForm<Values>({ defaultValues: saved })
  useEffect(() => {
    const draft = readDraft(detail)
    if (draft) form.reset({ ...saved, ...draft }, { keepDefaultValues: true, keepErrors: true })
  }, [])
  const chosen: File | null = useWatch({ control: form.control, name: 'file' })
  const checked = useChecked(chosen)
  const says = useMemo(() => saidOf(checked.found, id), [checked.found, id])
  const book = useFromFile(form, chosen, says, detail.VERSION === 0)

  const refresh = () => client.invalidateQueries({ queryKey: detailOf(id).queryKey })
  const send = async (values: Values, then: () => void) => {
    const { file, VALOR_ANALISIS } = values
    if (!file) return
    // What it says may still come into the fields.
    if (checked.checking) throw { issues: [{ path: '', message: t('analyst.stillChecking') }] }
    if (!(await annexed.current())) throw { issues: [{ path: '', message: t('annex.refused') }] }
    setNow(undefined)
    const body = {
      file,
      VALOR_ANALISIS,
      VARIACION: differenceOf(detail.VALOR_BALANCE, VALOR_ANALISIS),
      COMENTARIO_VARIACION: values.COMENTARIO_VARIACION.trim() || undefined,
    }
    try {
      const after = await upload(
        (options) => call(uploadAnalysisFile, { params: { id }, body }, options),
        (current) => arrivedAs(current, detail.VERSION + 1, body),
      )
      dropDraft(detail)
      notify.success(t('analyst.sentToast', { name: after.NOMBRE_CUENTA }))
      replaceRow(after)
      then()
    } catch (error) {
      if (error instanceof Failure && error.status === 409) {
        setNow(error.current as Analysis | undefined)
        void refresh()
      }
      throw issuesFrom(error, sentence)
    }
  }
  /** In place, so that the table keeps its order until it is read again. */
  const replaceRow = (after: Analysis) => {
    client.setQueriesData<{ data: Analysis[] }>({ queryKey: ['analysis', 'analista'] }, (list) =>
      list?.data ? { ...list, data: list.data.map((item) => (item.COD_ANALISIS === id ? after : item)) } : list,
    )
    for (const noun of ['analysis', 'analysis-metadata', 'dashboard']) void client.invalidateQueries({ queryKey: [noun] })
  }

  return (
    <Form
      form={form}
      submit={t('analyst.send')}
      onSubmit={(values) => send(values, onSent)}
      secondary={onNext && { label: t('analyst.sendAndNext'), onSubmit: (values) => send(values, onNext) }}
      onCancel={onCancel}
      // A draft is kept: only of its file is there something to warn of, and no room to say more.
      unsaved={chosen !== null}
      note=""
    >
      {now && (
        <Note kind="warning">
          {t('analyst.moved')} <StateBadge state={stateOf(now)} />
        </Note>
      )}
      <div className="fields submission-fields">
        {waiting && <Note kind="warning">{t('analyst.waitingNetwork')}</Note>}
        <FileField
          name="file"
          label={t('analyst.file')}
          accept={ACCEPT}
          maxBytes={MAX_FILE_BYTES}
          sent={sent}
          help={t('analyst.fileHint')}
          wide
        />
        <Checked id={id} checked={checked} onOther={onOther} />
        <Annexes target={{ id, grouped: false }} annexes={detail.ANEXOS} onChange={refresh} settled={annexed} />
        <MoneyField name="VALOR_ANALISIS" label={t('analyst.supported')} currency={detail.MONEDA} help={t('analyst.supportedHint')} wide />
        <FileSays name="VALOR_ANALISIS" book={book} currency={detail.MONEDA} />
        <Difference balance={detail.VALOR_BALANCE} currency={detail.MONEDA} />
        <Comment detail={detail} />
        <FileSays name="COMENTARIO_VARIACION" book={book} />
        <Explanation id={id} />
        <LastComment before={detail.ANTERIOR} />
      </div>
      <KeepDraft detail={detail} typedOf={typedOf} isTaken={book.isTaken} />
    </Form>
  )
}

/** What was sent before, or the draft that the server keeps; nothing at all is 0 there. */
const typedOf = ({ VERSION, VALOR_ANALISIS, COMENTARIO_VARIACION }: ServerDraft): Required<Draft> => ({
  VALOR_ANALISIS: VERSION > 0 || !isZero(VALOR_ANALISIS) ? VALOR_ANALISIS : '',
  COMENTARIO_VARIACION: COMENTARIO_VARIACION ?? '',
})

/** This very file, with this value, is the version that would have come next. */
function arrivedAs(found: unknown, version: number, { file, VALOR_ANALISIS }: { file: File; VALOR_ANALISIS: string }) {
  const current = found as Analysis | undefined
  const same = current?.VERSION === version && isStored(current, file) && toCents(current.VALOR_ANALISIS) === toCents(VALOR_ANALISIS)
  return same ? current : undefined
}

/** The server's words to the fields that they are about; what has no field goes above them. */
const issuesFrom = (error: unknown, sentence: (error: unknown) => string) => {
  const issues = error instanceof Failure ? error.issues : []
  // The difference is computed here: what is wrong with it is wrong with the value.
  const placed = Map.groupBy(issues, ({ path }) => (path === 'VARIACION' ? 'VALOR_ANALISIS' : path))
  // A workbook may have several cells to correct: its field tells them all.
  const told = [...placed].map(([path, several]) => ({ path, message: several.map(({ message }) => message).join(' ') }))
  return { issues: told.length > 0 ? told : [{ path: '', message: sentence(error) }] }
}

/** What the workbook of this analysis says of its value and comment; nothing where one of its cells is wrong. */
function saidOf(found: CheckedWorkbook | undefined, id: number): Says | undefined {
  const [read] = found?.COD_ANALISIS === id && faultsIn(found).length === 0 ? found.VALORES : []
  return read && { VALOR_ANALISIS: read.VALOR_ANALISIS ?? '', COMENTARIO_VARIACION: read.COMENTARIO_VARIACION ?? '' }
}

/** The workbook as it was looked at when it was chosen: its wrong cells are named. */
function Checked({ id, checked, onOther }: { id: number; checked: ReturnType<typeof useChecked>; onOther: Props['onOther'] }) {
  const { t } = useTranslation('accounts-analysis')
  const { found, checking } = checked
  const own = found?.COD_ANALISIS === id
  if (checking) return <p className="xsmall muted">{t('analyst.checking')}</p>
  if (!found || found.tipo === 'otro') return null
  if (!own && found.NOMBRE)
    return (
      <Note kind="warning">
        {t('analyst.otherBook', { name: found.NOMBRE })}{' '}
        <button type="button" className="link" onClick={() => onOther({ analisis: found.COD_ANALISIS, grupo: found.AGRUPADO_ID })}>
          {t('analyst.openOther')}
        </button>
      </Note>
    )
  return <BookCheck firma={found.firma} faults={faultsIn(found)} doubts={found.AVISOS} />
}

/** Saldo − sustentado, to the cent, while it is being typed. */
function Difference({ balance, currency }: { balance: string; currency: string }) {
  const { t } = useTranslation('accounts-analysis')
  const value: unknown = useWatch<Values>({ name: 'VALOR_ANALISIS' })
  return (
    <div className="facts-result">
      <span className="muted">{t('analyst.differenceLive')}</span>
      <output>
        {isAmount(value) ? <Money value={differenceOf(balance, value)} currency={currency} /> : <span className="faint">{NONE}</span>}
      </output>
    </div>
  )
}

/** It is asked for where the movement or the difference must be explained. */
function Comment({ detail }: { detail: AnalysisDetail }) {
  const { t } = useTranslation('accounts-analysis')
  const value: unknown = useWatch<Values>({ name: 'VALOR_ANALISIS' })
  const large = isAmount(value) && isLarge(detail, value)
  const why = needsComment(detail) ? t('analyst.commentRequired') : large ? t('analyst.differenceRequired') : undefined
  return <TextArea name="COMENTARIO_VARIACION" label={t('analyst.comment')} optional={!why} help={why} maxLength={4000} rows={4} wide />
}

/** Offered, clearly as what it is, and inserted only when asked for. */
function LastComment({ before }: { before: AnalysisDetail['ANTERIOR'] }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const form = useFormContext<Values>()
  if (!before?.COMENTARIO) return null
  const insert = () => {
    const written = form.getValues('COMENTARIO_VARIACION').trim()
    form.setValue('COMENTARIO_VARIACION', written ? `${written}\n${before.COMENTARIO}` : (before.COMENTARIO ?? ''), { shouldDirty: true })
    form.setFocus('COMENTARIO_VARIACION')
  }
  return (
    <section>
      <div className="row">
        <h3 className="h3">{t('review.commentOf', { month: monthName(before.PERIODO, locale) })}</h3>
        <span className="grow" />
        <Button size="sm" variant="ghost" onClick={insert}>
          {t('analyst.useComment')}
        </Button>
      </div>
      <p className="quote">{before.COMENTARIO}</p>
    </section>
  )
}
