import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './build.ts'

const results = join(root, '.cache/results')
/** `again`: failed, and gets a second try. */
type Count = { passed: number; failed: number; again?: number }
const totals = { passed: 0, failed: 0 }
/** Folders of one kind are one program, so that what they share is checked once. The longest first. */
const programs = ['browser', 'server', 'local', 'contract']

/** What took how long, of the runs so far: a file of tests with jest, one story in the browser. */
const durations: { kind: string; name: string; ms: number }[] = []
const SLOWEST = 10

/** The end of what each failed step said. */
const broken: string[] = []
const SHOWN = 80

/** No step takes so long; one that hangs is a failure of that step alone. */
const MINUTES = 40
function endGroup(leader: number | undefined) {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}

// The groups end with whoever stops the run.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

/** Runs a step, shows what it says, and counts it as one check unless it counts its own tests. */
async function step(
  name: string,
  command: string,
  args: string[],
  more: { env?: NodeJS.ProcessEnv; cwd?: string; count?: (code: number) => Count } = {},
) {
  console.log(`\n── ${name}`)
  const started = Date.now()
  const child = spawn(command, args, {
    cwd: more.cwd ?? root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which ends whole: what a step left behind would keep its output open and everything waiting.
    detached: true,
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...more.env },
  })
  let last = ''
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    from.on('data', (said: Buffer) => {
      to.write(said)
      last = (last + said.toString()).split('\n').slice(-SHOWN).join('\n')
    })
  const end = () => endGroup(child.pid)
  process.once('exit', end)
  const tooLong = setTimeout(() => {
    console.log(`── ${name}: ended after ${MINUTES} minutes`)
    end()
  }, MINUTES * 60_000)
  const code = await new Promise<number>((resolve) => {
    child.on('error', () => resolve(127))
    child.on('exit', end)
    child.on('close', (status) => resolve(status ?? 1))
  })
  clearTimeout(tooLong)
  process.off('exit', end)
  const { passed, failed, again = 0 } = more.count?.(code) ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
  totals.failed += failed
  totals.passed += passed
  if (failed + again > 0) broken.push(`── ${name}: ${failed || `${again}, at the first try,`} failed\n${last}`)
  console.log(`── ${name}: ${passed} passed, ${failed} failed (${Math.round((Date.now() - started) / 1000)} s)`)
}

/**
 * Two at a time, each of one checker: several in one program would look at what its files share once each. What has not changed since the last
 * time is not checked again.
 */
export async function types() {
  const left = [...programs]
  const lane = async () => {
    for (let name = left.shift(); name; name = left.shift()) {
      const known = join(root, '.cache/types', `${name}.tsbuildinfo`)
      const told = ['--incremental', '--tsBuildInfoFile', known, '--checkers', '1']
      await step(`types of ${name}`, 'tsc', ['-p', `packages/build/types/${name}.json`, ...told])
    }
  }
  await Promise.all([lane(), lane()])
}
export const lint = () => step('lint and format', 'biome', ['ci', '--error-on-warnings', '.'])

/** What needs nothing to run. The statements are checked by one process, beside the compiler's. */
export const staticChecks = () => Promise.all([types().then(lint), sql()])

/** Every statement of the server against the migrated schema, and its rows against their types. */
export const sql = () => task('SQL against the schema', 'sql.ts')

/**
 * Unit, server and component tests. As with the stories a busy machine may be slow once: files with a failed test run again by themselves, and
 * what fails twice has failed. `beforeAgain` makes anew what the first run has used up.
 */
export async function jest(name = 'unit, server and component tests', args: string[] = [], beforeAgain?: () => Promise<void>) {
  const again = await jestRun(name, args, true)
  if (again.length === 0) return
  await beforeAgain?.()
  await jestRun(`${name}: once more what failed`, ['--runInBand', '--runTestsByPath', ...again], false)
}

/**
 * Once more on the PostgreSQL at TEST_DATABASE_URL: the server's tests whose imports reach what reads it, but for the walk of who could give which key, the
 * longest of all. The others would be the same again.
 */
export function jestOnPostgres() {
  const reading = globSync('packages/server/src/**/*.ts', { cwd: root }).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('TEST_DATABASE_URL'),
  )
  return jest('server tests on PostgreSQL', [
    '--selectProjects',
    'server',
    '--testPathIgnorePatterns',
    '/lab/access/gains',
    '--findRelatedTests',
    ...reading,
  ])
}
type JestFile = { name: string; status: string; startTime: number; endTime: number; assertionResults: { status: string }[] }
async function jestRun(name: string, args: string[], forgive: boolean): Promise<string[]> {
  const file = fresh('jest.json')
  let again: string[] = []
  await step(
    name,
    process.execPath,
    [
      join(root, 'node_modules/jest/bin/jest.js'),
      '--ci',
      '--json',
      `--outputFile=${file}`,
      '--silent=false',
      '--reporters=default',
      ...args,
    ],
    {
      env: { NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning' },
      count: (code) => {
        if (!existsSync(file)) return { passed: 0, failed: 1 }
        const files: JestFile[] = JSON.parse(readFileSync(file, 'utf8')).testResults
        for (const { name, startTime, endTime } of files)
          durations.push({ kind: 'test files', name: relative(root, name), ms: endTime - startTime })
        const [wrong, right] = [files.filter(({ status }) => status === 'failed'), files.filter(({ status }) => status !== 'failed')]
        const tests = (of: JestFile[], status: string) =>
          of.flatMap(({ assertionResults }) => assertionResults).filter((test) => test.status === status).length
        if (forgive && wrong.length > 0 && wrong.length <= FORGIVEN) {
          again = wrong.map((one) => one.name)
          return { passed: tests(right, 'passed'), failed: 0, again: tests(wrong, 'failed') || wrong.length }
        }
        return { passed: tests(files, 'passed'), failed: tests(files, 'failed') || wrong.length || (code === 0 ? 0 : 1) }
      },
    },
  )
  return again
}
/** Files that may fail the first time. */
const FORGIVEN = 3

/** A task of this folder as one check. */
export const task = (name: string, file: string, args: string[] = []) =>
  step(name, process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'deploy/local', file), ...args])

/** The demo as a data folder that every product of the stories begins with a copy of; created while the areas are built. */
export async function demoImage(): Promise<string> {
  const folder = join(results, 'demo')
  rmSync(folder, { recursive: true, force: true })
  await task('demo data', 'demo-image.ts', [folder])
  return folder
}

/** The stories in a real Chromium, against the built product. Without a demo each product creates its own. */
export async function stories(
  chromium: string,
  { demo, args = [], name = 'browser stories', port }: { demo?: string; args?: string[]; name?: string; port?: number } = {},
) {
  const file = fresh(`${name.replaceAll(' ', '-')}.json`)
  await step(name, join(root, 'packages/e2e/node_modules/.bin/playwright'), ['test', ...args], {
    cwd: join(root, 'packages/e2e'),
    env: {
      CHROME_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      ...(demo && { E2E_DEMO: demo }),
      ...(port && { E2E_PORT: String(port) }),
    },
    count: (code) => {
      if (!existsSync(file)) return { passed: 0, failed: 1 }
      const { stats, errors, suites }: StoryReport = JSON.parse(readFileSync(file, 'utf8'))
      durations.push(...suites.flatMap(storiesOf))
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length || (code === 0 ? 0 : 1) }
    },
  })
}

type StorySuite = {
  file: string
  specs: { title: string; tests: { results: { duration: number }[] }[] }[]
  suites?: StorySuite[]
}
type StoryReport = { stats: { expected: number; flaky: number; unexpected: number }; errors: unknown[]; suites: StorySuite[] }
const storiesOf = ({ file, specs, suites = [] }: StorySuite): typeof durations => [
  ...specs.map(({ title, tests }) => ({
    kind: 'stories',
    name: `${file} › ${title}`,
    ms: Math.max(0, ...tests.flatMap(({ results }) => results).map(({ duration }) => duration)),
  })),
  ...suites.flatMap(storiesOf),
]

/** Once more what failed, then the slowest of each kind, then the closing line that CI reads; the exit code says the same. */
export function finish(): never {
  for (const each of broken) console.log(`\n${each}`)
  for (const kind of new Set(durations.map((one) => one.kind))) {
    const slowest = durations
      .filter((one) => one.kind === kind)
      .sort((a, b) => b.ms - a.ms)
      .slice(0, SLOWEST)
    console.log(`\n── The slowest ${kind}`)
    for (const { name, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
  }
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
  process.exit(totals.failed > 0 ? 1 : 0)
}

function fresh(name: string) {
  mkdirSync(results, { recursive: true })
  const file = join(results, name)
  rmSync(file, { force: true })
  return file
}
