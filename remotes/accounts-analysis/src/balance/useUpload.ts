import { discardBalances, uploadBalances } from '@cuadre/api/balance'
import { call, Failure, useSearchParams, useTranslation } from '@cuadre/shell'
import { useUnsavedWarning } from '@cuadre/ui'
import type { Upload } from '@cuadre/ui/data'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf, useKeepLoad } from './loads.ts'

/** Sends one file, shows its bytes, and goes on to what the server read in it. */
export function useUpload() {
  const { t } = useTranslation('accounts-analysis')
  const [params, setParams] = useSearchParams()
  const [upload, setUpload] = useState<Upload>()
  const keep = useKeepLoad()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  useUnsavedWarning(upload !== undefined && !upload.error)

  const start = async (file: File, COD_PERIODO: number) => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    const shown = { id: file.name, name: file.name, size: file.size }
    setUpload({ ...shown, sent: 0 })
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
      const refused = error instanceof Failure ? error.issues.map((issue) => issue.message).join(' ') : ''
      setUpload({
        ...shown,
        sent: error instanceof Failure && error.status > 0 ? file.size : 0,
        error: refused || sentenceOf(error, t('balance.notSent')),
      })
    }
  }
  const stop = () => {
    running.current?.abort()
    setUpload(undefined)
  }
  const reading = upload !== undefined && !upload.error && upload.sent >= upload.size
  return { upload, reading, start, stop }
}
