import type { ReactNode } from 'react'
import { TextLink } from '../page/Breadcrumbs.tsx'
import { Sparkline } from '../parts/Sparkline.tsx'
import { TrafficLight } from '../state/TrafficLight.tsx'
import type { LightName } from '../texts.ts'

export interface Kpi {
  label: string
  value: ReactNode
  /** Small, after the value: USD. */
  unit?: string
  /** One sentence of context. */
  note?: ReactNode
  light?: LightName
  /** Replaces the light's word: "Un día hábil tarde". */
  lightText?: string
  /** Oldest first. */
  spark?: readonly (number | null)[]
  /** Link to the list behind the value. */
  to?: string
}

/** Key figures side by side. */
export const KpiLine = ({ kpis }: { kpis: readonly Kpi[] }) => (
  <div className="kpis" data-many={kpis.length > 3 || undefined}>
    {kpis.map((kpi) => {
      const figure = (
        <>
          <bdi dir="ltr">{kpi.value}</bdi>
          {kpi.unit && <small> {kpi.unit}</small>}
        </>
      )
      return (
        <section key={kpi.label} className="kpi" aria-label={kpi.label}>
          <div className="figure-label">{kpi.label}</div>
          {kpi.to ? (
            <TextLink href={kpi.to} className="figure">
              {figure}
            </TextLink>
          ) : (
            <div className="figure">{figure}</div>
          )}
          {kpi.note && <div className="figure-note ellipsis">{kpi.note}</div>}
          {(kpi.light || kpi.spark) && (
            <div className="kpi-foot">
              {kpi.light ? <TrafficLight light={kpi.light}>{kpi.lightText}</TrafficLight> : <span />}
              {kpi.spark && <Sparkline values={kpi.spark} label={kpi.label} />}
            </div>
          )}
        </section>
      )
    })}
  </div>
)
