import { COMPONENTS } from '@cuadre/api/statistics'
import { useTranslation } from '@cuadre/shell'
import type { Component, Place } from './ranking.ts'

const WIDTH = 360
const HEIGHT = 230
const RADIUS = 78
const RINGS = [0.25, 0.5, 0.75, 1]
const [X, Y] = [WIDTH / 2, HEIGHT / 2 + 6]
const angleOf = (at: number) => (2 * Math.PI * at) / COMPONENTS.length - Math.PI / 2
const pointAt = (at: number, share: number) =>
  [X + Math.cos(angleOf(at)) * RADIUS * share, Y + Math.sin(angleOf(at)) * RADIUS * share] as const
const shape = (shareOf: (name: Component) => number) =>
  COMPONENTS.map((name, at) =>
    pointAt(at, shareOf(name))
      .map((n) => n.toFixed(1))
      .join(','),
  ).join(' ')
/** Labels beside the circle start or end at it, those above and below stand over it. */
const anchorOf = (at: number) => {
  const side = Math.cos(angleOf(at))
  return Math.abs(side) < 0.1 ? 'middle' : side > 0 ? 'start' : 'end'
}

/** Long names in two lines, which leave room beside the circle. */
const linesOf = (name: string) =>
  name.length > 14 && name.includes(' ') ? [name.slice(0, name.indexOf(' ')), name.slice(name.indexOf(' ') + 1)] : [name]

/** The five components of one of the ranking and of the leader, from nothing in the middle to all; the table below it has the figures. */
export function Radar({ place, leader }: { place: Place; leader: Place | undefined }) {
  const { t } = useTranslation('statistics')
  const own = place.componentes
  if (!own) return null
  const first = leader?.componentes
  const of = (components: NonNullable<Place['componentes']>) => shape((name) => components[name] ?? 0)
  return (
    <figure className="rank-radar">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('competitiveness.radar', { name: place.nombre })}>
        {RINGS.map((share) => (
          <polygon key={share} className="rank-ring" points={shape(() => share)} />
        ))}
        {COMPONENTS.map((name, at) => {
          const [x, y] = pointAt(at, 1.12)
          const [endX, endY] = pointAt(at, 1)
          return (
            <g key={name}>
              <line className="rank-ring" x1={X} y1={Y} x2={endX} y2={endY} />
              <text x={x} y={y} textAnchor={anchorOf(at)} dominantBaseline="middle">
                {linesOf(t(`competitiveness.components.${name}`)).map((line, nth) => (
                  <tspan key={line} x={x} dy={nth === 0 ? 0 : 13}>
                    {line}
                  </tspan>
                ))}
              </text>
            </g>
          )
        })}
        {first && <polygon className="rank-radar-leader" points={of(first)} />}
        <polygon className="rank-radar-own" points={of(own)} />
      </svg>
      <figcaption className="dash-key">
        <span className="row">
          <i className="rank-radar-key" aria-hidden /> {place.nombre}
        </span>
        {leader && first && (
          <span className="row">
            <i className="rank-radar-key" data-leader aria-hidden /> {leader.nombre}
          </span>
        )}
      </figcaption>
    </figure>
  )
}
