import { Sparkline } from '@cuadre/ui'

/** The last thirteen months; the target goes with them as a dotted line where there is one. */
export const Spark = ({ values, target, label }: { values: readonly (number | null)[]; target: number | null; label: string }) => {
  const known = values.filter((value) => value !== null)
  if (known.length === 0 || target === null) return <Sparkline values={values} label={label} />
  const [low, high] = [Math.min(...known, target), Math.max(...known, target)]
  const height = 22 - 4 - ((target - low) / (high - low || 1)) * 14
  return (
    <span className="indicator-spark">
      <Sparkline values={values} label={label} range={[low, high]} />
      <i style={{ insetBlockStart: height }} aria-hidden />
    </span>
  )
}
