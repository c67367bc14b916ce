import { Code, TextLink } from '@cuadre/ui'
import type { ReactNode } from 'react'
import './namedAccount.css'

/** Code and name of an account, cut where there is no room; the marks after it are always seen. */
export function NamedAccount({ code, name, href, children }: { code: string; name: string; href?: string; children: ReactNode }) {
  const text = (
    <>
      <Code>{code}</Code> {name}
    </>
  )
  return (
    <span className="named-account" title={`${code} ${name}`}>
      {href ? (
        <TextLink href={href} className="figure-link two-lines">
          {text}
        </TextLink>
      ) : (
        <span className="two-lines">{text}</span>
      )}
      {children}
    </span>
  )
}
