import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build.ts'

const results = join(root, '.cache/results')
/** `again`: failed, and gets a second try. */
type Count = { passed: number; failed: number; again?: number }
const totals = { passed: 0, failed: 0 }
/** The longest first. */
const folders = [
  'packages/server',
  'host',
  'packages/api',
  'packages/tables',
  'packages/shell',
  'packages/ui',
  'packages/identity',
  'packages/e2e',
  'deploy/local',
]

/** The end of what each failed step said. */
const broken: string[] = []
const SHOWN = 80

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
    stdio: ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...more.env },
  })
  let end = ''
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    from.on('data', (said: Buffer) => {
      to.write(said)
      end = (end + said.toString()).split('\n').slice(-SHOWN).join('\n')
    })
  const code = await new Promise<number>((resolve) => {
    child.on('error', () => resolve(127))
    child.on('close', (status) => resolve(status ?? 1))
  })
  const { passed, failed, again = 0 } = more.count?.(code) ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
  totals.failed += failed
  totals.passed += passed
  if (failed + again > 0) broken.push(`── ${name}: ${failed || `${again}, at the first try,`} failed\n${end}`)
  console.log(`── ${name}: ${passed} passed, ${failed} failed (${Math.round((Date.now() - started) / 1000)} s)`)
}

/** Two at a time: each keeps one core busy. */
export async function types() {
  const left = [...folders, ...readdirSync(join(root, 'remotes')).map((area) => `remotes/${area}`)]
  const lane = async () => {
    for (let folder = left.shift(); folder; folder = left.shift()) await step(`types ${folder}`, 'tsc', ['-p', folder])
  }
  await Promise.all([lane(), lane()])
}
export const lint = () => step('lint and format', 'biome', ['ci', '--error-on-warnings', '.'])

/** Every statement of the server against the migrated schema, and its rows against their types. */
export const sql = () => task('SQL against the schema', 'sql.ts')

/**
 * Unit, server and component tests. `only` picks projects; TEST_DATABASE_URL moves the server's to a real PostgreSQL. As with the stories a busy
 * machine may be slow once: files with a failed test run again by themselves, and what fails twice has failed.
 */
export async function jest(name = 'unit, server and component tests', only: string[] = []) {
  const again = await jestRun(name, only.length ? ['--selectProjects', ...only] : [], true)
  if (again.length > 0) await jestRun(`${name}: once more what failed`, ['--runInBand', '--runTestsByPath', ...again], false)
}
type JestFile = { name: string; status: string; assertionResults: { status: string }[] }
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

/** The stories in a real Chromium, against the built product. */
export async function stories(chromium: string, args: string[] = []) {
  const file = fresh('stories.json')
  await step('browser stories', join(root, 'packages/e2e/node_modules/.bin/playwright'), ['test', ...args], {
    cwd: join(root, 'packages/e2e'),
    env: { CHROME_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    count: (code) => {
      if (!existsSync(file)) return { passed: 0, failed: 1 }
      const { stats, errors } = JSON.parse(readFileSync(file, 'utf8'))
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length || (code === 0 ? 0 : 1) }
    },
  })
}

/** Once more what failed, then the closing line that CI reads; the exit code says the same. */
export function finish(): never {
  for (const each of broken) console.log(`\n${each}`)
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
  process.exit(totals.failed > 0 ? 1 : 0)
}

function fresh(name: string) {
  mkdirSync(results, { recursive: true })
  const file = join(results, name)
  rmSync(file, { force: true })
  return file
}
