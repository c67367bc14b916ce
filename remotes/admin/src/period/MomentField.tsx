import { useFormContext } from '@cuadre/ui/forms'
import { useId } from 'react'

/** Day and hour, by the browser's own control. */
export function MomentField({ name, label }: { name: string; label: string }) {
  const id = useId()
  const { register, formState } = useFormContext()
  const error = formState.errors[name]
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        type="datetime-local"
        aria-invalid={error ? true : undefined}
        {...register(name, { required: true })}
      />
      {error?.message && <span className="error">{String(error.message)}</span>}
    </div>
  )
}
