import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useUi } from '../uiContext.ts'
import { stashFile, type Ticket, takeStashedFile } from './stashedFile.ts'

type Draft = { typed: Record<string, unknown>; files: [field: string, ticket: Ticket][] }

/**
 * Restores what was typed but not saved when the session ended: once, in the same form at the same address and tab. Chosen files follow
 * later; for a file that is gone, `onLost` gets the field and the file's name. Forms with a password field save nothing.
 * @returns whether values were restored
 */
export const useDraft = <Values extends FieldValues>(
  form: UseFormReturn<Values>,
  dirty: boolean,
  defaults: Readonly<Record<string, unknown>> | undefined,
  element: RefObject<HTMLFormElement | null>,
  onLost: (field: string, file: string) => void,
): boolean => {
  const { onSaveDrafts } = useUi()
  const [restored, setRestored] = useState(false)
  const isDirty = useRef(dirty)
  isDirty.current = dirty
  const before = useRef(defaults)
  before.current = defaults
  useEffect(() => {
    const key = `cuadre:borrador:${location.pathname}${location.search}:${Object.keys(form.getValues()).sort().join()}`
    const stored = sessionStorage.getItem(key)
    if (stored !== null) {
      sessionStorage.removeItem(key)
      const { typed, files }: Draft = JSON.parse(stored)
      form.reset({ ...form.getValues(), ...typed }, { keepDefaultValues: true })
      for (const [field, ticket] of files)
        void takeStashedFile(ticket).then((file) => {
          // The user may have chosen another file in the meantime.
          if (form.getValues(field as Path<Values>)) return
          if (file) form.setValue(field as Path<Values>, file as PathValue<Values, Path<Values>>, { shouldDirty: true })
          else onLost(field, ticket.name)
        })
      setRestored(true)
    }
    const save = () => {
      if (!isDirty.current || element.current?.querySelector('input[type="password"]')) return
      // What was not touched comes from the server again: others may have changed it meanwhile.
      const values = Object.entries(form.getValues()).filter(([field, value]) => !isSame(value, before.current?.[field]))
      const typed = Object.fromEntries(values.filter(([, value]) => !(value instanceof Blob)))
      const files = values.flatMap(([field, value]): Draft['files'] => (value instanceof File ? [[field, stashFile(value)]] : []))
      sessionStorage.setItem(key, JSON.stringify({ typed, files } satisfies Draft))
    }
    return onSaveDrafts(save)
  }, [form, element, onSaveDrafts])
  return restored
}

const isSame = (value: unknown, other: unknown) => !(value instanceof Blob) && JSON.stringify(value) === JSON.stringify(other)
