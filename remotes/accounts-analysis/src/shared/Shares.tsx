import { formatCount, StateGlyph, type StateName, TextLink, useLocale } from '@cuadre/ui'

export interface Share {
  state: StateName
  label: string
  count: number
  /** The list that the figure counts. */
  to: string
}

/** How a month is shared out among the states: one bar, and the same in words; every figure leads to its list. */
export function Shares({ shares }: { shares: readonly Share[] }) {
  const locale = useLocale()
  return (
    <>
      <div className="shares" aria-hidden>
        {shares.map(({ state, label, count }) => count > 0 && <i key={label} className={`state-${state}`} style={{ flex: count }} />)}
      </div>
      <ul className="home-legend">
        {shares.map(({ state, label, count, to }) => (
          <li key={label}>
            <TextLink href={to} className="">
              <StateGlyph state={state} />
              <b>{formatCount(count, locale)}</b>
              {label}
            </TextLink>
          </li>
        ))}
      </ul>
    </>
  )
}
