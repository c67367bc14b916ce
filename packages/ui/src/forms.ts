/** Entry point for forms. */
export { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
export { ComboField, type ComboFieldProps } from './form/ComboField.tsx'
export {
  CheckboxField,
  type CheckboxFieldProps,
  ChoicesField,
  type ChoicesFieldProps,
  type Option,
  SelectField,
  type SelectFieldProps,
  SwitchField,
} from './form/choice.tsx'
export type { FieldProps } from './form/context.ts'
export { FileField, type FileFieldProps } from './form/FileField.tsx'
export { Form, type FormProps, FormSection, type FormSectionProps } from './form/Form.tsx'
export { type Issue, issuesOf } from './form/issues.ts'
export { DateField, type DateFieldProps, MoneyField, type MoneyFieldProps, NumberField, type NumberFieldProps } from './form/parsed.tsx'
export { stashFile, type Ticket, takeStashedFile } from './form/stashedFile.ts'
export { TextArea, type TextAreaProps, TextField, type TextFieldProps } from './form/text.tsx'
export { useForm } from './form/useForm.ts'
export { useUnsavedWarning } from './notify/unsaved.ts'
