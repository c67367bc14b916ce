import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Line, table } from '@cuadre/server/bench'
import { type Measured, measure, type Subject, signedIn } from '../../packages/e2e/bench/measure.ts'
import { bundle, installed } from './bench-page.ts'
import { areas, buildAll, root } from './build.ts'
import { findChromium } from './chromium.ts'
import { compressBuild } from './compress.ts'
import { demoPassword, loadDemo } from './demo.ts'
import { startStack } from './stack.ts'

/**
 * First loads and clicks on a slow line and a slow processor: the product, the same pages as one application, and react-admin over the
 * same call, in turn from the same server. Figures, not tests.
 */
export async function benchWeb({ runs, say }: { runs: number; say: (text: string) => void }): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'cuadre-bench-'))
  const folder = (name: string) => join(work, name)
  let current = folder('federated')
  try {
    await buildAll(say)
    say('Building the same pages as one application, and react-admin…')
    await cp(join(root, 'host/dist'), folder('federated'), { recursive: true })
    for (const id of areas) await cp(join(root, 'remotes', id, 'dist'), join(work, 'areas', id), { recursive: true })
    bundle('single-page', folder('single-page'))
    bundle('react-admin', await installed('react-admin', say), folder('react-admin'))
    for (const name of ['federated', 'single-page', 'react-admin']) await cp(join(root, 'host/public'), folder(name), { recursive: true })
    for (const name of ['single-page', 'react-admin']) await compressBuild(folder(name))

    const stack = await startStack({
      port: Number(process.env.PORT ?? 4900),
      dataDir: process.env.DATA_DIR ?? folder('data'),
      areasDir: folder('areas'),
      hostDir: () => current,
      say,
    })
    try {
      await loadDemo(stack, say)
      const chromium = await findChromium()
      const select = (name: string) => () => {
        current = folder(name)
      }
      const subjects = async (): Promise<Subject[]> => {
        select('federated')()
        const { storage, token } = await signedIn(stack.origin, chromium, 'bmontoya', demoPassword)
        const ours = {
          signIn: { path: '/sign-in', shown: 'main.sign-in button' },
          home: { path: '/home', shown: 'main h1' },
          list: { path: '/cuentas', shown: 'tbody tr td .code', link: 'a[href="/cuentas"]' },
          storage,
        }
        return [
          { name: 'federated', select: select('federated'), ...ours },
          { name: 'single-page', select: select('single-page'), ...ours },
          {
            name: 'react-admin',
            select: select('react-admin'),
            signIn: { path: '/#/login', shown: 'button[type=submit]' },
            home: { path: '/', shown: 'h1' },
            list: { path: '/#/account', shown: 'tbody tr', link: 'a[href="#/account"]' },
            storage: { cookies: [], origins: [{ origin: stack.origin, localStorage: [{ name: 'token', value: token }] }] },
          },
        ]
      }
      const [federated, single, peer] = (await measure(subjects, stack.origin, chromium, runs)) as [Measured, Measured, Measured]
      say(`\nSlow 4G (1.6 Mbit/s, 150 ms), processor a quarter as fast, nothing cached; medians of ${runs}.`)
      say(table([...against(federated, peer, { signIn: 0.75, list: 0.6 }), ...against(federated, single, { signIn: 1.25, list: 1.25 })]))
    } finally {
      await stack.stop()
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`
const MB = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

function against(ours: Measured, other: Measured, budget: { signIn: number; list: number }): Line[] {
  const line = (what: string, of: (all: Measured) => number, show: (value: number) => string, limit?: number): Line => {
    const [a, b] = [of(ours), of(other)]
    return {
      what: `${what}, and ${other.name}`,
      ours: show(a),
      bare: show(b),
      ratio: b === 0 ? '' : `${(a / b).toFixed(2)} ×`,
      budget: limit ? `≤ ${limit} ×` : '',
      within: limit ? a / b <= limit : null,
    }
  }
  const pages = (['signIn', 'list'] as const).flatMap((page) => {
    const name = page === 'signIn' ? 'sign-in' : 'list'
    return [
      line(`${name}: LCP`, (all) => all[page].lcp, seconds, budget[page]),
      line(`${name}: there`, (all) => all[page].shown, seconds),
      line(`${name}: bytes`, (all) => all[page].bytes, kB),
      line(`${name}: requests`, (all) => all[page].requests, String),
      line(`${name}: long tasks`, (all) => all[page].longTasks, String),
      line(`${name}: blocked`, (all) => all[page].blocked, seconds),
      line(`${name}: heap`, (all) => all[page].heap, MB),
    ]
  })
  return [
    ...pages,
    line('list: click to paint, cold', (all) => all.click.cold, seconds),
    line('list: click to paint, warm', (all) => all.click.warm, seconds),
  ]
}
