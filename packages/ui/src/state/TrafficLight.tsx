import type { ReactNode } from 'react'
import type { LightName } from '../texts.ts'
import { useTexts } from '../uiContext.ts'

const SHAPES: Record<LightName, { state: string; shape: ReactNode }> = {
  meta: { state: 'state-aprobado', shape: <circle cx="8" cy="8" r="6.3" fill="currentColor" /> },
  atencion: { state: 'state-tarde', shape: <path d="M8 1.8 15 14H1z" fill="currentColor" /> },
  critico: { state: 'state-rechazado', shape: <rect x="2" y="2" width="12" height="12" rx="1.5" fill="currentColor" /> },
}

const STEPS = [98, 95, 90, 85, 78]
/** Class of a heat cell (1 best … 6 worst), or undefined without data. */
export const heatClass = (percent: number | null | undefined) => {
  if (percent === null || percent === undefined) return undefined
  const step = STEPS.findIndex((floor) => percent >= floor)
  return `heat-${step < 0 ? 6 : step + 1}`
}

export const LightGlyph = ({ light, size = 11 }: { light: LightName; size?: number }) => (
  <svg viewBox="0 0 16 16" width={size} height={size} className={SHAPES[light].state} style={{ color: 'var(--state)' }} aria-hidden="true">
    {SHAPES[light].shape}
  </svg>
)

/** The traffic light of the wire (`semaforo`) as it is drawn. */
export const LIGHT = { verde: 'meta', ambar: 'atencion', rojo: 'critico' } as const

/** Shape, word and colour; "—" without data. */
export const TrafficLight = ({ light, children }: { light?: LightName; children?: ReactNode }) => {
  const texts = useTexts()
  if (!light) return <span className="faint">—</span>
  return (
    <span className={`light ${SHAPES[light].state}`}>
      <LightGlyph light={light} />
      {children ?? texts.lights[light]}
    </span>
  )
}
