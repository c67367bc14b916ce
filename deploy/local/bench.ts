// `npm run bench`: how the product's heavy work compares with the bare engine's, and its pages with other ways to make them (`--only web`).
// Figures, not tests: it ends with 0 also where one is over.
import { parseArgs } from 'node:util'
import { bench } from '@cuadre/server/bench'
import { benchWeb } from './web.ts'

const args = process.argv.slice(2)
const { values } = parseArgs({ args, strict: false, options: { only: { type: 'string' }, runs: { type: 'string', default: '3' } } })
if (values.only !== 'web') await bench(args)
if (!values.only || values.only === 'web') await benchWeb({ runs: Number(values.runs), say: (text) => console.log(text) })
process.exit(0)
