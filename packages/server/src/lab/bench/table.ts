/** A line of the result; without a budget it cannot fail. */
export type Line = { what: string; ours: string; bare: string; ratio: string; budget: string; within: boolean | null }

export function table(lines: readonly Line[]): string {
  const cells = [
    ['what', 'ours', 'bare', 'ratio', 'budget', ''],
    ...lines.map(({ what, ours, bare, ratio, budget, within }) => [
      what,
      ours,
      bare,
      ratio,
      budget,
      within === null ? '' : within ? 'ok' : 'OVER',
    ]),
  ]
  const widths = cells[0]!.map((_, at) => Math.max(...cells.map((line) => line[at]!.length)))
  return cells
    .map((line) =>
      line
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
export const times = (ratio: number) => `${ratio.toFixed(1)} ×`
export const mb = (bytes: number) => Math.round(bytes / 1024 / 1024)
