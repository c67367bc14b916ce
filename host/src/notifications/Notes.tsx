import { useNavigate, useTranslation } from '@cuadre/shell'
import { formatDateTime, useLocale } from '@cuadre/ui'
import { type Note, useMarkRead } from './useNotifications.ts'

/** Each opens the page it is about, and is read by that. */
export function Notes({ notes, onOpen }: { notes: Note[]; onOpen?: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const navigate = useNavigate()
  const read = useMarkRead()
  return (
    <ul className="notes">
      {notes.map((note) => (
        <li key={note.id}>
          <button
            type="button"
            data-unread={note.leida ? undefined : ''}
            onClick={() => {
              if (!note.leida) void read([note.id])
              onOpen?.()
              if (note.ruta) navigate(note.ruta)
            }}
          >
            <span className={note.leida ? 'medium' : 'strong'}>
              {note.titulo}
              {!note.leida && <span className="sr-only">, {t('notifications.isUnread')}</span>}
            </span>
            <span className="muted small">{note.texto}</span>
            <span className="faint small">{formatDateTime(note.fecha, locale)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
