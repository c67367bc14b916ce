import { formatCount, TextLink, useLocale } from '@cuadre/ui'
import type { ReactNode } from 'react'

interface Props {
  count: number
  /** The list that it counts; nothing to see, nothing to follow. */
  to: string | undefined
  /** Said where the table has no header: on a phone. */
  word?: ReactNode
}

export function Figure({ count, to, word }: Props) {
  const locale = useLocale()
  const text = formatCount(count, locale)
  return (
    <>
      {count === 0 ? (
        <span className="faint">{text}</span>
      ) : to ? (
        <TextLink href={to} className="figure-link">
          {text}
        </TextLink>
      ) : (
        text
      )}
      {word && <span className="line-word"> {word}</span>}
    </>
  )
}
