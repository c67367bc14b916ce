import { listNotifications, markNotifications, setPreferences } from '@cuadre/api/notification'
import { call, listenLive, query, sentenceOf, useNavigate, useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { RELEASE_KEY } from '../layout/NewRelease.tsx'

type Listed = Awaited<ReturnType<typeof call<typeof listNotifications>>>
export type Note = Listed['data'][number]

type Which = { limit?: number; onlyUnread?: boolean; tipo?: string | undefined }
/** The newest of mine, many of a kind in one line, and how many are unread; of one kind each has its own. */
export const useNotifications = ({ limit = 20, onlyUnread = false, tipo }: Which = {}) =>
  useQuery({
    ...query(listNotifications, {
      query: { limit, ...(tipo ? { tipo } : { agrupadas: true }), ...(onlyUnread ? { noLeidas: true } : {}) },
    }),
    placeholderData: (before: Listed | undefined) => before,
  })

/** Marks some, those of a kind, or all, as read. */
export function useMarkRead() {
  const client = useQueryClient()
  const failed = useFailed()
  return async (which: { ids?: number[]; tipo?: string } = {}) => {
    await call(markNotifications, { body: which }).catch(failed)
    await client.invalidateQueries({ queryKey: ['notifications'] })
  }
}
/** Says why nothing was changed. */
function useFailed() {
  const { t } = useTranslation()
  return (error: unknown) => void notify.danger(sentenceOf(error, t('error.offline')))
}

/** No more of a kind, neither here nor by mail, until it is taken back here or in the profile. */
export function useMute() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const failed = useFailed()
  const silence = async (tipoId: number, silenciada: boolean) => {
    await call(setPreferences, { body: { preferencias: [{ tipoId, silenciada }] } })
    await client.invalidateQueries({ queryKey: ['notifications', 'preferences'] })
  }
  return async (tipoId: number, titulo: string) => {
    try {
      await silence(tipoId, true)
    } catch (error) {
      return failed(error)
    }
    notify.info(t('notifications.muted'), {
      description: t('notifications.mutedHint', { title: titulo }),
      action: { label: t('notifications.undo'), onClick: () => void silence(tipoId, false).catch(failed) },
    })
  }
}

/** What is on the way in has the page to itself first. */
const AFTER_MS = 4000
/** Where the first message takes so long, the server may have been started with another release meanwhile. */
const LATE_MS = 3000

/** Keeps the list up to date over the open line, while somebody looks at the window; what comes in is also told. Once in the frame. */
export function useLiveNotifications() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { t } = useTranslation()
  useEffect(() => {
    let line: AbortController | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let connections = 0
    const open = () => {
      line ??= new AbortController()
      const since = Date.now()
      void listenLive((event) => {
        if (!('sinLeer' in event)) return
        // A server that answers again or late may be another release, and so may that of a window that was hidden for a while.
        const again = event.tipo === 'sin_leer' && connections++ > 0
        if (event.tipo === 'sin_leer' && (again || Date.now() - since > LATE_MS)) void client.invalidateQueries({ queryKey: RELEASE_KEY })
        client.setQueriesData<Listed>({ queryKey: ['notifications'], predicate: ({ queryKey }) => queryKey.length === 2 }, (list) =>
          list ? { ...list, sinLeer: event.sinLeer } : list,
        )
        // What was read in another window, or came while there was no line, is told by its number alone.
        if (event.tipo === 'sin_leer' && !again) return
        void client.invalidateQueries({ queryKey: ['notifications'] })
        if (event.tipo === 'sin_leer') return
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
