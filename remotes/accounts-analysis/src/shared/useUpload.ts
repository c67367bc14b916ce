import type { Annex } from '@cuadre/api/analysis'
import { Failure } from '@cuadre/shell'
import { useEffect, useRef, useState } from 'react'
import { untilReached } from './resend.ts'

type Upload = { onUpload: (sent: number) => void; signal: AbortSignal }

/**
 * One file on its way: `sent` counts the bytes that have left, of a large file those that are there; `waiting` says that the network is away. It goes
 * on by itself when it is back, and ends with the form. `recognise` tells from a refusal (409) whether what was sent before has arrived, though its
 * answer did not.
 */
export function useUpload() {
  const [sent, setSent] = useState<number>()
  const [waiting, setWaiting] = useState(false)
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])

  const upload = async <T>(work: (options: Upload) => Promise<T>, recognise: (current: unknown) => T | undefined): Promise<T> => {
    setSent(0)
    leaving.current = new AbortController()
    const { signal } = leaving.current
    let again = false
    const once = () =>
      work({ onUpload: setSent, signal }).catch((error) => {
        const arrived = again && error instanceof Failure && error.status === 409 ? recognise(error.current) : undefined
        if (arrived) return arrived
        throw error
      })
    const wait = (on: boolean) => {
      again = true
      setWaiting(on)
    }
    try {
      return await untilReached(once, wait, signal)
    } finally {
      setSent(undefined)
      setWaiting(false)
    }
  }
  return { sent, waiting, upload }
}

type Kept = { ARCHIVO: { NOMBRE: string; TAMANO: number } | null }
/** Whether the file that somebody keeps is this one. */
export const isKept = (current: unknown, file: File) => {
  const { ARCHIVO } = (current ?? {}) as Partial<Kept>
  return ARCHIVO?.NOMBRE === file.name && ARCHIVO.TAMANO === file.size
}
/** The same of an annex. */
export const isSame = (current: unknown, file: File): current is Annex => {
  const { NOMBRE, TAMANO } = (current ?? {}) as Partial<Annex>
  return NOMBRE === file.name && TAMANO === file.size
}
/** What the server reads (decisions §3): a workbook, a text table, paper. */
export const ACCEPT = '.xlsx,.xls,.csv,.pdf,.png,.jpg,.jpeg'
export const MOST = 50 * 1024 * 1024
