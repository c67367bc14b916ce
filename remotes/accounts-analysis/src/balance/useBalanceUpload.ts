import { discardBalances, uploadBalances } from '@cuadre/api/balance'
import { call, Failure, listenLive, useSearchParams, useTranslation } from '@cuadre/shell'
import { useUnsavedWarning } from '@cuadre/ui'
import type { Upload } from '@cuadre/ui/data'
import { useRef, useState } from 'react'
import { useUpload } from '../shared/useUpload.ts'
import { sentenceOf, useKeepLoad } from './loads.ts'

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
  const choose = (next?: File) => {
    latest.current = next
    setFile(next)
    setError(undefined)
    setRows(0)
  }
  useUnsavedWarning(file !== undefined && !error)

  const start = async (file: File, COD_PERIODO: number) => {
    choose(file)
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
    }
  }
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
