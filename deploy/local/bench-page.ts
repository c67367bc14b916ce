import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './build.ts'

/** Builds what a bench holds the product against: `packages/build/src/bench.mjs` says what there is. */
export const bundle = (...args: string[]) =>
  void execFileSync(process.execPath, [join(root, 'packages/build/src/bench.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

/** A copy of a page of `packages/e2e/bench` with what it is made of, which only the bench installs. */
export async function installed(name: string, say: (text: string) => void): Promise<string> {
  const app = join(root, '.cache/bench', name)
  await mkdir(app, { recursive: true })
  const source = join(root, 'packages/e2e/bench', name)
  const wanted = await readFile(join(source, 'package.json'), 'utf8')
  const isThere = existsSync(join(app, 'node_modules')) && (await readFile(join(app, 'package.json'), 'utf8')) === wanted
  await cp(source, app, { recursive: true })
  if (!isThere) {
    say(`Installing what the page of ${name} is made of…`)
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'], { cwd: app, stdio: 'inherit' })
  }
  return app
}
