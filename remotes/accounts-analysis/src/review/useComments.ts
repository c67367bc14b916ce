import { useEffect, useRef } from 'react'

/** Of this tab; another person's are cleared when they sign in (`packages/shell`, drafts). */
const KEPT = 'cuadre:borrador:revision'
/** Told by the shell while the pages still stand. */
const ENDING = 'cuadre:guardar-borradores'

/** Comments that are being written, each with its item while others are looked at, and over the end of a session. */
export function useComments(kind: string) {
  const written = useRef<Map<string, string>>(undefined)
  written.current ??= new Map(JSON.parse(sessionStorage.getItem(KEPT) ?? '[]'))
  useEffect(() => {
    // Given back once: from here on they are kept by this page.
    sessionStorage.removeItem(KEPT)
    const keep = () => sessionStorage.setItem(KEPT, JSON.stringify([...written.current!]))
    addEventListener(ENDING, keep)
    return () => removeEventListener(ENDING, keep)
  }, [])
  return {
    of: (id: number) => written.current!.get(`${kind} ${id}`) ?? '',
    write: (id: number, text: string) =>
      void (text ? written.current!.set(`${kind} ${id}`, text) : written.current!.delete(`${kind} ${id}`)),
  }
}
