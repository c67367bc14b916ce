import { formatCount, type Locale, TextLink } from '@cuadre/ui'

/** A figure that leads to the list it counts; nothing to see, nothing to follow. */
export const figure = (count: number, to: string, locale: Locale) =>
  count === 0 ? (
    <span className="faint">0</span>
  ) : (
    <TextLink href={to} className="figure-link">
      {formatCount(count, locale)}
    </TextLink>
  )
