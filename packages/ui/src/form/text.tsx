import type { HTMLInputAutoCompleteAttribute } from 'react'
import { useWatch } from 'react-hook-form'
import { useTexts } from '../uiContext.ts'
import { type FieldProps, rule, useField } from './context.ts'
import { Frame } from './Frame.tsx'

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'password' | 'tel' | 'url'
  autoComplete?: HTMLInputAutoCompleteAttribute
  minLength?: number
  maxLength?: number
  placeholder?: string
  readOnly?: boolean
}

const useTextRules = ({ optional, minLength, maxLength, validate }: TextFieldProps) => {
  const texts = useTexts()
  return {
    minLength: minLength ? { value: minLength, message: texts.minLength(minLength) } : undefined,
    maxLength: maxLength ? { value: maxLength, message: texts.maxLength(maxLength) } : undefined,
    validate: {
      // A value of spaces only counts as empty.
      filled: (value: unknown) => (optional || String(value ?? '').trim() !== '' ? undefined : texts.required),
      own: async (value: unknown, values: object) => (value === '' || value == null ? undefined : rule(validate)?.(value, values)),
    },
  }
}

export const TextField = (props: TextFieldProps) => {
  const { name, type = 'text', autoComplete = 'off', placeholder, readOnly, disabled } = props
  const { form, id, error, attributes } = useField(props)
  return (
    <Frame {...props} id={id} error={error}>
      <input
        className="input"
        type={type}
        autoComplete={autoComplete}
        placeholder={placeholder}
        readOnly={readOnly}
        disabled={disabled}
        aria-required={!props.optional}
        {...attributes}
        {...form.register(name, useTextRules(props))}
      />
    </Frame>
  )
}

interface TextAreaProps extends Omit<TextFieldProps, 'type' | 'autoComplete'> {
  rows?: number
}

/** Shows a character count if there is a limit. */
export const TextArea = (props: TextAreaProps) => {
  const { name, rows = 3, placeholder, readOnly, disabled, minLength, maxLength, help } = props
  const texts = useTexts()
  const limit = maxLength ?? minLength
  const hint = help ?? (minLength ? texts.minLength(minLength) : maxLength ? texts.maxLength(maxLength) : undefined)
  const { form, id, error, attributes } = useField({ ...props, help: hint })
  const counted = limit ? (
    <>
      <span>{hint}</span>
      <Counter name={name} />
    </>
  ) : (
    hint
  )
  return (
    <Frame {...props} id={id} error={error} help={counted}>
      <textarea
        className="input"
        rows={rows}
        placeholder={placeholder}
        readOnly={readOnly}
        disabled={disabled}
        aria-required={!props.optional}
        {...attributes}
        {...form.register(name, useTextRules(props))}
      />
    </Frame>
  )
}

const Counter = ({ name }: { name: string }) => {
  const value: unknown = useWatch({ name })
  return <span className="counter">{String(value ?? '').trim().length}</span>
}
