import { createFaq, deleteFaq, FAQ_CATEGORIES, type Faq, listFaqs, updateFaq } from '@cuadre/api/faq'
import { getTicket, getTicketMetadata } from '@cuadre/api/ticket'
import { call, Failure, query, useCan, useTranslation, whatBecame } from '@cuadre/shell'
import { DateText, IconButton, Note, notify } from '@cuadre/ui'
import { DateField, Form, SelectField, SwitchField, TextArea, TextField, useForm } from '@cuadre/ui/forms'
import { ConfirmDialog, RowMenu } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Eye, History } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSentence } from '../shared/useSentence.ts'
import { categoryOf } from '../shared/words.ts'
import { FaqPreview } from './FaqPreview.tsx'
import { FaqVersions } from './FaqVersions.tsx'
import { bodyOf, disputedFields, type FaqValues, olderLanguage, saidIn, valuesOf } from './values.ts'

interface Props {
  faq?: Faq | undefined
  /** What a new one begins with: words that were searched, or the ticket that it is made from. */
  words?: string | undefined
  ticketId?: number | undefined
  /** Places up or down in its category. */
  onMove: (by: number) => void
  /** To the list, where it is not beside this. */
  onBack: () => void
  /** Another one, or none. */
  onShow: (id: number | undefined) => void
}

/** A question in both languages side by side, where it is found, and who reviews it until when. */
export function FaqEditor({ faq, words, ticketId, onMove, onBack, onShow }: Props) {
  const { t } = useTranslation('helpdesk')
  const client = useQueryClient()
  const sentence = useSentence()
  const receives = useCan()('helpdesk.ticket.receive')
  const pane = useRef<HTMLElement>(null)
  const [seen, setSeen] = useState(faq)
  const [other, setOther] = useState<Faq>()
  const form = useForm<FaqValues>({ defaultValues: valuesOf(faq, words) })
  const [over, setOver] = useState<'history' | 'preview' | 'removing'>()
  const owners = useQuery({ ...query(getTicketMetadata), enabled: receives }).data?.receptores ?? []
  useTicket(form, faq ? undefined : ticketId)
  // It stands far behind the button that asked for it.
  useEffect(() => {
    if (!faq) form.setFocus('categoria')
  }, [faq, form])
  // Moved by somebody else, or by words that were linked: what is not being changed follows.
  const { isDirty, isSubmitting } = form.formState
  useEffect(() => {
    if (!faq || isDirty || isSubmitting || faq.REVISION <= (seen?.REVISION ?? 0)) return
    setSeen(faq)
    form.reset(valuesOf(faq))
  }, [faq, seen, isDirty, isSubmitting, form])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      pane.current?.querySelector('form')?.requestSubmit()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  const save = async (values: FaqValues) => {
    const body = bodyOf(values, seen?.ticketId ?? ticketId ?? null)
    let saved: Faq
    try {
      const sent = seen
        ? call(updateFaq, { params: { id: seen.id }, body: { ...body, REVISION: seen.REVISION } })
        : call(createFaq, { body })
      const now = async (signal: AbortSignal) => {
        const { data } = await call(listFaqs, { query: { limit: 999 } }, { signal })
        return saidIn(data, body, seen)
      }
      saved = (await sent.catch((error: unknown) => whatBecame(error, now, (one) => one !== undefined)))!
    } catch (error) {
      if (error instanceof Failure && error.code === 'row_moved') {
        // The contract says what a `current` of this call is.
        const now = error.current as Faq
        setSeen(now)
        setOther(now)
      }
      throw error instanceof Failure && error.status > 0 ? error : { issues: [{ path: '', message: sentence(error) }] }
    }
    setOther(undefined)
    setSeen(saved)
    await client.invalidateQueries({ queryKey: ['faq'] })
    notify.success(t(seen ? 'faq.saved' : values.publicada ? 'faq.created' : 'faq.keptDraft'))
    // The form is clean after this.
    if (!seen) setTimeout(() => onShow(saved.id))
  }
  const old = seen && olderLanguage(seen)
  const sides = [
    { code: 'es', name: 'Español', question: 'preguntaEs', answer: 'respuestaEs', labels: ['faq.questionEs', 'faq.answerEs'] },
    { code: 'en', name: 'English', question: 'preguntaEn', answer: 'respuestaEn', labels: ['faq.questionEn', 'faq.answerEn'] },
  ] as const
  return (
    <section ref={pane} className="faq-editor" aria-label={t(faq ? 'faq.update' : 'faq.create')}>
      <Form form={form} onSubmit={save} submit={t('actions.save')} onCancel={() => (seen ? form.reset(valuesOf(seen)) : onShow(undefined))}>
        <header className="faq-head">
          <IconButton className="desk-back" label={t('faq.back')} icon={<ArrowLeft aria-hidden />} onClick={onBack} />
          <SelectField
            name="categoria"
            label={t('faq.category')}
            options={FAQ_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
          />
          {seen && (
            <span className="small muted">
              {t('resource.version', { n: seen.REVISION })}, <DateText value={seen.actualizadoEn} />
            </span>
          )}
          <span className="faq-head-end">
            <SwitchField name="publicada" label={t('faq.published')} />
            <IconButton label={t('faq.preview')} icon={<Eye aria-hidden />} onClick={() => setOver('preview')} />
            {seen && <IconButton label={t('faq.history')} icon={<History aria-hidden />} onClick={() => setOver('history')} />}
            {seen && (
              <RowMenu
                label={t('faq.more')}
                entries={[
                  { label: t('faq.up'), onSelect: () => onMove(-1) },
                  { label: t('faq.down'), onSelect: () => onMove(1) },
                  'line',
                  { label: t('faq.remove'), danger: true, onSelect: () => setOver('removing') },
                ]}
              />
            )}
          </span>
        </header>
        {ticketId !== undefined && !faq && <Note>{t('faq.fromTicket', { id: ticketId })}</Note>}
        {other && (
          <Note kind="warning">
            {t('faq.moved')}
            <ul>
              {disputedFields(other, form.getValues()).map((field) => (
                <li key={field}>
                  {t(`faq.field.${field}`)}: «{String(valuesOf(other)[field])}»{' '}
                  <button
                    type="button"
                    className="link"
                    onClick={() => form.setValue(field, valuesOf(other)[field], { shouldDirty: true })}
                    aria-label={`${t('faq.take')} ${t(`faq.field.${field}`)}`}
                  >
                    {t('faq.take')}
                  </button>
                </li>
              ))}
            </ul>
          </Note>
        )}
        <div className="faq-sides">
          {sides.map(({ code, name, question, answer, labels: [asked, answered] }) => (
            <section key={code} aria-label={name}>
              <h2 className="h3">{name}</h2>
              {old === code && (
                <Note kind="warning">
                  {t(`faq.older.${old}`)}{' '}
                  <button type="button" className="link" onClick={() => setOver('history')}>
                    {t('faq.seeChange')}
                  </button>
                </Note>
              )}
              <TextField name={question} label={t(asked)} minLength={5} maxLength={300} wide />
              <TextArea name={answer} label={t(answered)} help={t('faq.most')} minLength={5} maxLength={4000} rows={10} wide />
            </section>
          ))}
        </div>
        <div className="faq-where">
          <TextField name="palabras" label={t('faq.words')} help={t('faq.wordsHint')} optional wide />
          <SelectField
            name="responsableId"
            label={t('faq.owner')}
            optional
            options={[
              ...(seen?.responsable && !owners.some(({ id }) => id === seen.responsable?.id) ? [seen.responsable] : []),
              ...owners,
            ].map(({ id, nombre }) => ({ value: String(id), label: nombre }))}
          />
          <DateField name="revisarEn" label={t('faq.reviewOn')} help={t('faq.reviewHint')} optional />
        </div>
      </Form>
      {over === 'preview' && <FaqPreview values={form.getValues()} onClose={() => setOver(undefined)} />}
      {seen && over === 'history' && (
        <FaqVersions
          id={seen.id}
          onClose={() => setOver(undefined)}
          onTake={(version) => {
            for (const field of ['preguntaEs', 'preguntaEn', 'respuestaEs', 'respuestaEn'] as const)
              form.setValue(field, version[field], { shouldDirty: true })
            setOver(undefined)
          }}
        />
      )}
      {seen && (
        <ConfirmDialog
          open={over === 'removing'}
          onClose={() => setOver(undefined)}
          title={t('faq.removeTitle')}
          confirm={t('faq.remove')}
          danger
          onConfirm={async () => {
            await call(deleteFaq, { params: { id: seen.id } }).catch((error: unknown) => {
              notify.danger(sentence(error))
              throw error
            })
            form.reset(valuesOf(seen))
            onShow(undefined)
            await client.invalidateQueries({ queryKey: ['faq'] })
            notify.success(t('faq.removed'))
          }}
        >
          {t('faq.removeText')}
        </ConfirmDialog>
      )}
    </section>
  )
}

/** Begins with what a ticket asked and what solved it: once, whatever is said in it later. */
function useTicket(form: ReturnType<typeof useForm<FaqValues>>, ticketId: number | undefined) {
  const ticket = useQuery({ ...query(getTicket, { params: { id: ticketId ?? 0 } }), enabled: ticketId !== undefined }).data
  const begun = useRef(false)
  useEffect(() => {
    if (!ticket || begun.current) return
    begun.current = true
    // The last public answer of the desk is what solved it.
    const answer = ticket.hilo.filter(({ interno, autor }) => !interno && autor.id !== ticket.autor.id).at(-1)?.texto ?? ''
    form.setValue('preguntaEs', ticket.asunto, { shouldDirty: true })
    form.setValue('respuestaEs', answer, { shouldDirty: true })
    form.setValue('categoria', categoryOf(ticket.categoriaId), { shouldDirty: true })
  }, [ticket, form])
}
