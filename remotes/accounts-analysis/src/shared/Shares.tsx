import { formatCount, StateGlyph, type StateName, TextLink, useLocale } from '@cuadre/ui'
import type { ReactNode } from 'react'

export interface Share {
  state: StateName
  label: string
  count: number
  /** The list that the figure counts, where there is one. */
  to?: string
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
            <Figure to={to}>
              <StateGlyph state={state} />
              <b>{formatCount(count, locale)}</b>
              {label}
            </Figure>
          </li>
        ))}
      </ul>
    </>
  )
}

const Figure = ({ to, children }: { to?: string; children: ReactNode }) =>
  to ? (
    <TextLink href={to} className="home-figure">
      {children}
    </TextLink>
  ) : (
    <span className="home-figure">{children}</span>
  )
