import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Line, makeManyAccounts, median, table } from '@cuadre/server/bench'
import { measurePalette, TYPED } from '../../packages/e2e/bench/palette.ts'
import { startProduct } from '../../packages/e2e/support/product.ts'
import { buildAll, root } from './build.ts'
import { findChromium } from './chromium.ts'
import { demoPassword } from './demo.ts'

const ACCOUNTS = 50_000
/** From the key to what the server found, painted: milliseconds. */
const LIMIT = 100

/** What is typed in the palette, in the browser and with so many accounts: medians of the runs. */
export async function benchPalette({ runs, say }: { runs: number; say: (text: string) => void }): Promise<void> {
  await buildAll(say)
  const image = mkdtempSync(join(tmpdir(), 'cuadre-palette-'))
  const before = process.env.E2E_DEMO
  try {
    say(`Making ${ACCOUNTS.toLocaleString('en')} accounts…`)
    if (before) cpSync(before, image, { recursive: true })
    else execFileSync(process.execPath, [join(root, 'deploy/local/demo-image.ts'), image], { stdio: 'ignore' })
    await makeManyAccounts(image, ACCOUNTS)
    process.env.E2E_DEMO = image
    const product = await startProduct(Number(process.env.PORT ?? 4900))
    try {
      const found = await measurePalette(product.origin, await findChromium(), demoPassword, runs)
      const lines = TYPED.map((typed): Line => {
        const { painted, call } = found[typed]!
        const ms = median(painted)
        return {
          what: `palette: «${typed}» to painted result`,
          ours: `${Math.round(ms)} ms`,
          bare: `${Math.round(median(call))} ms`,
          ratio: '',
          budget: `≤ ${LIMIT} ms`,
          within: ms <= LIMIT,
        }
      })
      say(`\nPalette with ${ACCOUNTS.toLocaleString('en')} accounts; the engine's column is its call.\n${table(lines)}`)
    } finally {
      await product.stop()
    }
  } finally {
    if (before) process.env.E2E_DEMO = before
    else delete process.env.E2E_DEMO
    rmSync(image, { recursive: true, force: true })
  }
}
