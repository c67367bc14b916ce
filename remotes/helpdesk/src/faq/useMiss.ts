import { missFaq } from '@cuadre/api/faq'
import { call } from '@cuadre/shell'
import { useEffect, useRef } from 'react'
import { useRested } from '../shared/useRested.ts'

/** A search that rests so long is one that was meant. */
const MEANT_MS = 1500

/** Counts words that found nothing, once they were meant, each once. */
export function useMiss(search: string, nothing: boolean) {
  const meant = useRested(nothing ? search : '', MEANT_MS)
  const told = useRef(new Set<string>())
  useEffect(() => {
    // Longer ones could not become words of a question.
    if (meant.length < 3 || meant.length > 60 || told.current.has(meant)) return
    told.current.add(meant)
    void call(missFaq, { body: { texto: meant } }).catch(() => undefined)
  }, [meant])
}
