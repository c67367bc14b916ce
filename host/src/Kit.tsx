import { Link, onSaveDrafts, useTranslation } from '@cuadre/shell'
import { LinkProvider, UiProvider } from '@cuadre/ui'
import type { ComponentProps, ReactNode } from 'react'

type Props = Pick<ComponentProps<typeof UiProvider>, 'helpAddress' | 'zone' | 'shortcuts'> & { children: ReactNode }

const nonce = document.querySelector('meta[name=csp-nonce]')?.getAttribute('content') ?? undefined
const RouterLink = ({ href, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { href: string }) => <Link to={href} {...rest} />

/** The kit in the person's language, with the router's links. */
export function Kit({ children, ...of }: Props) {
  const { i18n } = useTranslation()
  return (
    <UiProvider locale={i18n.language === 'en' ? 'en' : 'es'} nonce={nonce} onSaveDrafts={onSaveDrafts} {...of}>
      <LinkProvider link={RouterLink}>{children}</LinkProvider>
    </UiProvider>
  )
}
