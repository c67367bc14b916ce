import { type Line, table } from '@cuadre/server/bench'
import { measureFirstChart, measureMatrix } from '../../packages/e2e/bench/statistics.ts'
import { startProduct } from '../../packages/e2e/support/product.ts'
import { buildAll } from './build.ts'
import { findChromium } from './chromium.ts'
import { demoPassword } from './demo.ts'

const ACCOUNTS = 50_000
/** What one does not notice as a pause, and how long one waits for the first row: milliseconds. */
const BUDGET = { task: 200, first: 1_000, rows: 400, chart: 1.2 }

/** The first chart, and the matrix of many accounts, in the browser. */
export async function benchStatistics({ runs, say }: { runs: number; say: (text: string) => void }): Promise<void> {
  await buildAll(say)
  const product = await startProduct(Number(process.env.PORT ?? 4900))
  try {
    const chromium = await findChromium()
    const lines: Line[] = []
    for (let run = 1; run <= runs; run++) {
      const { first, longest, drawn, reached } = await measureMatrix(product.origin, chromium, demoPassword, ACCOUNTS)
      if (reached !== ACCOUNTS - 1) throw new Error(`The end shows account ${reached} of ${ACCOUNTS}`)
      const line = (what: string, value: number, limit: number, unit = ' ms'): Line => ({
        what: `${what}, run ${run}`,
        ours: `${Math.round(value)}${unit}`,
        bare: '',
        ratio: '',
        budget: `≤ ${limit}${unit}`,
        within: value <= limit,
      })
      const { call, drawn: chart } = await measureFirstChart(product.origin, chromium, demoPassword)
      lines.push(
        {
          what: `first chart drawn, run ${run}`,
          ours: `${Math.round(chart)} ms`,
          bare: `${Math.round(call)} ms`,
          ratio: `${(chart / call).toFixed(2)} ×`,
          budget: `≤ ${BUDGET.chart} ×`,
          within: chart <= call * BUDGET.chart,
        },
        line('first account', first, BUDGET.first),
        line('longest task, opening', longest.open, BUDGET.task),
        line('longest task, scrolling', longest.scroll, BUDGET.task),
        line('longest task, arrow keys', longest.keys, BUDGET.task),
        line('rows in the page', drawn, BUDGET.rows, ''),
      )
    }
    say(`\nMatrix of ${ACCOUNTS.toLocaleString('en')} accounts\n${table(lines)}`)
  } finally {
    await product.stop()
  }
}
