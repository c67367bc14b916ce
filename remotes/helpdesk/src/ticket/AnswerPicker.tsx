import { listFaqs } from '@cuadre/api/faq'
import {
  createTicketAnswer,
  deleteTicketAnswer,
  listTicketAnswers,
  type Ticket,
  type TicketAnswer,
  updateTicketAnswer,
} from '@cuadre/api/ticket'
import { call, Failure, query, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, Note, notify, Skeleton, useLocale, withoutAccents } from '@cuadre/ui'
import { Form, TextArea, TextField, useForm } from '@cuadre/ui/forms'
import { ConfirmDialog, Dialog } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { linkTo, questionOf } from '../shared/questions.ts'
import { useSentence } from '../shared/useSentence.ts'

interface Props {
  ticket: Ticket
  onPick: (text: string) => void
  onClose: () => void
}

/** Saved answers and the questions that fit, to be put into a reply; saved answers are kept here too. */
export function AnswerPicker({ ticket, onPick, onClose }: Props) {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const [typed, setTyped] = useState('')
  const [editing, setEditing] = useState<TicketAnswer | 'new'>()
  const answers = useQuery(query(listTicketAnswers))
  const faqs = useQuery(
    query(listFaqs, { query: { sugerir: true, search: `${ticket.asunto} ${ticket.descripcion}`.slice(0, 200), limit: 5 } }),
  )
  const fits = (text: string) => withoutAccents(text).includes(withoutAccents(typed.trim()))
  const found = (answers.data ?? []).filter(({ titulo, texto }) => fits(`${titulo} ${texto}`))
  const questions = (faqs.data?.data ?? []).filter((faq) => fits(questionOf(faq, locale)))
  if (editing)
    return (
      <Dialog open onClose={() => setEditing(undefined)} title={t(editing === 'new' ? 'answers.create' : 'answers.update')} size="wide">
        <AnswerForm answer={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} title={t('answers.title')} size="wide">
      <div className="row">
        <input
          className="input"
          type="search"
          aria-label={t('answers.search')}
          placeholder={t('answers.search')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            const [first] = found
            if (event.key === 'Enter' && first) onPick(first.texto)
          }}
        />
        <Button icon={<Plus aria-hidden />} onClick={() => setEditing('new')}>
          {t('answers.create')}
        </Button>
      </div>
      {answers.isPending && <Skeleton />}
      {answers.data && found.length + questions.length === 0 && (
        <EmptyState title={t(typed ? 'answers.nothing' : 'answers.empty')}>{t('answers.emptyHint')}</EmptyState>
      )}
      <ul className="desk-answers">
        {found.map((answer) => (
          <li key={answer.id}>
            <button type="button" className="desk-answer" onClick={() => onPick(answer.texto)}>
              <span className="medium">{answer.titulo}</span>
              <span className="small muted desk-two-lines">{answer.texto}</span>
            </button>
            <button
              type="button"
              className="link small"
              onClick={() => setEditing(answer)}
              aria-label={`${t('actions.edit')} «${answer.titulo}»`}
            >
              {t('actions.edit')}
            </button>
          </li>
        ))}
        {questions.map((faq) => (
          <li key={`f${faq.id}`}>
            <button type="button" className="desk-answer" onClick={() => onPick(linkTo(faq, locale))}>
              <span className="medium">{questionOf(faq, locale)}</span>
              <span className="small muted">{t('answers.asLink')}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function AnswerForm({ answer, onClose }: { answer: TicketAnswer | undefined; onClose: () => void }) {
  const { t } = useTranslation('helpdesk')
  const client = useQueryClient()
  const sentence = useSentence()
  const [seen, setSeen] = useState(answer)
  const [other, setOther] = useState<TicketAnswer>()
  const form = useForm({ defaultValues: { titulo: answer?.titulo ?? '', texto: answer?.texto ?? '' } })
  const done = async (text: string) => {
    await client.invalidateQueries({ queryKey: ['tickets-suport', 'answers'] })
    notify.success(text)
    setTimeout(onClose)
  }
  const save = async (body: { titulo: string; texto: string }) => {
    try {
      await (seen
        ? call(updateTicketAnswer, { params: { id: seen.id }, body: { ...body, REVISION: seen.REVISION } })
        : call(createTicketAnswer, { body }))
    } catch (error) {
      if (error instanceof Failure && error.code === 'row_moved') {
        // The contract says what a `current` of this call is.
        const now = error.current as TicketAnswer
        setOther(now)
        setSeen(now)
      }
      throw error
    }
    await done(t('answers.saved'))
  }
  const [removing, setRemoving] = useState(false)
  const remove = async () => {
    await call(deleteTicketAnswer, { params: { id: seen?.id ?? 0 } }).catch((error: unknown) => {
      notify.danger(sentence(error))
      throw error
    })
    await done(t('answers.removed'))
  }
  return (
    <>
      <Form form={form} submit={t('actions.save')} onSubmit={save} onCancel={onClose}>
        {other && (
          <Note kind="warning">
            {t('answers.moved', { name: other.escritaPor })} «{other.texto}»
          </Note>
        )}
        <div className="fields">
          <TextField name="titulo" label={t('answers.name')} minLength={3} maxLength={100} wide />
          <TextArea name="texto" label={t('answers.text')} minLength={5} maxLength={4000} rows={8} wide />
        </div>
        {seen && (
          <button type="button" className="link small" onClick={() => setRemoving(true)}>
            {t('answers.remove')}
          </button>
        )}
      </Form>
      <ConfirmDialog
        open={removing}
        danger
        onClose={() => setRemoving(false)}
        title={t('answers.removeTitle', { name: seen?.titulo })}
        confirm={t('answers.remove')}
        onConfirm={remove}
      >
        {t('answers.removeText')}
      </ConfirmDialog>
    </>
  )
}
