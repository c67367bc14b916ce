import { type FieldValues, type UseFormProps, type UseFormReturn, useForm as useHookForm } from 'react-hook-form'

/** Validates on submit, then on every change; `Form` itself focuses the first invalid field. */
export const useForm = <Values extends FieldValues, Context = unknown, Sent = Values>(
  options?: UseFormProps<Values, Context, Sent>,
): UseFormReturn<Values, Context, Sent> => useHookForm<Values, Context, Sent>({ shouldFocusError: false, ...options })
