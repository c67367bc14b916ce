import { type ComponentType, createContext, type ReactNode, use } from 'react'
import { useTexts } from '../uiContext.ts'

export interface Crumb {
  label: string
  to?: string
  /** The label is a name of the data, which no browser translates. */
  named?: boolean
}

interface LinkProps {
  href: string
  className?: string
  'aria-current'?: 'page'
  children: ReactNode
}
const Anchor = (props: LinkProps) => <a {...props} />
const LinkContext = createContext<ComponentType<LinkProps>>(Anchor)

/** The host provides its router's link here, so that this package does not depend on a router. */
export const LinkProvider = ({ link, children }: { link: ComponentType<LinkProps>; children: ReactNode }) => (
  <LinkContext value={link}>{children}</LinkContext>
)

interface TextLinkProps {
  href: string
  /** 'link' by default; 'btn' looks like a button. */
  className?: string
  /** The link leads to the current page. */
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
          <li key={crumb.label} aria-current={i === crumbs.length - 1 ? 'page' : undefined} translate={crumb.named ? 'no' : undefined}>
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
