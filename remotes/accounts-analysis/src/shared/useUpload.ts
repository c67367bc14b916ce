import type { Annex } from '@cuadre/api/analysis'
import { Failure } from '@cuadre/shell'
import { useEffect, useRef, useState } from 'react'
import { untilReached } from './resend.ts'

type Upload = { onUpload: (sent: number) => void; signal: AbortSignal }

/**
 * One file on its way: `sent` counts the bytes that have left, of a large file those that are there; `waiting` says that the network is away. It goes
 * on by itself when it is back, or at once by `again`, and ends with the form, with `stop` or with the next file. `recognise` tells from a refusal
 * (409) whether what was sent before has arrived, though its answer did not.
 */
export function useUpload() {
  const [sent, setSent] = useState<number>()
  const [again, setAgain] = useState<() => void>()
  const running = useRef<AbortController>(undefined)
  const stop = () => running.current?.abort()
  useEffect(() => stop, [])

  const upload = async <T>(work: (options: Upload) => Promise<T>, recognise: (current: unknown) => T | undefined): Promise<T> => {
    stop()
    const mine = new AbortController()
    running.current = mine
    setSent(0)
    let waited = false
    const once = () =>
      work({ onUpload: setSent, signal: mine.signal }).catch((error) => {
        const arrived = waited && error instanceof Failure && error.status === 409 ? recognise(error.current) : undefined
        if (arrived) return arrived
        throw error
      })
    const wait = (resume?: () => void) => {
      waited = true
      setAgain(() => resume)
    }
    try {
      return await untilReached(once, wait, mine.signal)
    } finally {
      if (running.current === mine) {
        setSent(undefined)
        setAgain(undefined)
      }
    }
  }
  return { sent, waiting: again !== undefined, again, upload, stop }
}

type Stored = { ARCHIVO: { NOMBRE: string; TAMANO: number } | null }
/** Whether the file of the current version is this one. */
export const isStored = (current: unknown, file: File) => {
  const { ARCHIVO } = (current ?? {}) as Partial<Stored>
  return ARCHIVO?.NOMBRE === file.name && ARCHIVO.TAMANO === file.size
}
/** Whether the annex is this file. */
export const isSame = (current: unknown, file: File): current is Annex => {
  const { NOMBRE, TAMANO } = (current ?? {}) as Partial<Annex>
  return NOMBRE === file.name && TAMANO === file.size
}
/** File types that the server accepts (decisions §3). */
export const ACCEPT = '.xlsx,.xls,.csv,.pdf,.png,.jpg,.jpeg'
export const MAX_FILE_BYTES = 50 * 1024 * 1024
