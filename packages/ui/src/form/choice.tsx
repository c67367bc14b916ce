import { type FieldValues, useController } from 'react-hook-form'
import { useTexts } from '../uiContext.ts'
import { type FieldProps, rule, useField } from './context.ts'
import { FieldError, Frame } from './Frame.tsx'

export interface Option {
  value: string
  label: string
  /** Smaller text beside or under the label. */
  hint?: string
  disabled?: boolean
}

interface SelectFieldProps extends FieldProps {
  options: readonly Option[]
  /** Shown while nothing is selected. */
  placeholder?: string
}

/** The browser's native select, which also suits phones. Its value is a string, '' when nothing is selected. */
export const SelectField = (props: SelectFieldProps) => {
  const { name, options, optional, placeholder, disabled, validate } = props
  const texts = useTexts()
  const { form, id, error, attributes } = useField(props)
  return (
    <Frame {...props} id={id} error={error}>
      <select
        className="input"
        disabled={disabled}
        aria-required={!optional}
        {...attributes}
        {...form.register(name, { required: optional ? false : texts.required, validate: rule(validate) })}
      >
        <option value="">{placeholder ?? texts.choose}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  )
}

interface ChoicesFieldProps extends FieldProps {
  options: readonly Option[]
}

/** A list of checkboxes, each with an optional hint. Its value is a list of strings. */
export const ChoicesField = (props: ChoicesFieldProps) => {
  const { name, options, optional, disabled, validate } = props
  const texts = useTexts()
  const { form, id, error, attributes } = useField(props)
  const { field } = useController<FieldValues>({
    name,
    control: form.control,
    rules: {
      validate: {
        filled: (value: unknown) => (optional || (Array.isArray(value) && value.length > 0) ? undefined : texts.required),
        own: async (value: unknown, values: object) => rule(validate)?.(value, values),
      },
    },
  })
  const chosen: readonly string[] = Array.isArray(field.value) ? field.value : []
  return (
    <Frame {...props} id={id} error={error} group>
      <div className="choices" id={id} aria-invalid={attributes['aria-invalid']}>
        {options.map((option) => (
          <label key={option.value} className="check-line">
            <input
              type="checkbox"
              className="checkbox"
              disabled={disabled || option.disabled}
              checked={chosen.includes(option.value)}
              aria-describedby={error ? `${id}-error` : undefined}
              onBlur={field.onBlur}
              onChange={(event) =>
                field.onChange(event.target.checked ? [...chosen, option.value] : chosen.filter((value) => value !== option.value))
              }
            />
            <span>
              {option.label}
              {option.hint && <small>{option.hint}</small>}
            </span>
          </label>
        ))}
      </div>
    </Frame>
  )
}

interface CheckboxFieldProps extends Omit<FieldProps, 'optional'> {
  /** It has to be checked: "Entiendo que se reabren 14 análisis". */
  required?: boolean
}

export const CheckboxField = (props: CheckboxFieldProps) => {
  const { name, label, help, wide = true, disabled, required, validate } = props
  const texts = useTexts()
  const { form, id, error, attributes } = useField(props)
  return (
    <div className={wide ? 'field wide' : 'field'}>
      <label className="check-line">
        <input
          type="checkbox"
          className="checkbox"
          disabled={disabled}
          {...attributes}
          {...form.register(name, { required: required ? texts.required : false, validate: rule(validate) })}
        />
        <span>
          {label}
          {help && <small id={`${id}-help`}>{help}</small>}
        </span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}

/** On or off. */
export const SwitchField = (props: Omit<CheckboxFieldProps, 'required'>) => {
  const { name, label, help, wide = true, disabled } = props
  const { form, id, error, attributes } = useField(props)
  return (
    <div className={wide ? 'field wide' : 'field'}>
      <label className="switch-line">
        <span>
          <span className="medium">{label}</span>
          {help && (
            <div className="xsmall muted" id={`${id}-help`}>
              {help}
            </div>
          )}
        </span>
        {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state */}
        <input type="checkbox" role="switch" className="switch" disabled={disabled} {...attributes} {...form.register(name)} />
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}
