import { chakra } from '@chakra-ui/react'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { Spinner } from './Spinner.tsx'

type Variant = 'outline' | 'solid' | 'ghost' | 'danger' | 'danger-solid'
const Base = chakra('button')

export const buttonClass = (variant: Variant = 'outline', size?: 'sm' | 'lg', more = '') =>
  `btn${variant === 'outline' ? '' : ` btn-${variant}`}${size ? ` btn-${size}` : ''}${more && ` ${more}`}`

export interface ButtonProps extends Omit<ComponentProps<typeof Base>, 'variant' | 'size'> {
  /** One solid button per view. outline unless told. */
  variant?: Variant
  size?: 'sm' | 'lg'
  /** Keeps its width and place, and cannot be pressed twice. */
  busy?: boolean
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export const Button = ({ variant, size, busy, icon, className, children, onClick, ...rest }: ButtonProps) => (
  <Base
    type="button"
    {...rest}
    className={buttonClass(variant, size, className)}
    data-busy={busy || undefined}
    aria-busy={busy || undefined}
    onClick={busy ? (event) => event.preventDefault() : onClick}
  >
    {busy ? <Spinner size={16} decorative /> : icon}
    {children}
  </Base>
)

export interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  /** Its name for those who do not see the icon, and its tooltip. */
  label: string
  icon: ReactNode
}

export const IconButton = ({ label, className = '', variant = 'ghost', ...rest }: IconButtonProps) => (
  <Button {...rest} variant={variant} aria-label={label} title={label} className={`btn-icon ${className}`} />
)
