import { answerObservation, askObservationAgain, closeObservation, getObservation, type ObservationDetail } from '@cuadre/api/observation'
import { call, Failure, failureOf, query, useTranslation } from '@cuadre/shell'
import { Button, Code, DateText, ErrorState, formatMonth, Loader, Note, notify, useLocale } from '@cuadre/ui'
import { Form, TextArea, useForm } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ObservationState } from './ObservationState.tsx'

/** The thread of one observation, and the step that the reader can take in it. */
export function ObservationDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const found = useQuery(query(getObservation, { params: { id } }))
  const failure = failureOf(found)
  const it = found.data
  return (
    <Drawer open onClose={onClose} size="wide" title={it?.ASUNTO ?? t('audit.observation')}>
      {failure && <ErrorState {...failure} />}
      {!it && !failure && <Loader />}
      {it && (
        <>
          <div className="row" style={{ gap: 12 }}>
            <ObservationState of={it} />
            <span className="xsmall muted">{[it.AUDITOR, it.FIRMA_AUDITORA].filter(Boolean).join(', ')}</span>
            {it.ESTADO === 'abierta' && (
              <span className="xsmall muted">
                {t('audit.answerBy')} <DateText value={it.VENCE} />
              </span>
            )}
          </div>
          <p className="small" style={{ paddingBlock: 8 }}>
            <span className="medium">{it.NOMBRE_CUENTA}</span>{' '}
            <span className="muted">
              <Code>{it.CUENTA}</Code> · {it.NEGOCIO} · {formatMonth(it.PERIODO, locale)} · {it.ANALISTA}
            </span>
          </p>
          <ol style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 14, paddingBlockEnd: 16 }}>
            {it.HISTORIA.map((entry) => (
              <li key={entry.ID}>
                <div className="row xsmall muted">
                  <span className="medium fg">{t(`audit.entry.${entry.TIPO}`)}</span>
                  <span className="ellipsis">
                    {entry.PERSONA}, {entry.ROL.toLocaleLowerCase(locale)}
                  </span>
                  <span className="grow" />
                  <DateText value={entry.EN} as="datetime" />
                </div>
                {entry.TEXTO && (
                  <p className="small submission-comment" translate="no" style={{ paddingBlockEnd: 0 }}>
                    {entry.TEXTO}
                  </p>
                )}
              </li>
            ))}
          </ol>
          <Step observation={it} onClose={onClose} />
        </>
      )}
    </Drawer>
  )
}

const MIN_TEXT = 10

/** Answers, asks again, closes or reopens. Moved on meanwhile: what it is now is shown above, and what was written stays. */
function Step({ observation, onClose }: { observation: ObservationDetail; onClose: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const form = useForm({ defaultValues: { text: '' } })
  const [moved, setMoved] = useState<{ message: string; text: string }>()
  const [reopening, setReopening] = useState(false)
  const { ID, REVISION, PUEDE, ESTADO } = observation
  const asks = ESTADO === 'cerrada' ? 'reabrir' : 'preguntar'
  const params = { id: ID }
  const steps = {
    responder: (text: string) => call(answerObservation, { params, body: { RESPUESTA: text, REVISION } }),
    preguntar: (text: string) => call(askObservationAgain, { params, body: { PREGUNTA: text, REVISION } }),
    cerrar: (text: string) => call(closeObservation, { params, body: { CONCLUSION: text, REVISION } }),
  }
  const show = (now: ObservationDetail) => {
    client.setQueryData(query(getObservation, { params }).queryKey, now)
    void client.invalidateQueries({ queryKey: ['observation'] })
  }
  const take =
    (step: keyof typeof steps) =>
    async ({ text: written }: { text: string }) => {
      const done = t(`audit.done.${step === 'preguntar' ? asks : step}`)
      const text = written.trim()
      if (step !== 'cerrar' && text.length < MIN_TEXT)
        throw Object.assign(new Error(), { issues: [{ path: 'text', message: t('audit.tooShort', { n: MIN_TEXT }) }] })
      try {
        show(await steps[step](text))
        setMoved(undefined)
        form.setValue('text', '')
        setReopening(false)
        notify.success(done)
        if (step === 'cerrar') setTimeout(onClose)
      } catch (error) {
        if (error instanceof Failure && error.status === 409) {
          setMoved({ message: error.message, text })
          if (error.current) show(error.current as ObservationDetail)
        }
        throw error
      }
    }
  const main = PUEDE.responder ? 'responder' : PUEDE.preguntar ? 'preguntar' : PUEDE.cerrar ? 'cerrar' : undefined
  if (!main)
    return moved ? (
      <Note kind="danger">
        {moved.message}
        {moved.text && (
          <p className="submission-comment">
            <b className="strong">{t('audit.youWrote')}</b> {moved.text}
          </p>
        )}
      </Note>
    ) : null
  const word = main === 'preguntar' ? asks : main
  // Closed, it is read: whoever asked opens it again on purpose.
  if (word === 'reabrir' && !reopening)
    return (
      <div className="row">
        <Button onClick={() => setReopening(true)}>{t('audit.do.reabrir')}</Button>
      </div>
    )
  return (
    <Form
      form={form}
      onSubmit={take(main)}
      submit={t(`audit.do.${word}`)}
      secondary={PUEDE.cerrar && main !== 'cerrar' ? { label: t('audit.do.cerrar'), onSubmit: take('cerrar') } : undefined}
    >
      <div className="fields submission-fields">
        <TextArea
          name="text"
          label={t(`audit.words.${word}`)}
          help={t(`audit.wordsHint.${word}`)}
          minLength={PUEDE.cerrar ? undefined : MIN_TEXT}
          maxLength={4000}
          rows={5}
          optional={PUEDE.cerrar}
          wide
        />
      </div>
    </Form>
  )
}
