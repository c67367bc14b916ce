import { TICKET_STATE, type Ticket } from '@cuadre/api/ticket'
import { Failure, useMe, useTranslation } from '@cuadre/shell'
import { Avatar, Button, formatCount, IconButton, Note, notify, useLocale, useTexts, useUnsavedWarning } from '@cuadre/ui'
import { Menu, Tabs } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { BookOpen, ChevronDown, Paperclip } from 'lucide-react'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useSentence } from '../shared/useSentence.ts'
import { AnswerPicker } from './AnswerPicker.tsx'
import { ACCEPT, isAccepted, pastedFiles } from './files.ts'
import { addFile, comment } from './lost.ts'
import { PendingFiles } from './PendingFiles.tsx'
import { keyOfTicket } from './queries.ts'
import { after, useDraft } from './useDraft.ts'
import { type Present, refreshTickets } from './useLine.ts'

const { enEspera, resuelto, cerrado } = TICKET_STATE
const MOST = 5000

export interface ReplyHandle {
  note: () => void
  insert: (text: string) => void
}
interface Props {
  ticket: Ticket
  others?: readonly Present[]
  onWriting?: (writing: boolean) => void
  ref?: Ref<ReplyHandle>
}

/** Where an answer is written, or a note that the author never sees. */
export function Reply({ ticket, others = [], onWriting, ref }: Props) {
  const { t } = useTranslation('helpdesk')
  const client = useQueryClient()
  const sentence = useSentence()
  const locale = useLocale()
  const me = useMe()
  const [tab, setTab] = useState<'text' | 'note'>('text')
  const texts = useTexts()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [draft, keep] = useDraft(ticket.id, (file) => setFailure((said) => `${said} ${texts.fileLost(file)}`.trim()))
  const [picking, setPicking] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  /** Where ?? asked for a saved answer: the caret leaves with the two signs. */
  const asked = useRef<number>(undefined)
  const internal = ticket.recibe && tab === 'note'
  const text = internal ? draft.note : draft.text
  const tooLong = t('reply.tooLong', { n: formatCount(text.trim().length, locale), most: formatCount(MOST, locale) })
  const { files } = draft
  useUnsavedWarning(draft.text.trim() !== '' || draft.note.trim() !== '' || files.length > 0)

  const write = (value: string) => {
    keep(internal ? { note: value } : { text: value })
    onWriting?.(value.trim() !== '')
  }
  const insert = (more: string) => {
    const at = asked.current ?? field.current?.selectionStart ?? text.length
    asked.current = undefined
    const before = text.slice(0, at)
    const rest = text.slice(at)
    write(`${before}${before && !before.endsWith('\n') ? '\n' : ''}${more}${rest && !rest.startsWith('\n') ? '\n' : ''}${rest}`)
    field.current?.focus()
  }
  useImperativeHandle(ref, () => ({
    note: () => {
      setTab('note')
      setTimeout(() => field.current?.focus())
    },
    insert,
  }))
  const add = (list: Iterable<File>) => {
    const found = [...list]
    const refused = found.find((file) => !isAccepted(file))
    setFailure(refused ? t('reply.fileRefused', { name: refused.name }) : '')
    keep((now) => ({ files: [...now.files, ...found.filter(isAccepted)] }))
  }

  const send = async (estadoId?: number) => {
    if (busy) return
    const unfit = text.trim() === '' ? files.length > 0 && t('reply.textMissing') : text.trim().length > MOST && tooLong
    if (text.trim() === '' || unfit) {
      setFailure(unfit || '')
      return field.current?.focus()
    }
    setBusy(true)
    setFailure('')
    const [first, ...rest] = files
    try {
      const body = {
        texto: text.trim(),
        ...(internal ? { interno: true } : { ultimo: lastPublic(ticket) }),
        ...(estadoId === undefined ? {} : { estadoId }),
        ...(first ? { file: first } : {}),
      }
      let answer = await comment(ticket, me.id, body)
      // Somebody else may have written in the same moment.
      const comentarioId = answer.hilo.findLast(({ autor }) => autor.id === me.id)?.id
      keep((now) => ({ ...(internal ? { note: after(text, now.note) } : { text: after(text, now.text) }), files: rest }))
      onWriting?.(false)
      setTab('text')
      const left: File[] = []
      const refused: string[] = []
      for (const file of rest)
        try {
          answer = await addFile(answer, file, comentarioId)
        } catch (error) {
          left.push(file)
          refused.push(`${file.name}: ${sentence(error)}`)
        }
      // What was said is sent; a file that was not stays for the next message.
      keep({ files: left })
      setFailure(refused.join(' '))
      client.setQueryData(keyOfTicket(ticket.id), answer)
      notify.success(t(internal ? 'reply.noted' : 'reply.sent'))
    } catch (error) {
      setFailure(sentence(error))
      // Somebody was quicker: their message appears above, and what was written stays.
      if (error instanceof Failure && error.status === 409 && error.current) client.setQueryData(keyOfTicket(ticket.id), error.current)
    } finally {
      setBusy(false)
      void refreshTickets(client)
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    }
  }
  const may = (state: number) => ticket.siguientes.includes(state)
  const entries = [
    { label: t('reply.send'), onSelect: () => void send(), end: <kbd>Ctrl {t('reply.enter')}</kbd> },
    ...(ticket.recibe && may(enEspera) ? [{ label: t('reply.sendAndWait'), onSelect: () => void send(enEspera) }] : []),
    ...(ticket.recibe && may(resuelto) ? [{ label: t('reply.sendAndSolve'), onSelect: () => void send(resuelto) }] : []),
    ...(may(cerrado) ? [{ label: t('reply.sendAndClose'), onSelect: () => void send(cerrado) }] : []),
  ]
  if (ticket.estadoId === cerrado) {
    const unsent = [draft.text, draft.note].filter(Boolean).join('\n\n')
    return (
      <div className="desk-closed small muted">
        <p>{t(ticket.siguientes.length > 0 ? 'reply.closed' : 'reply.closedForGood')}</p>
        {unsent && <textarea className="input" readOnly rows={4} aria-label={t('reply.unsent')} value={unsent} />}
        {(unsent || files.length > 0) && (
          <Button size="sm" onClick={() => keep({ text: '', note: '', files: [] })}>
            {t('reply.discard')}
          </Button>
        )}
      </div>
    )
  }
  return (
    <section
      className="desk-reply"
      data-internal={internal || undefined}
      aria-label={t('reply.title')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        add(event.dataTransfer.files)
      }}
    >
      <div className="desk-reply-head">
        {ticket.recibe ? (
          <Tabs
            label={t('reply.kinds')}
            value={tab}
            onChange={(value) => setTab(value as 'text' | 'note')}
            tabs={[
              { value: 'text', label: t('reply.answer') },
              { value: 'note', label: t('reply.note') },
            ]}
          />
        ) : (
          <span className="medium small">{t('reply.answer')}</span>
        )}
        {others.map(({ id, nombre, escribe }) => (
          <span key={id} className="desk-other small muted" role="status">
            <Avatar name={nombre} small />
            {t(escribe ? 'reply.alsoWrites' : 'reply.alsoLooks', { name: nombre })}
          </span>
        ))}
      </div>
      {failure && <Note kind="danger">{failure}</Note>}
      <div className="desk-box">
        <textarea
          ref={field}
          rows={4}
          aria-invalid={text.trim().length > MOST || undefined}
          aria-label={t(internal ? 'reply.note' : 'reply.answer')}
          placeholder={t(internal ? 'reply.notePlace' : ticket.recibe ? 'reply.place' : 'reply.ownPlace')}
          value={text}
          onChange={(event) => {
            const { value, selectionStart } = event.target
            if (ticket.recibe && value.slice(0, selectionStart).endsWith('??')) {
              asked.current = selectionStart - 2
              write(value.slice(0, asked.current) + value.slice(selectionStart))
              setPicking(true)
            } else write(value)
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pasted = pastedFiles(event.clipboardData)
            if (pasted.length === 0) return
            event.preventDefault()
            add(pasted)
          }}
        />
        <PendingFiles files={files} onRemove={(i) => keep({ files: files.filter((_, at) => at !== i) })} />
        <div className="desk-box-foot">
          <IconButton size="sm" label={t('reply.attach')} icon={<Paperclip aria-hidden />} onClick={() => chooser.current?.click()} />
          <input
            ref={chooser}
            type="file"
            hidden
            multiple
            accept={ACCEPT}
            aria-label={t('reply.attach')}
            onChange={(event) => {
              add(event.target.files ?? [])
              event.target.value = ''
            }}
          />
          {ticket.recibe && (
            <IconButton size="sm" label={t('reply.answers')} icon={<BookOpen aria-hidden />} onClick={() => setPicking(true)} />
          )}
          <span className="grow small muted" role="status">
            {text.trim().length > MOST && tooLong}
          </span>
          {internal ? (
            <Button variant="solid" busy={busy} onClick={() => void send()}>
              {t('reply.keepNote')}
            </Button>
          ) : (
            <span className="desk-send">
              <Button variant="solid" busy={busy} onClick={() => void send()}>
                {t('reply.send')}
                <kbd aria-hidden>Ctrl {t('reply.enter')}</kbd>
              </Button>
              <Menu
                align="end"
                entries={entries}
                trigger={<IconButton variant="solid" label={t('reply.more')} icon={<ChevronDown aria-hidden />} />}
              />
            </span>
          )}
        </div>
      </div>
      {picking && (
        <AnswerPicker
          ticket={ticket}
          onClose={() => {
            setPicking(false)
            asked.current = undefined
          }}
          onPick={(answer) => {
            setPicking(false)
            insert(answer)
          }}
        />
      )}
    </section>
  )
}

/** The last comment that the author could read too. */
const lastPublic = ({ hilo }: Ticket) => hilo.filter(({ interno }) => !interno).at(-1)?.id ?? 0
