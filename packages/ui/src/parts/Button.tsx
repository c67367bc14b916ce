import type { ComponentProps, ReactNode, Ref } from 'react'
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

export const Button = ({ variant, size, busy, icon, className, children, onClick, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={buttonClass(variant, size, className)}
    data-busy={busy || undefined}
    aria-busy={busy || undefined}
    onClick={busy ? (event) => event.preventDefault() : onClick}
  >
    {busy ? <Spinner size={16} decorative /> : icon}
    {children}
  </button>
)

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  /** Accessible name and tooltip. */
  label: string
  icon: ReactNode
}

export const IconButton = ({ label, className = '', variant = 'ghost', ...rest }: IconButtonProps) => (
  <Button {...rest} variant={variant} aria-label={label} title={label} className={`btn-icon ${className}`} />
)
