import type { ReactNode } from 'react'
import type { StateName } from '../texts.ts'
import { useTexts } from '../uiContext.ts'

/* Shapes on a 16 px grid that differ without colour. The inner mark has the colour of the background. */
const behind = 'var(--surface)'
const GLYPHS: Record<StateName, ReactNode> = {
  pendiente: <circle cx="8" cy="8" r="5.7" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.6 2" />,
  revision: (
    <>
      <circle cx="8" cy="8" r="5.7" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M8 4.6a3.4 3.4 0 0 1 0 6.8z" fill="currentColor" />
    </>
  ),
  rechazado: (
    <>
      <circle cx="8" cy="8" r="6.5" fill="currentColor" />
      <path d="M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4" stroke={behind} strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  aprobado: (
    <>
      <circle cx="8" cy="8" r="6.5" fill="currentColor" />
      <path d="M5.1 8.2l2 2 3.8-4.2" stroke={behind} strokeWidth="1.6" fill="none" strokeLinecap="round" strokeLinejoin="round" />
    </>
  ),
  'por-preparar': <rect x="2.8" y="2.8" width="10.4" height="10.4" rx="1.5" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  tarde: (
    <g fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round">
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.8V8l2.2 1.5" />
    </g>
  ),
  material: <path d="M8 1.8 14.2 8 8 14.2 1.8 8z" fill="currentColor" />,
  critica: (
    <>
      <path d="M8 1 15 8 8 15 1 8z" fill="currentColor" />
      <path d="M8 4.8v3.6M8 10.9v.1" stroke={behind} strokeWidth="1.7" strokeLinecap="round" />
    </>
  ),
  automatico: (
    <path d="M9 1.6 3.4 9h3.8L6.6 14.4 12.6 6.8H8.6z" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
  ),
}

export const StateGlyph = ({ state, size = 14 }: { state: StateName; size?: number }) => (
  <svg viewBox="0 0 16 16" width={size} height={size} aria-hidden="true" style={{ color: 'var(--state)' }} className={`state-${state}`}>
    {GLYPHS[state]}
  </svg>
)

interface StateBadgeProps {
  state: StateName
  /** With a background, for headings. */
  pill?: boolean
  small?: boolean
  /** Replaces the name of the state: "Tarde, 2 días". */
  children?: ReactNode
}

/** Shape, word and colour of a state. */
export const StateBadge = ({ state, pill, small, children }: StateBadgeProps) => {
  const texts = useTexts()
  return (
    <span className={`badge state-${state}${pill ? ' badge-pill' : ''}${small ? ' badge-sm' : ''}`}>
      <StateGlyph state={state} />
      {children ?? texts.states[state]}
    </span>
  )
}

export interface MarksProps {
  critica?: boolean
  material?: boolean
  tarde?: boolean
  automatico?: boolean
}

/** At most two marks beside a name, in this order: critical or material, late, automatic. */
export const Marks = ({ critica, material, tarde, automatico }: MarksProps) => {
  const marks = [
    critica ? 'critica' : material ? 'material' : undefined,
    tarde ? 'tarde' : undefined,
    automatico ? 'automatico' : undefined,
  ]
  return marks
    .filter((mark) => mark !== undefined)
    .slice(0, 2)
    .map((mark) => <StateBadge key={mark} state={mark as StateName} small />)
}
