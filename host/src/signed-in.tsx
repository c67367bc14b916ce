import { Link, useTranslation } from '@cuadre/shell'
import { LinkProvider, UiProvider } from '@cuadre/ui'
import type { ComponentProps } from 'react'
import type { Area } from './federation/areas.ts'
import Frame from './layout/Frame.tsx'

const nonce = document.querySelector('meta[name=csp-nonce]')?.getAttribute('content') ?? undefined
const RouterLink = ({ href, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { href: string }) => <Link to={href} {...rest} />

/** What only a signed-in page needs: the kit, and the frame. The public pages are plain, so that they come at once. */
export default function SignedInFrame({ areas }: { areas: Area[] }) {
  const { i18n } = useTranslation()
  return (
    <UiProvider locale={i18n.language === 'en' ? 'en' : 'es'} nonce={nonce}>
      <LinkProvider link={RouterLink}>
        <Frame areas={areas} />
      </LinkProvider>
    </UiProvider>
  )
}
