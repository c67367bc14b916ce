import { createFaq, deleteFaq, FAQ_CATEGORIES, type Faq, listFaqVotes, updateFaq } from '@cuadre/api/faq'
import { getTicket, getTicketMetadata } from '@cuadre/api/ticket'
import { call, Failure, query, useCan, useTranslation } from '@cuadre/shell'
import { Button, DateText, Note, notify } from '@cuadre/ui'
import { DateField, Form, FormSection, SelectField, SwitchField, TextArea, TextField, useForm } from '@cuadre/ui/forms'
import { ConfirmDialog, Drawer } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useEffect, useState } from 'react'
import { categoryOf } from '../shared/words.ts'
import { FaqVersions } from './FaqVersions.tsx'
import { bodyOf, disputedFields, type FaqValues, olderLanguage, valuesOf } from './values.ts'

interface Props {
  faq?: Faq | undefined
  /** What a new one begins with: words that were searched, or the ticket that it is made from. */
  words?: string | undefined
  ticketId?: number | undefined
  onClose: () => void
}

/** A question in both languages side by side, where it is found, who reviews it until when, and what people said of it. */
export function FaqDrawer({ faq, words, ticketId, onClose }: Props) {
  const { t } = useTranslation('helpdesk')
  const client = useQueryClient()
  const receives = useCan()('helpdesk.ticket.receive')
  const [seen, setSeen] = useState(faq)
  const [other, setOther] = useState<Faq>()
  const form = useForm<FaqValues>({ defaultValues: valuesOf(faq, words) })
  const [removing, setRemoving] = useState(false)
  const [history, setHistory] = useState(false)
  const owners = useQuery({ ...query(getTicketMetadata), enabled: receives }).data?.receptores ?? []
  const ticket = useQuery({ ...query(getTicket, { params: { id: ticketId ?? 0 } }), enabled: !faq && ticketId !== undefined }).data
  useEffect(() => {
    if (!ticket) return
    // The last public answer of the desk is what solved it.
    const answer = ticket.hilo.filter(({ interno, autor }) => !interno && autor.id !== ticket.autor.id).at(-1)?.texto ?? ''
    form.setValue('preguntaEs', ticket.asunto, { shouldDirty: true })
    form.setValue('respuestaEs', answer, { shouldDirty: true })
    form.setValue('categoria', categoryOf(ticket.categoriaId), { shouldDirty: true })
  }, [ticket, form])
  const done = async (text: string) => {
    await client.invalidateQueries({ queryKey: ['faq'] })
    notify.success(text)
    setTimeout(onClose)
  }
  const save = async (values: FaqValues) => {
    const body = bodyOf(values, seen?.ticketId ?? ticketId ?? null)
    try {
      await (seen ? call(updateFaq, { params: { id: seen.id }, body: { ...body, REVISION: seen.REVISION } }) : call(createFaq, { body }))
    } catch (error) {
      if (error instanceof Failure && error.code === 'row_moved') {
        // The contract says what a `current` of this call is.
        const now = error.current as Faq
        setSeen(now)
        setOther(now)
      }
      throw error
    }
    await done(seen ? t('faq.saved') : t('faq.created'))
  }
  const old = faq && olderLanguage(faq)
  return (
    <Drawer open onClose={onClose} title={faq ? t('faq.update') : t('faq.create')} size="half">
      <Form form={form} onSubmit={save} submit={t('actions.save')} onCancel={onClose}>
        {ticketId !== undefined && !faq && <Note>{t('faq.fromTicket', { id: ticketId })}</Note>}
        {old && <Note kind="warning">{t(`faq.older.${old}`)}</Note>}
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
                  >
                    {t('faq.take')}
                  </button>
                </li>
              ))}
            </ul>
          </Note>
        )}
        <div className="faq-sides">
          <section aria-label="Español">
            <h2 className="h2">Español</h2>
            <TextField name="preguntaEs" label={t('faq.questionEs')} minLength={5} maxLength={300} wide />
            <TextArea name="respuestaEs" label={t('faq.answerEs')} minLength={5} maxLength={4000} rows={10} wide />
          </section>
          <section aria-label="English">
            <h2 className="h2">English</h2>
            <TextField name="preguntaEn" label={t('faq.questionEn')} minLength={5} maxLength={300} wide />
            <TextArea name="respuestaEn" label={t('faq.answerEn')} minLength={5} maxLength={4000} rows={10} wide />
          </section>
        </div>
        <FormSection title={t('faq.where')} description={t('faq.whereHint')}>
          <SelectField
            name="categoria"
            label={t('faq.category')}
            options={FAQ_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
          />
          <SwitchField name="publicada" label={t('faq.published')} />
          <TextField name="palabras" label={t('faq.words')} help={t('faq.wordsHint')} optional wide />
        </FormSection>
        <FormSection title={t('faq.review')} description={t('faq.reviewHint')}>
          <SelectField
            name="responsableId"
            label={t('faq.owner')}
            optional
            options={[
              ...(seen?.responsable && !owners.some(({ id }) => id === seen.responsable?.id) ? [seen.responsable] : []),
              ...owners,
            ].map(({ id, nombre }) => ({ value: String(id), label: nombre }))}
          />
          <DateField name="revisarEn" label={t('faq.reviewOn')} optional />
        </FormSection>
        {seen && <Said faq={seen} />}
        {seen && (
          <div className="row">
            <Button size="sm" icon={<History aria-hidden />} onClick={() => setHistory(true)}>
              {t('faq.history')}
            </Button>
            <Button size="sm" variant="danger" onClick={() => setRemoving(true)}>
              {t('faq.remove')}
            </Button>
          </div>
        )}
      </Form>
      {seen && history && (
        <FaqVersions
          id={seen.id}
          onClose={() => setHistory(false)}
          onTake={(version) => {
            for (const field of ['preguntaEs', 'preguntaEn', 'respuestaEs', 'respuestaEn'] as const)
              form.setValue(field, version[field], { shouldDirty: true })
            setHistory(false)
          }}
        />
      )}
      {seen && (
        <ConfirmDialog
          open={removing}
          onClose={() => setRemoving(false)}
          title={t('faq.removeTitle')}
          confirm={t('faq.remove')}
          danger
          onConfirm={async () => {
            await call(deleteFaq, { params: { id: seen.id } })
            await done(t('faq.removed'))
          }}
        >
          {t('faq.removeText')}
        </ConfirmDialog>
      )}
    </Drawer>
  )
}

/** Votes, tickets that were not written, and what people wrote beside their vote. */
function Said({ faq }: { faq: Faq }) {
  const { t } = useTranslation('helpdesk')
  const comments = useQuery(query(listFaqVotes, { params: { id: faq.id } })).data ?? []
  return (
    <FormSection title={t('faq.said')}>
      <div className="small wide">
        <p>
          {t('faq.helped', { count: faq.sirvio, of: faq.sirvio + faq.noSirvio })} · {t('faq.avoided', { count: faq.evitadas })}
        </p>
        <ul className="desk-list">
          {comments.map(({ persona, comentario, fecha }) => (
            <li key={`${persona}${fecha}`}>
              «{comentario}»
              <span className="muted">
                {persona}, <DateText value={fecha} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </FormSection>
  )
}
