import { type FieldValues, type UseFormProps, type UseFormReturn, useForm as useHookForm } from 'react-hook-form'

/** Checked when it is sent, then at every change; the Form itself takes the focus to the first wrong field. */
export const useForm = <Values extends FieldValues, Context = unknown, Sent = Values>(
  options?: UseFormProps<Values, Context, Sent>,
): UseFormReturn<Values, Context, Sent> => useHookForm<Values, Context, Sent>({ shouldFocusError: false, ...options })
