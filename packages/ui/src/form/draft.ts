import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Told by the shell when the session is about to end. */
const KEEP = 'cuadre:guardar-borradores'

/**
 * What was typed and not saved when the session ended comes back with the same form of the same page, once, in this tab. Files do not, and
 * forms that ask for a password keep nothing. Answers whether something came back.
 */
export const useDraft = <Values extends FieldValues>(
  form: UseFormReturn<Values>,
  dirty: boolean,
  element: RefObject<HTMLFormElement | null>,
): boolean => {
  const [restored, setRestored] = useState(false)
  const isDirty = useRef(dirty)
  isDirty.current = dirty
  useEffect(() => {
    const key = `cuadre:borrador:${location.pathname}:${Object.keys(form.getValues()).sort().join()}`
    const kept = sessionStorage.getItem(key)
    if (kept !== null) {
      sessionStorage.removeItem(key)
      form.reset({ ...form.getValues(), ...JSON.parse(kept) }, { keepDefaultValues: true })
      setRestored(true)
    }
    const keep = () => {
      if (!isDirty.current || element.current?.querySelector('input[type="password"]')) return
      const typed = Object.entries(form.getValues()).filter(([, value]) => !(value instanceof Blob))
      sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(typed)))
    }
    addEventListener(KEEP, keep)
    return () => removeEventListener(KEEP, keep)
  }, [form, element])
  return restored
}
