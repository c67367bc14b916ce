import { discardBalances, uploadBalances } from '@cuadre/api/balance'
import { call, Failure, listenLive, onSaveDrafts, sentenceOf, useSearchParams, useTranslation } from '@cuadre/shell'
import { notify, useUnsavedWarning } from '@cuadre/ui'
import type { Upload } from '@cuadre/ui/data'
import { stashFile, type Ticket, takeStashedFile } from '@cuadre/ui/forms'
import { useEffect, useRef, useState } from 'react'
import { useUpload } from '../shared/useUpload.ts'
import { useKeepLoad } from './loads.ts'

const DRAFT_KEY = 'cuadre:borrador:carga-de-balance'
type Draft = { ticket: Ticket; COD_PERIODO: number }

/** Sends one file, shows its bytes and then its rows, and goes on to what the server read in it. */
export function useBalanceUpload() {
  const { t } = useTranslation('accounts-analysis')
  const [params, setParams] = useSearchParams()
  const [file, setFile] = useState<File>()
  const [error, setError] = useState<string>()
  const [rows, setRows] = useState(0)
  const { sent = 0, waiting, again, upload, stop } = useUpload()
  const keep = useKeepLoad()
  const latest = useRef<File>(undefined)
  const sending = useRef<{ file: File; COD_PERIODO: number }>(undefined)
  const choose = (next?: File) => {
    latest.current = next
    setFile(next)
    setError(undefined)
    setRows(0)
  }
  useUnsavedWarning(file !== undefined && !error)

  const start = async (file: File, COD_PERIODO: number) => {
    choose(file)
    sending.current = { file, COD_PERIODO }
    const line = new AbortController()
    void listenLive((event) => event.tipo === 'avance' && event.trabajo.startsWith('carga:') && setRows(event.hecho), line.signal)
    try {
      await upload(
        async (options) => {
          const load = await call(uploadBalances, { body: { file, COD_PERIODO, SIMULAR: 'true' } }, options)
          const replaced = Number(params.get('reemplaza'))
          if (replaced) await call(discardBalances, { params: { id: replaced } }).catch(() => undefined)
          await keep(load)
          choose()
          setParams({ carga: String(load.COD_CARGA) })
        },
        () => undefined,
      )
    } catch (error) {
      if (latest.current !== file) return
      const refused = error instanceof Failure ? error.issues.map((issue) => issue.message).join(' ') : ''
      setError(refused || sentenceOf(error, t('balance.notSent')))
    } finally {
      line.abort()
      if (sending.current?.file === file) sending.current = undefined
    }
  }
  // A file that was on its way when the session ended goes on after the sign-in: nothing is applied without a look at it.
  useEffect(() => {
    const stored = sessionStorage.getItem(DRAFT_KEY)
    sessionStorage.removeItem(DRAFT_KEY)
    if (stored !== null) {
      const { ticket, COD_PERIODO }: Draft = JSON.parse(stored)
      void takeStashedFile(ticket).then((file) => {
        if (file) return start(file, COD_PERIODO)
        notify.warning(t('balance.notKept', { file: ticket.name }))
      })
    }
    const save = () => {
      if (!sending.current) return
      const { file, COD_PERIODO } = sending.current
      sessionStorage.setItem(DRAFT_KEY, JSON.stringify({ ticket: stashFile(file), COD_PERIODO } satisfies Draft))
    }
    return onSaveDrafts(save)
  }, [])
  const shown: Upload | undefined = file && {
    id: file.name,
    name: file.name,
    size: file.size,
    // The form around the file weighs a little too.
    sent: error ? file.size : Math.min(sent, file.size),
    error: waiting ? t('balance.connectionLost') : error,
  }
  return {
    upload: shown,
    file,
    reading: shown !== undefined && !shown.error && shown.sent >= shown.size,
    rows,
    start,
    again,
    stop: () => {
      stop()
      choose()
    },
  }
}
