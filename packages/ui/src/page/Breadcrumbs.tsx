import { type ComponentType, createContext, type ReactNode, use } from 'react'
import { useTexts } from '../uiContext.ts'

export interface Crumb {
  label: string
  to?: string
}

export interface LinkProps {
  href: string
  className?: string
  'aria-current'?: 'page'
  children: ReactNode
}
const Anchor = (props: LinkProps) => <a {...props} />
const LinkContext = createContext<ComponentType<LinkProps>>(Anchor)

/** The host says once how a link is made (its router's), so that this package need not know a router. */
export const LinkProvider = ({ link, children }: { link: ComponentType<LinkProps>; children: ReactNode }) => (
  <LinkContext value={link}>{children}</LinkContext>
)

export interface TextLinkProps {
  href: string
  /** 'link' unless told; 'btn' looks like a button. */
  className?: string
  /** The page we are on. */
  current?: boolean
  children: ReactNode
}

export const TextLink = ({ href, className = 'link', current, children }: TextLinkProps) => {
  const Link = use(LinkContext)
  return (
    <Link href={href} className={className} aria-current={current ? 'page' : undefined}>
      {children}
    </Link>
  )
}

export const Breadcrumbs = ({ crumbs }: { crumbs: readonly Crumb[] }) => {
  const texts = useTexts()
  return (
    <nav aria-label={texts.breadcrumbs}>
      <ol className="crumbs">
        {crumbs.map((crumb, i) => (
          <li key={crumb.label} aria-current={i === crumbs.length - 1 ? 'page' : undefined}>
            {crumb.to ? (
              <TextLink href={crumb.to} className="">
                {crumb.label}
              </TextLink>
            ) : (
              crumb.label
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
