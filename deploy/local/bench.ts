// `npm run bench`: how the product's heavy work compares with the bare engine's, its pages with other ways to make them (`--only web`),
// its table with other grids (`--only table`), statistics and the palette with 50,000 accounts (`--only statistics`, `--only palette`), and what
// its scripts consist of (`--only bytes`).
// Figures, not tests: it ends with 0 also where one is over.
import { parseArgs } from 'node:util'
import { bench } from '@cuadre/server/bench'
import { benchBytes } from './bytes.ts'
import { benchPalette } from './palette.ts'
import { benchStatistics } from './statistics.ts'
import { benchTable } from './table.ts'
import { benchWeb } from './web.ts'

const args = process.argv.slice(2)
const { values } = parseArgs({ args, strict: false, options: { only: { type: 'string' }, runs: { type: 'string', default: '3' } } })
const browser = { web: benchWeb, table: benchTable, statistics: benchStatistics, palette: benchPalette, bytes: benchBytes }
if (!Object.keys(browser).includes(String(values.only))) await bench(args)
for (const [name, run] of Object.entries(browser))
  if (!values.only || values.only === name) await run({ runs: Number(values.runs), say: (text) => console.log(text) })
process.exit(0)
