// `npm run attack`: starts the embedded product with the demo and attacks it over HTTP, with every account and none (packages/server/src/lab/attack).
// `npm run attack -- --origin http://localhost:4000` attacks one that runs, which is of no use for anything else afterwards; `--demo <folder>` begins
// with a copy of a demo that is there. Six minutes at most.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { attack } from '@cuadre/server/attack'
import { areas } from './build.ts'
import { demoPassword, loadDemo } from './demo.ts'
import { startStack } from './stack.ts'

const MINUTES = 6
const { values } = parseArgs({
  options: { origin: { type: 'string' }, port: { type: 'string', default: '4600' }, demo: { type: 'string' } },
})
const limit = () =>
  setTimeout(() => {
    console.error(`\nThe attack takes more than ${MINUTES} minutes.`)
    process.exit(1)
  }, MINUTES * 60_000).unref()

if (values.origin) {
  limit()
  process.exit((await attack({ origin: values.origin, password: demoPassword })) > 0 ? 1 : 0)
}

const place = mkdtempSync(join(tmpdir(), 'cuadre-attack-'))
/** What is attacked is the server: its pages need not be built. */
const site = join(place, 'site')
for (const name of ['.', ...areas]) mkdirSync(join(site, name), { recursive: true })
for (const name of ['index.html', 'silent-check-sso.html']) writeFileSync(join(site, name), '<!doctype html><title>Cuadre</title>')
const dataDir = join(place, 'data')
// A folder that deploy/local/demo-image.ts has made, where there is one: making the demo takes longer than the attack.
if (values.demo) cpSync(values.demo, dataDir, { recursive: true })
process.env.CUADRE_CLOCK = 'off'
const stack = await startStack({ port: Number(values.port), dataDir, areasDir: site, hostDir: () => site })
await loadDemo(stack, console.log)
limit()
const failed = await attack({ origin: stack.origin, password: demoPassword, dataDir })
await stack.stop()
rmSync(place, { recursive: true, force: true })
process.exit(failed > 0 ? 1 : 0)
