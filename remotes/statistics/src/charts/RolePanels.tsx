import { ChartFrame, type TableData, useChartTheme } from '@cuadre/ui/charts'

/** `to`: links to the lists behind the values. */
type Role = { name: string; target: number | null; values: readonly (number | null)[]; to: readonly string[] }
interface Props {
  title: string
  note: string
  /** Header of the table's first column. */
  of: string
  labels: readonly string[]
  roles: readonly Role[]
  format: (value: number) => string
  onOpen: (to: string) => void
  onExcel: () => void
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [190, 132, 26, 34, 8, 18]
const COLORS = ['line', 'aprobado', 'revision'] as const
const DASHES = [[], [6, 3], [2, 3]] as const

/** A small panel for each role, all on one scale: its own line before those of the others, and its target. */
export function RolePanels({ title, note, of, labels, roles, format, onOpen, onExcel }: Props) {
  const theme = useChartTheme()
  const known = roles.flatMap(({ values }) => values.filter((value) => value !== null))
  const targets = [...new Set(roles.flatMap(({ target }) => target ?? []))]
  const low = Math.floor((Math.min(100, ...targets, ...known) - 1) / 10) * 10
  const x = (at: number) => LEFT + (at / Math.max(1, labels.length - 1)) * (WIDTH - LEFT - RIGHT)
  const y = (value: number) => TOP + ((100 - value) / (100 - low)) * (HEIGHT - TOP - BOTTOM)
  const step = (WIDTH - LEFT - RIGHT) / Math.max(1, labels.length - 1)
  const points = (values: Role['values']) => values.flatMap((value, at) => (value === null ? [] : [`${x(at)},${y(value)}`])).join(' ')
  const table: TableData = {
    head: [of, ...roles.map(({ name }) => name)],
    rows: labels.map((label, at) => [
      label,
      ...roles.map(({ values, to }) => (values[at] == null ? '—' : { text: format(values[at]), to: to[at] })),
    ]),
  }
  return (
    <ChartFrame
      title={title}
      note={note}
      height={220}
      drawing={{
        kind: 'line',
        labels,
        series: roles.map(({ name, values }, i) => ({ label: name, values, color: COLORS[i % 3]!, dash: DASHES[i % 3]! })),
        min: low,
        max: 100,
        // One picture has one line for it.
        ...(targets.length === 1 && { target: targets[0]! }),
        write: format,
      }}
      table={table}
      onExcel={onExcel}
      plot={
        <div className="role-panels">
          {roles.map(({ name, target, values, to }) => {
            const last = values.findLastIndex((value) => value !== null)
            return (
              <div key={name}>
                <p className="small medium">{name}</p>
                <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
                  {[low, (low + 100) / 2, 100].map((value) => (
                    <g key={value}>
                      <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(value)} y2={y(value)} stroke={theme.grid} />
                      <text x={LEFT - 5} y={y(value) + 3.5} textAnchor="end">
                        {value}
                      </text>
                    </g>
                  ))}
                  {target !== null && (
                    <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(target)} y2={y(target)} stroke={theme.aprobado} strokeDasharray="3 3" />
                  )}
                  {roles
                    .filter((other) => other.name !== name)
                    .map((other) => (
                      <polyline key={other.name} points={points(other.values)} fill="none" stroke={theme.reference} opacity={0.35} />
                    ))}
                  <polyline points={points(values)} fill="none" stroke={theme.line} strokeWidth={1.6} strokeLinejoin="round" />
                  {last >= 0 && (
                    <>
                      <circle cx={x(last)} cy={y(values[last]!)} r={2.6} fill={theme.line} />
                      <text x={x(last) + 6} y={y(values[last]!) + 3.5} className="role-last">
                        {format(values[last]!)}
                      </text>
                    </>
                  )}
                  {values.map((value, at) =>
                    value === null ? null : (
                      // biome-ignore lint/a11y/noStaticElementInteractions: a picture for the mouse; the table has the same links for the keyboard
                      <rect
                        key={at}
                        className="role-point"
                        x={x(at) - step / 2}
                        y={TOP}
                        width={step}
                        height={HEIGHT - TOP - BOTTOM}
                        fill="transparent"
                        onClick={() => to[at] && onOpen(to[at])}
                      >
                        <title>{`${labels[at]}: ${format(value)}`}</title>
                      </rect>
                    ),
                  )}
                  <text x={LEFT} y={HEIGHT - 4}>
                    {labels[0]}
                  </text>
                  {labels.length > 1 && (
                    <text x={WIDTH - RIGHT} y={HEIGHT - 4} textAnchor="end">
                      {labels.at(-1)}
                    </text>
                  )}
                </svg>
              </div>
            )
          })}
        </div>
      }
    />
  )
}
