import { createContext, use, useEffect, useId } from 'react'
import { type FieldError, type FieldValues, useFormContext, useFormState } from 'react-hook-form'

/** Labels of the fields in the form, for the summary and for the server's issues. */
export type FieldBook = Map<string, { label: string; id: string }>
export const FieldBookContext = createContext<FieldBook>(new Map())

export interface FieldProps {
  name: string
  label: string
  /** Below the field, until an error takes its place. */
  help?: React.ReactNode
  /** Fields are required unless they say so. */
  optional?: boolean
  /** Takes both columns. */
  wide?: boolean
  disabled?: boolean
  /** The sentence to show, or nothing. */
  validate?: (value: never, values: never) => string | undefined | Promise<string | undefined>
}

/** What every field needs: its id, its error, and its entry in the book. */
export const useField = ({ name, label, help }: FieldProps) => {
  const form = useFormContext<FieldValues>()
  const state = useFormState({ control: form.control, name, exact: true })
  const error: FieldError | undefined = form.getFieldState(name, state).error
  const book = use(FieldBookContext)
  const id = useId()
  useEffect(() => {
    book.set(name, { label, id })
    return () => {
      book.delete(name)
    }
  }, [book, name, label, id])
  return {
    form,
    id,
    error: error?.message,
    attributes: {
      id,
      'aria-invalid': error ? (true as const) : undefined,
      'aria-describedby': error ? `${id}-error` : help ? `${id}-help` : undefined,
    },
  }
}

/** The caller's rule, typed as the form library wants it. */
export const rule = (validate: FieldProps['validate']) =>
  // The field does not know the form's type; the caller of the field does.
  validate as ((value: unknown, values: FieldValues) => string | undefined | Promise<string | undefined>) | undefined
