import { isAmount, toCents } from '@cuadre/tables/format/cents'
import type { FieldValues, Path, PathValue, useForm } from '@cuadre/ui/forms'
import { useEffect, useRef, useState } from 'react'

/** What a file says, by field; '': it has the field and leaves it empty. A field that is not here is none of the file's. */
export type Says = Readonly<Record<string, string>>

/** Two amounts of the same cents, or the same text. */
const isSame = (a: unknown, b: unknown) => (isAmount(a) && isAmount(b) ? toCents(a) === toCents(b) : a === b)

/**
 * Fields follow the chosen file until a person changes them: choosing another takes back what the one before filled in, and what a person
 * wrote stays and is told beside what the file says. `ownDraft`: what stands in the form from the start was written by its author, too;
 * else it is of the version sent before.
 */
export function useFromFile<Values extends FieldValues>(
  form: ReturnType<typeof useForm<Values>>,
  file: File | null,
  says: Says | undefined,
  ownDraft: boolean,
) {
  const taken = useRef(new Map<string, string>())
  const [all, setAll] = useState<Says>({})
  const { touchedFields, defaultValues, isSubmitted } = form.formState
  const now = (name: string): unknown => form.getValues(name as Path<Values>)
  const write = (name: string, value: string) => {
    const options = { shouldDirty: true, shouldValidate: isSubmitted }
    form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, options)
  }
  const start = (name: string) => String(at(defaultValues, name) ?? '')
  const isTaken = (name: string) => taken.current.has(name) && isSame(now(name), taken.current.get(name))
  const take = (name: string, said: string) => {
    taken.current.set(name, said)
    if (!isSame(now(name), said)) write(name, said)
  }

  // What the file before said does not stand for a moment beside the next one, which is still being looked at.
  useEffect(() => {
    for (const name of taken.current.keys()) if (isTaken(name)) write(name, start(name))
    taken.current.clear()
    setAll({})
  }, [file])
  useEffect(() => {
    if (!says) return
    for (const [name, said] of Object.entries(says)) {
      const value = now(name)
      const touched = Boolean(at(touchedFields, name))
      const ofLastVersion = !ownDraft && isSame(value, start(name))
      // The same without a hand on it: the form came back with its file after the session had ended.
      if (!value || (!touched && (ofLastVersion || isSame(value, said)))) take(name, said)
    }
    setAll(says)
  }, [says])
  return {
    /** The field holds what the file says, and nobody has changed it. */
    isTaken,
    /** What the file says otherwise than the person who filled in the field. */
    otherwise: (name: string, value: unknown) => (all[name] && value && !isSame(value, all[name]) ? all[name] : undefined),
    take,
  }
}

/** What stands at the path of a field: values.c17 */
const at = (of: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((found, key) => (typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined), of)
