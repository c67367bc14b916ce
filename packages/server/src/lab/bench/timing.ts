export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const since = performance.now()
  const result = await work()
  return { ms: performance.now() - since, result }
}

/** The value below which `part` of the values lie, by nearest rank. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)]!
}
export const median = (values: readonly number[]) => percentile(values, 0.5)
