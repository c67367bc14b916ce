import type { Ticket } from '@cuadre/api/ticket'
import { Link, useTranslation } from '@cuadre/shell'
import { Avatar, DateText, formatDateTime, useLocale } from '@cuadre/ui'
import { Lock } from 'lucide-react'
import { Fragment } from 'react'
import { categoryOf } from '../shared/words.ts'
import { TicketFiles } from './TicketFiles.tsx'

type Comment = Ticket['hilo'][number]
type Change = Ticket['cambios'][number]
type Entry = { at: string } & ({ comment: Comment } | { changes: Change[] })

/** Messages and what was done between them, oldest first; what one person did in one step is one line. */
export function entriesOf({ hilo, cambios }: Pick<Ticket, 'hilo' | 'cambios'>): Entry[] {
  const steps: { at: string; changes: Change[] }[] = []
  for (const change of cambios) {
    if (change.campo === 'creado') continue
    const last = steps.at(-1)
    if (last?.at === change.fecha && last.changes[0]?.persona === change.persona) last.changes.push(change)
    else steps.push({ at: change.fecha, changes: [change] })
  }
  // A message comes before the move that was sent with it.
  return [...hilo.map((comment) => ({ at: comment.fecha, comment })), ...steps].sort((a, b) => a.at.localeCompare(b.at))
}

export function Thread({ ticket, people }: { ticket: Ticket; people: ReadonlyMap<number, string> }) {
  const { t } = useTranslation('helpdesk')
  return (
    <ol className="desk-thread" aria-label={t('thread.title')}>
      <Message author={ticket.autor.nombre} at={ticket.creadoEn} text={ticket.descripcion} files={ticket.archivos} />
      {entriesOf(ticket).map((entry) =>
        'comment' in entry ? (
          <Message
            key={`k${entry.comment.id}`}
            author={entry.comment.autor.nombre}
            at={entry.comment.fecha}
            text={entry.comment.texto}
            files={entry.comment.archivos}
            internal={entry.comment.interno}
            staff={entry.comment.autor.id !== ticket.autor.id}
          />
        ) : (
          <Step key={`${entry.at}${entry.changes[0]?.persona}`} changes={entry.changes} people={people} />
        ),
      )}
    </ol>
  )
}

interface MessageProps {
  author: string
  at: string
  text: string
  files: Ticket['archivos']
  internal?: boolean
  staff?: boolean
}
function Message({ author, at, text, files, internal, staff }: MessageProps) {
  const { t } = useTranslation('helpdesk')
  return (
    <li className="desk-message" data-internal={internal || undefined}>
      <Avatar name={author} accent={staff} />
      <div className="grow">
        <div className="desk-message-head">
          {internal && <Lock aria-hidden />}
          <span className="medium">{internal ? t('thread.internalOf', { name: author }) : author}</span>
          {internal && <span className="muted">{t('thread.internalHint')}</span>}
          <span className="muted small desk-end">
            <DateText value={at} as="datetime" />
          </span>
        </div>
        <p className="desk-text">
          <Linked text={text} />
        </p>
        <TicketFiles files={files} />
      </div>
    </li>
  )
}

const QUESTION = /(\/faq\?pregunta=\d+)/
/** Links to our questions are links; every other address stays text. */
function Linked({ text }: { text: string }) {
  const { t } = useTranslation('helpdesk')
  return text.split(QUESTION).map((part, i) =>
    QUESTION.test(part) ? (
      <Link key={i} className="link" to={part}>
        {t('thread.openQuestion')}
      </Link>
    ) : (
      <Fragment key={i}>{part}</Fragment>
    ),
  )
}

function Step({ changes, people }: { changes: Change[]; people: ReadonlyMap<number, string> }) {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const said = (change: Change) => {
    const { campo, despues } = change
    if (campo === 'asignadoId')
      return despues === null ? t('change.unassigned') : t('change.assigned', { name: people.get(Number(despues)) ?? t('change.somebody') })
    if (campo === 'categoriaId') return t('change.category', { name: t(`category.${categoryOf(Number(despues))}`) })
    if (campo === 'tipoId') return t('change.type', { name: t(`type.name.${despues}`) })
    if (campo === 'vence') return t('change.due', { day: formatDateTime(despues!, locale) })
    if (campo === 'estadoId') return t('change.state', { name: t(`state.${despues}`) })
    return t(`change.${campo}`, { id: despues })
  }
  const reason = changes.find(({ motivo }) => motivo)?.motivo
  return (
    <li className="desk-step small muted">
      {changes[0]?.persona ?? t('change.system')}: {changes.map(said).join('; ')}
      {reason && <>. «{reason}»</>} · <DateText value={changes[0]?.fecha} as="datetime" />
    </li>
  )
}
