import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Line, median, percentile, table } from '@cuadre/server/bench'
import { type GridFigures, legacyBalance, measureFirstRows, measureGrids } from '../../packages/e2e/bench/table.ts'
import { bundle, installed } from './bench-page.ts'
import { findChromium } from './chromium.ts'
import { serveArea } from './static.ts'

const PEERS = ['react-data-grid', 'ag-grid', 'glide-data-grid'] as const
const FILE = 5e6
const LEGACY = 10_000

/**
 * An analyst's own list of 100,000 accounts in our table and in three grids, in turn, with the same columns; and how soon a dropped balance
 * shows its first rows. Figures, not tests.
 */
export async function benchTable({ runs, say }: { runs: number; say: (text: string) => void }): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cuadre-bench-'))
  try {
    say('Building a page for each grid…')
    bundle('table', await installed('table', say), folder)
    const app = await serveArea(folder, 0, '*')
    try {
      const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
      const chromium = await findChromium()
      const load = loadavg()[0]!
      const found = await measureGrids(['ours', ...PEERS], (name) => `${origin}/${name}.html`, chromium, runs)
      const rows = await measureFirstRows(`${origin}/first-rows.html`, chromium, FILE, runs * 3)
      const legacy = await measureFirstRows(`${origin}/first-rows.html`, chromium, legacyBalance(LEGACY), runs * 3)
      say(
        `\n100,000 accounts; presses on a processor a quarter as fast, scrolling at full speed; the best of ${found.ours.painted.length} pages, of frames the ` +
          `95th percentile in the best of ${runs} runs. The load of the machine was ${load.toFixed(1)} before and ${loadavg()[0]!.toFixed(1)} after.`,
      )
      const empty = await sizeOf(folder, 'none')
      const size = await sizeOf(folder, 'ours')
      const peers = await Promise.all(PEERS.map(async (name) => against(name, found.ours, found[name], await sizeOf(folder, name), empty)))
      say(
        table([
          ...peers.flat(),
          alone('heap over the rows', MB(median(found.ours.heap)), '≤ 5.0 MB', median(found.ours.heap) <= 5e6),
          alone('size over React and cells, brotli', kB(size - empty), '≤ 25 kB', size - empty <= 25_000),
          alone('first rows of a 5 MB CSV', ms(median(rows.ready)), '≤ 400 ms', median(rows.ready) <= 400),
          alone('… dropped as the page opens', ms(median(rows.opening)), '≤ 400 ms', median(rows.opening) <= 400),
          alone('first rows of an .xls of 10,000 rows', ms(median(legacy.ready)), '≤ 400 ms', median(legacy.ready) <= 400),
          alone('… once what reads it is loaded', ms(median(legacy.again)), '≤ 400 ms', median(legacy.again) <= 400),
        ]),
      )
    } finally {
      await app.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const MB = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
/** Of what is the same work each time, the time in which the machine did nothing else. */
const best = (values: readonly number[]) => Math.min(...values)
const p95 = (runs: readonly number[][]) => best(runs.map((frames) => percentile(frames, 0.95)))

function against(name: (typeof PEERS)[number], ours: GridFigures, other: GridFigures, size: number, empty: number): Line[] {
  const line = (what: string, a: number, b: number, show: (value: number) => string, limit?: number): Line => ({
    what: `${what}, and ${name}`,
    ours: show(a),
    bare: show(b),
    ratio: `${(a / b).toFixed(2)} ×`,
    budget: limit ? `≤ ${limit} ×` : '',
    within: limit ? a / b <= limit : null,
  })
  const presses = { painted: 'rows painted', byName: 'sorted by name', byBalance: 'sorted by balance', search: 'searched' } as const
  const limits = name === 'react-data-grid' ? { painted: 1.3, byName: 1.2, byBalance: 1.2, search: 1.2 } : {}
  const frames = name === 'glide-data-grid' ? 1.1 : undefined
  return [
    ...(Object.keys(presses) as (keyof typeof presses)[]).map((of) =>
      line(presses[of], best(ours[of]), best(other[of]), ms, (limits as Partial<Record<typeof of, number>>)[of]),
    ),
    line('frame by the wheel', p95(ours.wheel), p95(other.wheel), ms, frames),
    line('frame end to end', p95(ours.whole), p95(other.whole), ms, frames),
    line('work for a frame by the wheel', best(ours.wheelWork), best(other.wheelWork), ms),
    line('work for a frame end to end', best(ours.wholeWork), best(other.wholeWork), ms),
    { what: `heap over the rows, ${name}`, ours: '', bare: MB(median(other.heap)), ratio: '', budget: '', within: null },
    { what: `size, ${name}`, ours: '', bare: kB(size - empty), ratio: '', budget: '', within: null },
  ]
}

const alone = (what: string, ours: string, budget: string, within: boolean): Line => ({ what, ours, bare: '', ratio: '', budget, within })

/** Bytes of a page's own code and styles as they travel. */
async function sizeOf(folder: string, page: string): Promise<number> {
  const files = (await readdir(folder)).filter((file) => file.startsWith(`${page}.`) && /\.(js|css)$/.test(file))
  const sizes = await Promise.all(files.map(async (file) => brotliCompressSync(await readFile(join(folder, file))).length))
  return sizes.reduce((sum, each) => sum + each, 0)
}
