import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { keepFile, type Ticket, takeFile } from './keptFile.ts'

/** Told by the shell when the session is about to end. */
const KEEP = 'cuadre:guardar-borradores'

type Draft = { typed: Record<string, unknown>; files: [field: string, ticket: Ticket][] }

/**
 * What was typed and not saved when the session ended comes back with the same form at the same address, once, in this tab, and a little later what
 * was chosen: of a file that is not there any more `onLost` tells the field and the name. Forms that ask for a password keep nothing.
 * Answers whether something came back.
 */
export const useDraft = <Values extends FieldValues>(
  form: UseFormReturn<Values>,
  dirty: boolean,
  element: RefObject<HTMLFormElement | null>,
  onLost: (field: string, file: string) => void,
): boolean => {
  const [restored, setRestored] = useState(false)
  const isDirty = useRef(dirty)
  isDirty.current = dirty
  useEffect(() => {
    const key = `cuadre:borrador:${location.pathname}${location.search}:${Object.keys(form.getValues()).sort().join()}`
    const kept = sessionStorage.getItem(key)
    if (kept !== null) {
      sessionStorage.removeItem(key)
      const { typed, files }: Draft = JSON.parse(kept)
      form.reset({ ...form.getValues(), ...typed }, { keepDefaultValues: true })
      for (const [field, ticket] of files)
        void takeFile(ticket).then((file) => {
          // Somebody may have chosen another meanwhile.
          if (form.getValues(field as Path<Values>)) return
          if (file) form.setValue(field as Path<Values>, file as PathValue<Values, Path<Values>>, { shouldDirty: true })
          else onLost(field, ticket.name)
        })
      setRestored(true)
    }
    const keep = () => {
      if (!isDirty.current || element.current?.querySelector('input[type="password"]')) return
      const values = Object.entries(form.getValues())
      const typed = Object.fromEntries(values.filter(([, value]) => !(value instanceof Blob)))
      const files = values.flatMap(([field, value]): Draft['files'] => (value instanceof File ? [[field, keepFile(value)]] : []))
      sessionStorage.setItem(key, JSON.stringify({ typed, files } satisfies Draft))
    }
    addEventListener(KEEP, keep)
    return () => removeEventListener(KEEP, keep)
  }, [form, element])
  return restored
}
