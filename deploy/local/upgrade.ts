// `npm run upgrade`: the release before this one with its demo data, then this one in its place, on the same data and ports, with people at work
// (packages/e2e/upgrade). Which release that is: the last tag `v…` below this commit, else the last commit of the version before.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildAll, root } from './build.ts'
import { findChromium } from './chromium.ts'
import { finish, stories } from './steps.ts'

/** The commit of the release before; nothing where this checkout has no history that reaches it. */
export function releaseBefore(): string | undefined {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    return status === 0 ? stdout.trim() || undefined : undefined
  }
  const tag = git('describe', '--tags', '--match', 'v[0-9]*', '--abbrev=0', 'HEAD^')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const begun = tag ?? `${git('log', '--format=%H', '-1', `-S"version": "${version}"`, '--', 'package.json')}^`
  return git('rev-parse', '--verify', '--quiet', `${begun}^{commit}`)
}

/** A folder with that release, set up and built, and one with its demo data. */
function prepare(commit: string) {
  const folder = join(root, '.cache/releases', commit.slice(0, 12))
  const demo = join(folder, '.cache/demo-image')
  if (existsSync(demo)) return { folder, demo }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C "${folder}"`], { cwd: root })
  const draft = `${demo}-draft`
  const run = (...args: string[]) =>
    execFileSync(process.execPath, args, { cwd: folder, env: { ...process.env, CI: 'true' }, stdio: ['ignore', 'inherit', 'inherit'] })
  run('deploy/local/run.mjs', 'demo-image', draft)
  run('--disable-warning=ExperimentalWarning', '--eval', "import('./deploy/local/build.ts').then(({ buildAll }) => buildAll(console.log))")
  renameSync(draft, demo)
  return { folder, demo }
}

export const NO_HISTORY = 'Este directorio no tiene el historial de la versión anterior: la actualización no se prueba.'

if (import.meta.main) {
  const commit = releaseBefore()
  if (commit) {
    await buildAll(console.log)
    const { folder, demo } = prepare(commit)
    process.env.E2E_RELEASE_BEFORE = folder
    // CI runs it beside other stories.
    const port = Number(process.env.E2E_PORT ?? 4200) + 100
    await stories(await findChromium(), { demo, name: 'stories of the upgrade', args: ['--config', 'upgrade.config.ts'], port })
    finish()
  }
  console.error(NO_HISTORY)
  process.exit(1)
}
