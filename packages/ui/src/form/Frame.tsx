import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../uiContext.ts'
import type { FieldProps } from './context.ts'

interface FrameProps extends Pick<FieldProps, 'label' | 'help' | 'optional' | 'wide'> {
  id: string
  error?: string
  /** A group of inputs needs a legend instead of a label. */
  group?: boolean
  children: ReactNode
}

export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <div className="error" id={`${id}-error`}>
    <CircleAlert aria-hidden />
    <span>{children}</span>
  </div>
)

/** Label above the field, help or error below it. */
export const Frame = ({ id, label, help, optional, wide, error, group, children }: FrameProps) => {
  const texts = useTexts()
  const Tag = group ? 'fieldset' : 'div'
  const words = (
    <>
      {label}
      {optional && <small>{texts.optional}</small>}
    </>
  )
  return (
    <Tag className={wide ? 'field wide' : 'field'} aria-describedby={group && help && !error ? `${id}-help` : undefined}>
      {group ? (
        <legend className="label">{words}</legend>
      ) : (
        <label className="label" htmlFor={id}>
          {words}
        </label>
      )}
      {children}
      {error ? (
        <FieldError id={id}>{error}</FieldError>
      ) : (
        help && (
          <div className="help" id={`${id}-help`}>
            {help}
          </div>
        )
      )}
    </Tag>
  )
}
