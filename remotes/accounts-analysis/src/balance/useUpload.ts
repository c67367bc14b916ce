import { discardBalances, uploadBalances } from '@cuadre/api/balance'
import { call, Failure, listenLive, useSearchParams, useTranslation } from '@cuadre/shell'
import { useUnsavedWarning } from '@cuadre/ui'
import type { Upload } from '@cuadre/ui/data'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf, useKeepLoad } from './loads.ts'

type Sending = { file: File; COD_PERIODO: number }

/** Sends one file, shows its bytes and then its rows, and goes on to what the server read in it. What the network cut goes on from where it was. */
export function useUpload() {
  const { t } = useTranslation('accounts-analysis')
  const [params, setParams] = useSearchParams()
  const [upload, setUpload] = useState<Upload>()
  const [rows, setRows] = useState(0)
  const [sending, setSending] = useState<Sending>()
  const [lost, setLost] = useState(false)
  const keep = useKeepLoad()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  useUnsavedWarning(upload !== undefined && (!upload.error || lost))

  const start = async (file: File, COD_PERIODO: number, sent = 0) => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    const shown = { id: file.name, name: file.name, size: file.size }
    setUpload({ ...shown, sent })
    setSending({ file, COD_PERIODO })
    setRows(0)
    setLost(false)
    const line = new AbortController()
    void listenLive((event) => event.tipo === 'avance' && event.trabajo.startsWith('carga:') && setRows(event.hecho), line.signal)
    try {
      const load = await call(
        uploadBalances,
        { body: { file, COD_PERIODO, SIMULAR: 'true' } },
        // The form around the file weighs a little too.
        {
          signal: mine.signal,
          onUpload: (sent, total) => setUpload({ ...shown, sent: Math.min(file.size, Math.round((sent / total) * file.size)) }),
        },
      )
      const replaced = Number(params.get('reemplaza'))
      if (replaced) await call(discardBalances, { params: { id: replaced } }).catch(() => undefined)
      await keep(load)
      setUpload(undefined)
      setParams({ carga: String(load.COD_CARGA) })
    } catch (error) {
      if (mine.signal.aborted) return
      const offline = error instanceof Failure && error.status === 0
      const refused = error instanceof Failure ? error.issues.map((issue) => issue.message).join(' ') : ''
      setLost(offline)
      setUpload((last) => ({
        ...shown,
        sent: error instanceof Failure && error.status > 0 ? file.size : (last?.sent ?? 0),
        error: refused || sentenceOf(error, t(offline ? 'balance.connectionLost' : 'balance.notSent')),
      }))
    } finally {
      line.abort()
    }
  }
  const again = () => sending && void start(sending.file, sending.COD_PERIODO, upload && upload.sent < upload.size ? upload.sent : 0)
  const resume = useRef(again)
  resume.current = again
  useEffect(() => {
    if (!lost) return
    const onLine = () => resume.current()
    addEventListener('online', onLine)
    return () => removeEventListener('online', onLine)
  }, [lost])
  const stop = () => {
    running.current?.abort()
    setUpload(undefined)
    setSending(undefined)
    setLost(false)
  }
  const reading = upload !== undefined && !upload.error && upload.sent >= upload.size
  return { upload, file: upload && sending?.file, reading, rows, lost, start, again, stop }
}
