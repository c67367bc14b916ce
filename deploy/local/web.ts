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
 * same call, with the product's sign-in and with none, in turn from the same server. Figures, not tests.
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
    const peer = await installed('react-admin', say)
    bundle('react-admin', 'main', peer, folder('react-admin'))
    bundle('react-admin', 'keycloak', peer, folder(SAME_SIGN_IN))
    const made = ['single-page', 'react-admin', SAME_SIGN_IN]
    for (const name of ['federated', ...made]) await cp(join(root, 'host/public'), folder(name), { recursive: true })
    for (const name of made) await compressBuild(folder(name))

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
        const peer = {
          signIn: { path: '/#/login', shown: 'button[type=submit]' },
          home: { path: '/', shown: 'h1' },
          list: { path: '/#/account', shown: 'tbody tr', link: 'a[href="#/account"]' },
        }
        const withToken = { cookies: [], origins: [{ origin: stack.origin, localStorage: [{ name: 'token', value: token }] }] }
        return [
          {
            name: 'federated',
            select: select('federated'),
            ...ours,
            items: { path: '/cuentas/analisis', shown: 'main [aria-current="true"]', next: 'j' },
          },
          { name: 'single-page', select: select('single-page'), ...ours },
          { name: SAME_SIGN_IN, select: select(SAME_SIGN_IN), ...peer, storage },
          { name: 'react-admin', select: select('react-admin'), ...peer, storage: withToken },
        ]
      }
      const found = await measure(subjects, stack.origin, chromium, runs)
      const of = (name: string) => found.find((one) => one.name === name)!
      const federated = of('federated')
      say(`\nSlow 4G (1.6 Mbit/s, 150 ms), processor a quarter as fast, nothing cached; medians of ${runs}.`)
      say(
        table([
          ...against(federated, of(SAME_SIGN_IN), { signIn: { lcp: 0.75 }, list: { lcp: 0.6, shown: 0.9 }, again: { shown: 0.5 } }),
          ...against(federated, of('react-admin'), { list: { shown: 1.1 } }),
          ...clicksAgainst(federated, of(SAME_SIGN_IN), { cold: 0.8, warm: 0.5 }),
          ...clicksAgainst(federated, of('react-admin'), { cold: 0.8, warm: 0.5 }),
          ...against(federated, of('single-page'), { signIn: EVERY, list: EVERY, again: EVERY }),
          ...clicksAgainst(federated, of('single-page'), { cold: FEDERATION, warm: FEDERATION, fast: FEDERATION }),
          ...alone(federated),
        ]),
      )
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

/** The react-admin that signs in as the product does. */
const SAME_SIGN_IN = 'react-admin with keycloak-js'
/** At most what the federation may cost, of anything. */
const FEDERATION = 1.15
const PAINTED_MS = 100
const TASK_MS = 50

const figures = {
  lcp: ['LCP', seconds],
  shown: ['there', seconds],
  bytes: ['bytes', kB],
  requests: ['requests', String],
  longTasks: ['long tasks', String],
  blocked: ['blocked', seconds],
  heap: ['heap', MB],
} as const
type Name = keyof typeof figures
const NAMES = Object.keys(figures) as Name[]
const EVERY = Object.fromEntries(NAMES.map((name) => [name, FEDERATION]))
const visits = { signIn: 'sign-in', list: 'list', again: 'list, second visit' } as const
type Budgets = Partial<Record<keyof typeof visits, Partial<Record<Name, number>>>>

function line(what: string, ours: number, bare: number, show: (value: number) => string, limit?: number): Line {
  return {
    what,
    ours: show(ours),
    bare: show(bare),
    ratio: bare === 0 ? '' : `${(ours / bare).toFixed(2)} ×`,
    budget: limit ? `≤ ${limit} ×` : '',
    within: limit ? ours <= limit * bare : null,
  }
}

const against = (ours: Measured, other: Measured, budgets: Budgets): Line[] =>
  (Object.keys(visits) as (keyof typeof visits)[]).flatMap((visit) =>
    NAMES.map((name) => {
      const [what, show] = figures[name]
      return line(`${visits[visit]}: ${what}, and ${other.name}`, ours[visit][name], other[visit][name], show, budgets[visit]?.[name])
    }),
  )

const clicksAgainst = (ours: Measured, other: Measured, budgets: Partial<Measured['click']>): Line[] =>
  (['cold', 'warm', 'fast'] as const).map((kind) =>
    line(
      `list: click to paint, ${kind === 'fast' ? 'warm, whole processor' : kind}, and ${other.name}`,
      ours.click[kind],
      other.click[kind],
      seconds,
      budgets[kind],
    ),
  )

/** What is held against a limit and nobody else. */
function alone({ click, tasks }: Measured): Line[] {
  const limit = (what: string, value: number, ms: number): Line => ({
    what,
    ours: `${Math.round(value)} ms`,
    bare: '',
    ratio: '',
    budget: `≤ ${ms} ms`,
    within: value <= ms,
  })
  return [
    limit('list: click to paint, warm, whole processor', click.fast, PAINTED_MS),
    ...(tasks
      ? [
          limit('list: longest task while typing', tasks.typing, TASK_MS),
          limit('list: longest task while scrolling', tasks.scrolling, TASK_MS),
          limit('review: longest task from item to item', tasks.moving, TASK_MS),
        ]
      : []),
  ]
}
