import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build.ts'

const results = join(root, '.cache/results')
const totals = { passed: 0, failed: 0 }
/** The longest first. */
const folders = [
  'packages/server',
  'host',
  'packages/api',
  'packages/shell',
  'packages/ui',
  'packages/identity',
  'packages/e2e',
  'deploy/local',
]

/** Runs a step, shows what it says, and counts it as one check unless it counts its own tests. */
async function step(
  name: string,
  command: string,
  args: string[],
  more: { env?: NodeJS.ProcessEnv; cwd?: string; count?: () => { passed: number; failed: number } } = {},
) {
  console.log(`\n── ${name}`)
  const started = Date.now()
  const child = spawn(command, args, { cwd: more.cwd ?? root, stdio: 'inherit', env: { ...process.env, ...more.env } })
  const code = await new Promise<number>((resolve) => {
    child.on('error', () => resolve(127))
    child.on('close', (status) => resolve(status ?? 1))
  })
  const counted = more.count?.() ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
  // A runner that fell over before its first test has failed too.
  totals.failed += counted.failed === 0 && code !== 0 ? 1 : counted.failed
  totals.passed += counted.passed
  console.log(`── ${name}: ${counted.passed} passed, ${counted.failed} failed (${Math.round((Date.now() - started) / 1000)} s)`)
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

/** Unit, server and component tests. `only` picks projects; TEST_DATABASE_URL moves the server's to a real PostgreSQL. */
export async function jest(name = 'unit, server and component tests', only: string[] = []) {
  const file = fresh(`jest-${only.join('-') || 'all'}.json`)
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
      ...(only.length ? ['--selectProjects', ...only] : []),
    ],
    {
      env: { NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning' },
      count: () => {
        if (!existsSync(file)) return { passed: 0, failed: 1 }
        const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(file, 'utf8'))
        return { passed: numPassedTests, failed: numFailedTests || numFailedTestSuites }
      },
    },
  )
}

/** A task of this folder as one check. */
export const task = (name: string, file: string, args: string[] = []) =>
  step(name, process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'deploy/local', file), ...args])

/** The stories in a real Chromium, against the built product. */
export async function stories(chromium: string, args: string[] = []) {
  const file = fresh('stories.json')
  await step('browser stories', join(root, 'packages/e2e/node_modules/.bin/playwright'), ['test', ...args], {
    cwd: join(root, 'packages/e2e'),
    env: { CHROME_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    count: () => {
      if (!existsSync(file)) return { passed: 0, failed: 1 }
      const { stats, errors } = JSON.parse(readFileSync(file, 'utf8'))
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
    },
  })
}

/** The closing line that CI reads; the exit code says the same. */
export function finish(): never {
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
  process.exit(totals.failed > 0 ? 1 : 0)
}

function fresh(name: string) {
  mkdirSync(results, { recursive: true })
  const file = join(results, name)
  rmSync(file, { force: true })
  return file
}
