import type { ReactNode } from 'react'

/** A word and what there is to say of it, line by line; "—" where there is nothing. */
export const Facts = ({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <dl className="small" style={{ display: 'grid', gridTemplateColumns: 'max-content minmax(0, 1fr)', gap: '6px 20px' }}>
    {facts.map(([label, value]) => (
      <div key={label} style={{ display: 'contents' }}>
        <dt className="muted">{label}</dt>
        <dd style={{ textAlign: 'end' }}>{value || <span className="faint">—</span>}</dd>
      </div>
    ))}
  </dl>
)
