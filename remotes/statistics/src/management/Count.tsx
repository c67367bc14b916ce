import { formatCount, TextLink, useLocale } from '@cuadre/ui'

/** A count that opens its list; nothing has none. */
export function Count({ n, to, word }: { n: number; to: string; word?: string }) {
  const text = formatCount(n, useLocale())
  return (
    <>
      {n === 0 ? (
        text
      ) : (
        <TextLink href={to} className="figure-link">
          {text}
        </TextLink>
      )}
      {word && <span className="line-word"> {word}</span>}
    </>
  )
}
