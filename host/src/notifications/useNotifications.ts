import { listNotifications, markNotifications } from '@cuadre/api/notification'
import { call, listenLive, query, useNavigate, useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

type Listed = Awaited<ReturnType<typeof call<typeof listNotifications>>>
export type Note = Listed['data'][number]

/** The newest of mine and how many are unread; `onlyUnread` and `limit` for the page that lists them all. */
export const useNotifications = (limit = 20, onlyUnread = false) =>
  useQuery({
    ...query(listNotifications, { query: { limit, ...(onlyUnread ? { noLeidas: true } : {}) } }),
    placeholderData: (before: Listed | undefined) => before,
  })

/** Marks some, or all, as read. */
export function useMarkRead() {
  const client = useQueryClient()
  return async (ids?: number[]) => {
    await call(markNotifications, { body: ids ? { ids } : {} })
    await client.invalidateQueries({ queryKey: ['notifications'] })
  }
}

/** What is on the way in has the page to itself first. */
const AFTER_MS = 4000

/** Keeps the list up to date over the open line, while somebody looks at the window; what comes in is also told. Once in the frame. */
export function useLiveNotifications() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { t } = useTranslation()
  useEffect(() => {
    let line: AbortController | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const open = () => {
      line ??= new AbortController()
      void listenLive((event) => {
        if (!('sinLeer' in event)) return
        client.setQueriesData<Listed>({ queryKey: ['notifications'], predicate: ({ queryKey }) => queryKey.length === 2 }, (list) =>
          list ? { ...list, sinLeer: event.sinLeer } : list,
        )
        if (event.tipo === 'sin_leer') return
        void client.invalidateQueries({ queryKey: ['notifications'] })
        const { titulo, texto, ruta } = event.notificacion
        notify.info(titulo, {
          description: texto,
          ...(ruta ? { action: { label: t('notifications.open'), onClick: () => navigate(ruta) } } : {}),
        })
      }, line.signal)
    }
    const close = () => {
      clearTimeout(timer)
      line?.abort()
      line = undefined
    }
    const look = () => {
      close()
      if (document.visibilityState === 'visible') timer = setTimeout(open, AFTER_MS)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      close()
      document.removeEventListener('visibilitychange', look)
    }
  }, [client, navigate, t])
}
