import { type ChartColor, useChartTheme } from './theme.ts'

export const Legend = ({ entries }: { entries: readonly { label: string; color: ChartColor; figure?: string }[] }) => {
  const theme = useChartTheme()
  return (
    <ul className="chart-legend">
      {entries.map((entry) => (
        <li key={entry.label}>
          <i style={{ background: theme[entry.color] }} />
          {entry.label}
          {entry.figure && <b className="medium num"> {entry.figure}</b>}
        </li>
      ))}
    </ul>
  )
}
