import { listNotifications, markNotifications } from '@cuadre/api/notification'
import { call, query, useNavigate, useTranslation } from '@cuadre/shell'
import { EmptyState, formatDateTime, useLocale } from '@cuadre/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Popover } from './Popover.tsx'

export function Notifications() {
  const { t } = useTranslation()
  const locale = useLocale()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data } = useQuery({ ...query(listNotifications, { query: { limit: 20 } }), refetchInterval: 60_000 })
  const unread = data?.sinLeer ?? 0
  const read = async (ids?: number[]) => {
    await call(markNotifications, { body: { ids } })
    await client.invalidateQueries({ queryKey: ['notifications'] })
  }
  return (
    <Popover label={t('notifications.label', { count: unread })} icon={<Bell aria-hidden />} badge={unread > 0 && <i className="dot" />}>
      {(close) => (
        <>
          <div className="pop-head">
            <strong>{t('notifications.title')}</strong>
            {unread > 0 && (
              <button type="button" className="link" onClick={() => void read()}>
                {t('notifications.readAll')}
              </button>
            )}
          </div>
          {data?.data.length ? (
            <ul className="notes">
              {data.data.map((note) => (
                <li key={note.id}>
                  <button
                    type="button"
                    data-unread={note.leida ? undefined : ''}
                    onClick={() => {
                      void read([note.id])
                      close()
                      if (note.ruta) navigate(note.ruta)
                    }}
                  >
                    <span className="strong">{note.titulo}</span>
                    <span className="muted small">{note.texto}</span>
                    <span className="faint small">{formatDateTime(note.fecha, locale)}</span>
                  </button>
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState title={t('notifications.empty')} />
          )}
        </>
      )}
    </Popover>
  )
}
