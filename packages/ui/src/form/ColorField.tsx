import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type FieldValues, useController } from 'react-hook-form'
import { contrastOf, GROUND, onDark } from '../format/contrast.ts'
import { useLocale, useTexts } from '../uiContext.ts'
import { type FieldProps, useField } from './context.ts'
import { Frame } from './Frame.tsx'

const HEX = /^#[0-9a-f]{6}$/i
const ENOUGH = 4.5

interface ColorFieldProps extends FieldProps {
  /** The text that will have the colour. */
  sample: string
  /** Colours to begin with. */
  swatches?: readonly string[]
}

/** '#rrggbb', typed or picked, with its contrast measured as text on the light and on the dark ground, where it is shown lighter. */
export const ColorField = ({ sample, swatches = [], ...props }: ColorFieldProps) => {
  const texts = useTexts()
  const { form, id, error, attributes } = useField(props)
  const { field } = useController<FieldValues>({
    name: props.name,
    control: form.control,
    rules: {
      validate: {
        filled: (value: unknown) => (props.optional || value ? undefined : texts.required),
        read: (value: unknown) => (HEX.test(String(value)) ? undefined : texts.invalidColor),
        contrast: (value: unknown) => (contrastOf(String(value), GROUND.light) >= ENOUGH ? undefined : texts.lowContrast),
      },
    },
  })
  const value = String(field.value ?? '')
  const set = (color: string) => form.setValue(props.name, color, { shouldDirty: true, shouldValidate: true })
  return (
    <Frame {...props} id={id} error={error}>
      <div className="color-field">
        <input
          type="color"
          className="color-well"
          aria-label={texts.pickColor}
          value={HEX.test(value) ? value.toLowerCase() : '#000000'}
          disabled={props.disabled}
          onChange={(event) => set(event.target.value)}
        />
        <input
          ref={field.ref}
          name={field.name}
          className="input"
          dir="ltr"
          maxLength={7}
          spellCheck={false}
          disabled={props.disabled}
          aria-required={!props.optional}
          {...attributes}
          value={value}
          onChange={(event) => field.onChange(event.target.value.trim())}
          onBlur={field.onBlur}
        />
        {swatches.map((color) => (
          <button
            key={color}
            type="button"
            className="swatch"
            style={{ background: color }}
            aria-label={color}
            aria-pressed={color.toLowerCase() === value.toLowerCase()}
            title={color}
            disabled={props.disabled}
            onClick={() => set(color)}
          />
        ))}
      </div>
      {HEX.test(value) && (
        <div className="color-samples" aria-live="polite">
          <Sample ground={GROUND.light} color={value} text={sample} name={texts.lightGround} />
          <Sample ground={GROUND.dark} color={onDark(value)} text={sample} name={texts.darkGround} />
        </div>
      )}
    </Frame>
  )
}

const Sample = ({ ground, color, text, name }: { ground: string; color: string; text: string; name: string }) => {
  const locale = useLocale()
  const ratio = contrastOf(color, ground)
  const Icon = ratio >= ENOUGH ? CircleCheck : TriangleAlert
  return (
    <div className="color-sample" style={{ background: ground, color }}>
      <span className="medium" title={text}>
        {text || '—'}
      </span>
      <span className="xsmall">
        {name}{' '}
        <bdi dir="ltr">{`${new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(ratio)}:1`}</bdi>
      </span>
      <Icon aria-hidden />
    </div>
  )
}
