import { onSaveDrafts } from '@cuadre/shell'
import { useEffect, useRef } from 'react'

/** In this tab; deleted when another user signs in (`packages/shell`, drafts.ts). */
const DRAFT_KEY = 'cuadre:borrador:revision'

/** Unsent comments, by item: they survive looking at other items and the end of the session. */
export function useComments(kind: string) {
  const written = useRef<Map<string, string>>(undefined)
  written.current ??= new Map(JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? '[]'))
  useEffect(() => {
    // Restored once: from now on this page holds them.
    sessionStorage.removeItem(DRAFT_KEY)
    const save = () => sessionStorage.setItem(DRAFT_KEY, JSON.stringify([...written.current!]))
    return onSaveDrafts(save)
  }, [])
  return {
    of: (id: number) => written.current!.get(`${kind} ${id}`) ?? '',
    write: (id: number, text: string) =>
      void (text ? written.current!.set(`${kind} ${id}`, text) : written.current!.delete(`${kind} ${id}`)),
  }
}
