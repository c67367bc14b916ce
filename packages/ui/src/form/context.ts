import { createContext, use, useEffect, useId } from 'react'
import { type FieldError, type FieldValues, useFormContext, useFormState } from 'react-hook-form'

/** Labels and ids of the form's fields, by name: for the error summary and the issues of the server. */
export type FieldRegistry = Map<string, { label: string; id: string }>
export const FieldRegistryContext = createContext<FieldRegistry>(new Map())

export interface FieldProps {
  name: string
  label: string
  /** Shown below the field, until an error replaces it. */
  help?: React.ReactNode
  /** Fields are required by default. */
  optional?: boolean
  /** Spans both columns. */
  wide?: boolean
  disabled?: boolean
  /** Returns the error message, or undefined when the value is valid. */
  validate?: (value: never, values: never) => string | undefined | Promise<string | undefined>
}

/** What every field needs: its id, its error, and its entry in the registry of fields. */
export const useField = ({ name, label, help }: FieldProps) => {
  const form = useFormContext<FieldValues>()
  const state = useFormState({ control: form.control, name, exact: true })
  const error: FieldError | undefined = form.getFieldState(name, state).error
  const fieldRegistry = use(FieldRegistryContext)
  const id = useId()
  useEffect(() => {
    fieldRegistry.set(name, { label, id })
    return () => {
      fieldRegistry.delete(name)
    }
  }, [fieldRegistry, name, label, id])
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

/** The caller's validation rule with the type that react-hook-form expects. */
export const rule = (validate: FieldProps['validate']) =>
  // A field does not know the type of its form's values; its caller does.
  validate as ((value: unknown, values: FieldValues) => string | undefined | Promise<string | undefined>) | undefined
