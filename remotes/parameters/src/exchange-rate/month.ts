/** The last day of a month: '2026-02' → '2026-02-28'. */
export function endOf(period: string): string {
  const [year, month] = period.split('-').map(Number)
  return new Date(Date.UTC(year!, month!, 0)).toISOString().slice(0, 10)
}
