import type { Annex } from '@cuadre/api/analysis'
import { addAnnex, addGroupAnnex } from '@cuadre/api/annex'
import { call, Failure } from '@cuadre/shell'
import { useEffect, useRef, useState } from 'react'
import { useSentence } from '../shared/useSentence.ts'
import { isSame, useUpload } from '../shared/useUpload.ts'

/** Of which analysis, or group, the annexes are. */
export type Target = { id: number; grouped: boolean }
/** A file that was chosen and is not there yet; `why`: it was refused. */
export type Chosen = { key: number; file: File; why?: string }

let next = 0

/** Annexes go up by themselves as soon as they are chosen, one after the other; one that is refused does not hold up the others. */
export function useAnnexes({ id, grouped }: Target, onChange: () => Promise<unknown>) {
  const sentence = useSentence('shared.uploadFailed')
  const { sent, waiting, upload } = useUpload()
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  // What the next step sees, whether or not it has been drawn.
  const latest = useRef(chosen)
  const change = (now: readonly Chosen[]) => {
    latest.current = now
    setChosen(now)
  }
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  const queue = useRef(Promise.resolve())

  const drop = (key: number) => change(latest.current.filter((one) => one.key !== key))
  const send = async ({ key, file }: Chosen) => {
    if (left.current || !latest.current.some((one) => one.key === key)) return
    try {
      await upload<Annex>(
        (options) => call(grouped ? addGroupAnnex : addAnnex, { params: { id }, body: { file } }, options),
        (current) => (isSame(current, file) ? current : undefined),
      )
      await onChange()
      drop(key)
    } catch (error) {
      const why = (error instanceof Failure && error.issues[0]?.message) || sentence(error)
      change(latest.current.map((one) => (one.key === key ? { ...one, why } : one)))
      // What it was refused for may be what somebody else has done meanwhile.
      if (error instanceof Failure && error.status === 409) await onChange()
    }
  }
  const add = (files: readonly File[]) => {
    const added = files.map((file): Chosen => ({ key: ++next, file }))
    change([...latest.current, ...added])
    for (const one of added) queue.current = queue.current.then(() => send(one))
  }
  /** Once none is on its way: whether all that were chosen are there. */
  const settled = async () => {
    await queue.current
    return !left.current && latest.current.length === 0
  }
  return { chosen, add, drop, settled, sent, waiting }
}
