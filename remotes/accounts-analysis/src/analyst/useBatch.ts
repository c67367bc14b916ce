import { type CheckedWorkbook, checkWorkbook, uploadAnalysisFile } from '@cuadre/api/analysis'
import { uploadGroupFile } from '@cuadre/api/group'
import { call, Failure } from '@cuadre/shell'
import { useEffect, useRef, useState } from 'react'
import { untilReached } from '../shared/resend.ts'
import { isStored } from '../shared/useUpload.ts'
import { isWorkbook } from './useChecked.ts'

/** A file of a batch: looked at, then sent by itself. `other`: none of our workbooks; `twice`: another file is for the same account and was chosen with it or later. */
export interface BatchFile {
  key: number
  /** Files that were chosen together have the same. */
  drop: number
  file: File
  state: 'reading' | 'ready' | 'wrong' | 'other' | 'twice' | 'sending' | 'waiting' | 'sent' | 'refused'
  found?: CheckedWorkbook
  /** Why it was refused. */
  why?: string
  /** Bytes that have left; of a large file, those that are there. */
  sent: number
}
/** What it is for: 'analisis 17', 'grupo 3'. */
export const targetOf = (found: CheckedWorkbook | undefined) =>
  found?.COD_ANALISIS ? `analisis ${found.COD_ANALISIS}` : found?.AGRUPADO_ID ? `grupo ${found.AGRUPADO_ID}` : undefined

type Change = { add: BatchFile[] } | { key: number; patch: Partial<BatchFile> } | { remove: number }
export function batch(files: readonly BatchFile[], change: Change): readonly BatchFile[] {
  if ('add' in change) return [...files, ...change.add]
  if ('remove' in change) return files.filter(({ key }) => key !== change.remove)
  return files.map((file) => (file.key === change.key ? { ...file, ...change.patch } : file))
}

/** What a file that was looked at is by itself. */
export function judged(found: CheckedWorkbook): BatchFile['state'] {
  if (found.tipo === 'otro') return 'other'
  return found.CELDAS.length > 0 ? 'wrong' : 'ready'
}

/**
 * Of several files for one account the one that was chosen last is sent, once its cells are right; of several that were chosen together
 * none, until all but one are taken away.
 */
function oneEach(files: readonly BatchFile[]): readonly BatchFile[] {
  const isTwice = (one: BatchFile) =>
    files.some(
      (other) =>
        other !== one &&
        other.drop >= one.drop &&
        other.state !== 'refused' &&
        other.found &&
        targetOf(other.found) === targetOf(one.found),
    )
  return files.map((file) =>
    file.state === 'ready' || file.state === 'twice' ? { ...file, state: isTwice(file) ? 'twice' : 'ready' } : file,
  )
}

let next = 0

/** Many workbooks: each finds its own account, is looked at, and is sent alone; one that fails does not hold up the others. */
export function useBatch(sentence: (error: unknown) => string, onSent: (sent: number) => void) {
  const [files, setFiles] = useState<readonly BatchFile[]>([])
  // What the next step sees, whether or not it has been drawn.
  const latest = useRef(files)
  const change = (one: Change) => {
    latest.current = oneEach(batch(latest.current, one))
    setFiles(latest.current)
  }
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])

  /** One after the other: the server reads each file with care. */
  const queue = useRef(Promise.resolve())
  const inTurn = (work: () => Promise<void>) => {
    queue.current = queue.current.then(() => (leaving.current.signal.aborted ? undefined : work()))
  }
  const reached = <T>(key: number, state: BatchFile['state'], work: () => Promise<T>) =>
    untilReached(work, (again) => change({ key, patch: { state: again ? 'waiting' : state } }), leaving.current.signal)

  const add = (chosen: readonly File[]) => {
    const drop = ++next
    const added = chosen.map((file): BatchFile => ({ key: ++next, drop, file, state: isWorkbook(file) ? 'reading' : 'other', sent: 0 }))
    change({ add: added })
    for (const { key, file, state } of added)
      if (state === 'reading')
        inTurn(async () => {
          try {
            const found = await reached(key, 'reading', () => call(checkWorkbook, { body: { file } }, { signal: leaving.current.signal }))
            change({ key, patch: { found, state: judged(found) } })
          } catch (error) {
            change({ key, patch: { state: 'refused', why: sentence(error) } })
          }
        })
  }

  const send = () => {
    const ready = latest.current.filter(({ state }) => state === 'ready')
    let arrived = 0
    for (const { key, file, found } of ready)
      inTurn(async () => {
        // It may have been taken away while those before it were on their way, or be asked for twice.
        if (latest.current.find((one) => one.key === key)?.state !== 'ready') return
        change({ key, patch: { state: 'sending' } })
        try {
          await reached(key, 'sending', () => submit(found!, file, (sent) => change({ key, patch: { sent } }), leaving.current.signal))
          change({ key, patch: { state: 'sent', sent: file.size } })
          arrived++
        } catch (error) {
          // It had arrived, and only its answer was lost.
          const isThere = error instanceof Failure && error.status === 409 && isStored(error.current, file)
          change({ key, patch: isThere ? { state: 'sent', sent: file.size } : { state: 'refused', why: sentence(error) } })
          if (isThere) arrived++
        }
      })
    if (ready.length > 0) inTurn(async () => onSent(arrived))
  }
  return { files, add, send, remove: (key: number) => change({ remove: key }) }
}

/** The values are those of the workbook's own cells: one that lacks them is not ready. */
function submit(found: CheckedWorkbook, file: File, onUpload: (sent: number) => void, signal: AbortSignal): Promise<unknown> {
  if (found.AGRUPADO_ID) return call(uploadGroupFile, { params: { id: found.AGRUPADO_ID }, body: { file } }, { onUpload, signal })
  const [{ VALOR_ANALISIS, VARIACION, COMENTARIO_VARIACION }] = found.VALORES as [CheckedWorkbook['VALORES'][number]]
  const body = {
    file,
    VALOR_ANALISIS: VALOR_ANALISIS!,
    VARIACION: VARIACION!,
    COMENTARIO_VARIACION: COMENTARIO_VARIACION ?? undefined,
  }
  return call(uploadAnalysisFile, { params: { id: found.COD_ANALISIS! }, body }, { onUpload, signal })
}
