import { type ComponentProps, type ReactNode, type Ref, useReducer, useRef } from 'react'
import { Spinner } from './Spinner.tsx'

type Variant = 'outline' | 'solid' | 'ghost' | 'danger' | 'danger-solid'

export const buttonClass = (variant: Variant = 'outline', size?: 'sm' | 'lg', more = '') =>
  `btn${variant === 'outline' ? '' : ` btn-${variant}`}${size ? ` btn-${size}` : ''}${more && ` ${more}`}`

interface ButtonProps extends ComponentProps<'button'> {
  /** 'outline' by default; at most one solid button per view. */
  variant?: Variant
  size?: 'sm' | 'lg'
  /** Shows a spinner, keeps the width and ignores clicks. */
  busy?: boolean
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export const Button = ({ variant, size, busy, icon, className, children, disabled, onClick, onFocus, onBlur, ...rest }: ButtonProps) => {
  const isFocused = useRef(false)
  const [, drawAgain] = useReducer((n: number) => n + 1, 0)
  // What a press of its own has disabled keeps the focus until one goes on; disabled for the browser, it would lose it and the keyboard its place.
  const isHeld = Boolean(disabled && isFocused.current)
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, size, className)}
      data-busy={busy || undefined}
      aria-busy={busy || undefined}
      disabled={disabled && !isHeld}
      aria-disabled={isHeld || rest['aria-disabled'] || undefined}
      onFocus={(event) => {
        isFocused.current = true
        onFocus?.(event)
      }}
      onBlur={(event) => {
        isFocused.current = false
        if (isHeld) drawAgain()
        onBlur?.(event)
      }}
      onClick={busy || isHeld ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner size={16} decorative /> : icon}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  /** Accessible name and tooltip. */
  label: string
  icon: ReactNode
}

export const IconButton = ({ label, className = '', variant = 'ghost', ...rest }: IconButtonProps) => (
  <Button {...rest} variant={variant} aria-label={label} title={label} className={`btn-icon ${className}`} />
)
