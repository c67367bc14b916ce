import { useNavigate, useTranslation } from '@cuadre/shell'
import { formatDate, formatDateTime, formatTime, IconButton, Money, useLocale } from '@cuadre/ui'
import { BellOff, Check } from 'lucide-react'
import { hostPages } from '../pages/pages.ts'
import { type Note, useMarkRead, useMute } from './useNotifications.ts'

/** A line each. It opens the page it is about and is read by that; of many, the list of them. */
export default function Notes({ notes, onOpen }: { notes: Note[]; onOpen?: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const read = useMarkRead()
  const mute = useMute()
  const open = (note: Note) => {
    if (note.cuantas > 1) {
      onOpen?.()
      return navigate(hostPages.notifications.link({ tipo: note.tipo, ver: note.leida ? null : 'sin-leer' }))
    }
    if (!note.leida) void read({ ids: [note.id] })
    onOpen?.()
    if (note.ruta) navigate(note.ruta)
  }
  return (
    <ul className="notes">
      {notes.map((note) => (
        <li key={note.id} data-unread={note.leida ? undefined : ''}>
          <button
            type="button"
            className="note-open"
            title={note.cuantas > 1 ? `${note.titulo}: ${aboutOf(note, t)}` : note.texto}
            onClick={() => open(note)}
          >
            <span className={`note-title ellipsis ${note.leida ? 'medium' : 'strong'}`}>
              {note.titulo}
              {!note.leida && <span className="sr-only">, {t('notifications.isUnread')}</span>}
            </span>
            <span className="note-about muted ellipsis">{aboutOf(note, t)}</span>
            {note.sobre?.MONTO && note.sobre.MONEDA && (
              <span className="note-amount">
                <Money value={note.sobre.MONTO} currency={note.sobre.MONEDA} />
              </span>
            )}
            <When at={note.fecha} />
          </button>
          <span className="note-acts">
            {note.tipoId !== null && (
              <IconButton
                label={t('notifications.mute')}
                icon={<BellOff aria-hidden />}
                onClick={() => void mute(note.tipoId!, note.titulo)}
              />
            )}
            {!note.leida && (
              <IconButton
                label={t('notifications.read')}
                icon={<Check aria-hidden />}
                onClick={() => void read(note.cuantas > 1 ? { tipo: note.tipo } : { ids: [note.id] })}
              />
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Names, where it is about accounts; what was said otherwise. */
function aboutOf({ sobre, cuantas, nombres, texto }: Note, t: ReturnType<typeof useTranslation>['t']) {
  if (sobre) return `${sobre.NOMBRE} · ${sobre.NEGOCIO}`
  if (cuantas === 1) return texto
  const more = cuantas - nombres.length
  if (nombres.length === 0) return ''
  return nombres.join(', ') + (more > 0 ? ` ${t('notifications.andMore', { count: more })}` : '')
}

/** The time of today, the day before that. */
function When({ at }: { at: string }) {
  const locale = useLocale()
  const day = formatDate(at, locale)
  return (
    <time className="note-when faint small" dateTime={at} title={formatDateTime(at, locale)}>
      {day === formatDate(new Date().toISOString(), locale) ? formatTime(at, locale) : day}
    </time>
  )
}
