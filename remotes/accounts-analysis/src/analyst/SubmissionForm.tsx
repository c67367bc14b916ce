import { type Analysis, type AnalysisDetail, uploadAnalysisFile } from '@cuadre/api/analysis'
import { call, Failure, useTranslation } from '@cuadre/shell'
import { Button, Money, NONE, Note, notify, StateBadge, useLocale } from '@cuadre/ui'
import { FileField, Form, MoneyField, TextArea, useForm, useFormContext, useWatch } from '@cuadre/ui/forms'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { differenceOf, isAmount } from '../shared/cents.ts'
import { detailOf } from '../shared/detail.ts'
import { monthName } from '../shared/month.ts'
import { needsComment, stateOf } from '../shared/state.ts'
import { useSentence } from '../shared/useSentence.ts'
import { dropDraft, keepDraft, readDraft } from './draft.ts'

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
}
/** What the server reads (decisions §3): a workbook, a text table, paper. */
const ACCEPT = '.xlsx,.xls,.csv,.pdf,.png,.jpg,.jpeg'
const MOST = 50 * 1024 * 1024

/** File, supported value, difference and comment of one analysis. */
export function SubmissionForm({ detail, onCancel, onSent, onNext }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const sentence = useSentence()
  const [sent, setSent] = useState<number>()
  const [now, setNow] = useState<Analysis>()
  const id = detail.COD_ANALISIS
  const kept: Values = {
    file: null,
    VALOR_ANALISIS: detail.VERSION > 0 ? detail.VALOR_ANALISIS : '',
    COMENTARIO_VARIACION: detail.VERSION > 0 ? (detail.COMENTARIO_VARIACION ?? '') : '',
  }
  const form = useForm<Values>({ defaultValues: kept })
  useEffect(() => {
    const draft = readDraft(id)
    if (draft) form.reset({ ...kept, ...draft }, { keepDefaultValues: true })
  }, [])

  const send = async (values: Values, then: () => void) => {
    if (!values.file) return
    setSent(0)
    setNow(undefined)
    try {
      const after = await call(
        uploadAnalysisFile,
        {
          params: { id },
          body: {
            file: values.file,
            VALOR_ANALISIS: values.VALOR_ANALISIS,
            VARIACION: differenceOf(detail.VALOR_BALANCE, values.VALOR_ANALISIS),
            COMENTARIO_VARIACION: values.COMENTARIO_VARIACION.trim() || undefined,
          },
        },
        { onUpload: setSent },
      )
      dropDraft(id)
      notify.success(t('analyst.sentToast', { name: after.NOMBRE_CUENTA }))
      replaceRow(after)
      then()
    } catch (error) {
      if (error instanceof Failure && error.status === 409) {
        setNow(error.current as Analysis | undefined)
        void client.invalidateQueries({ queryKey: detailOf(id).queryKey })
      }
      throw issuesFrom(error, sentence)
    } finally {
      setSent(undefined)
    }
  }
  /** In place, so that the table keeps its order until it is read anew. */
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
      // A draft is kept: there is nothing to warn of, and no room to do it.
      note=""
    >
      {now && (
        <Note kind="warning">
          {t('analyst.moved')} <StateBadge state={stateOf(now)} />
        </Note>
      )}
      <div className="fields submission-fields">
        <FileField name="file" label={t('analyst.file')} accept={ACCEPT} maxBytes={MOST} sent={sent} help={t('analyst.fileHint')} wide />
        <MoneyField name="VALOR_ANALISIS" label={t('analyst.supported')} currency={detail.MONEDA} help={t('analyst.supportedHint')} wide />
        <Difference balance={detail.VALOR_BALANCE} currency={detail.MONEDA} />
        <TextArea
          name="COMENTARIO_VARIACION"
          label={t('analyst.comment')}
          optional={!needsComment(detail)}
          help={needsComment(detail) ? t('analyst.commentRequired') : undefined}
          maxLength={4000}
          rows={4}
          wide
        />
        <LastComment before={detail.ANTERIOR} />
      </div>
      <KeepDraft id={id} />
    </Form>
  )
}

/** The server's words to the fields that they are about; what has no field goes above them. */
const issuesFrom = (error: unknown, sentence: (error: unknown) => string) => {
  const issues = error instanceof Failure ? error.issues : []
  // The difference is computed here: what is wrong with it is wrong with the value.
  const placed = issues.map(({ path, message }) => ({ path: path === 'VARIACION' ? 'VALOR_ANALISIS' : path, message }))
  return { issues: placed.length > 0 ? placed : [{ path: '', message: sentence(error) }] }
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

/** A drawer closed by accident loses nothing that was typed. */
function KeepDraft({ id }: { id: number }) {
  const form = useFormContext<Values>()
  const [VALOR_ANALISIS, COMENTARIO_VARIACION] = useWatch<Values, ['VALOR_ANALISIS', 'COMENTARIO_VARIACION']>({
    name: ['VALOR_ANALISIS', 'COMENTARIO_VARIACION'],
  })
  const dirty = Boolean(form.formState.dirtyFields.VALOR_ANALISIS || form.formState.dirtyFields.COMENTARIO_VARIACION)
  useEffect(() => {
    if (dirty) keepDraft(id, { VALOR_ANALISIS: isAmount(VALOR_ANALISIS) ? VALOR_ANALISIS : '', COMENTARIO_VARIACION })
  }, [id, dirty, VALOR_ANALISIS, COMENTARIO_VARIACION])
  return null
}
