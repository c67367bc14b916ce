import { TextLink } from '@cuadre/ui'
import type { Fill } from './fill.ts'
import { type ChartColor, useChartTheme } from './theme.ts'

export interface LegendEntry {
  label: string
  color: ChartColor
  fill?: Fill
  figure?: string
  share?: string
  /** Link to the list behind the figure. */
  to?: string
}

export const Legend = ({ entries }: { entries: readonly LegendEntry[] }) => {
  const theme = useChartTheme()
  return (
    <ul className="chart-legend">
      {entries.map(({ label, color, fill = 'solid', figure, share, to }) => (
        <li key={label}>
          <i data-fill={fill} style={{ color: theme[color] }} />
          {/* Label and figure are one link. */}
          {to ? (
            <TextLink href={to} className="chart-legend-name">
              {label}
              <Figure>{figure}</Figure>
            </TextLink>
          ) : (
            <span className="chart-legend-name">
              {label}
              <Figure>{figure}</Figure>
            </span>
          )}
          {share && <span className="num muted">{share}</span>}
        </li>
      ))}
    </ul>
  )
}

const Figure = ({ children }: { children: string | undefined }) => children !== undefined && <b className="medium num">{children}</b>
