interface SparklineProps {
  /** Oldest first; null where there is no value. */
  values: readonly (number | null)[]
  /** Accessible name of the image. */
  label: string
  /** Lowest and highest value of the drawing, where it has to leave room for more than its own values. */
  range?: readonly [low: number, high: number]
  width?: number
  height?: number
}

/** SVG without a chart library: a line and its last point. */
export const Sparkline = ({ values, label, range: bounds, width = 84, height = 22 }: SparklineProps) => {
  const known = values.filter((v) => v !== null)
  if (known.length === 0) return <span className="faint">—</span>
  const [low, high] = bounds ?? [Math.min(...known), Math.max(...known)]
  const range = high - low || 1
  const x = (i: number) => 2 + (i * (width - 6)) / Math.max(1, values.length - 1)
  const y = (v: number) => height - 4 - ((v - low) / range) * (height - 8)
  let pen = 'M'
  let path = ''
  let end: [number, number] | undefined
  values.forEach((v, i) => {
    if (v === null) {
      pen = 'M'
      return
    }
    path += `${pen}${x(i).toFixed(1)} ${y(v).toFixed(1)}`
    pen = 'L'
    end = [x(i), y(v)]
  })
  return (
    <svg className="spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round" />
      {end && <circle cx={end[0]} cy={end[1]} r="2.5" fill="currentColor" />}
    </svg>
  )
}
