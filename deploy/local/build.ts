import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressBuild } from './compress.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))
/** Which areas there are, in the order of their ports: told in this one file. */
export const areas: string[] = JSON.parse(readFileSync(join(root, 'deploy/areas.json'), 'utf8'))
const targets = ['host', ...areas.map((area) => `remotes/${area}`)]

/** Builds what has changed since it was built last, two at a time. @throws when a build fails */
export async function buildAll(say: (text: string) => void): Promise<void> {
  const shared = fingerprint([
    'packages/api/src',
    'packages/shell/src',
    'packages/ui/src',
    'packages/build/src',
    'deploy/local/compress.ts',
    'pnpm-lock.yaml',
  ])
  const stale = targets.filter((target) => readStamp(target) !== stampOf(target, shared))
  if (stale.length === 0) return
  say(`Construyendo ${stale.map((target) => target.replace('remotes/', '')).join(', ')}…`)
  const queue = [...stale]
  const work = async () => {
    for (let target = queue.shift(); target; target = queue.shift()) {
      await build(target)
      await compressBuild(join(root, target, 'dist'))
      writeFileSync(stampFile(target), stampOf(target, shared))
      say(`  ${target.replace('remotes/', '')} listo`)
    }
  }
  await Promise.all([work(), work()])
}

/** Builds one target, whatever its stamp says. */
export async function build(target: string, args: string[] = []): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'packages/build/src/build.mjs'), ...args], {
    cwd: join(root, target),
    // By the fourth it learns that this process is gone, however it ended.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'production' },
  })
  let output = ''
  child.stdout!.on('data', (chunk) => {
    output += chunk
  })
  child.stderr!.on('data', (chunk) => {
    output += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`La construcción de ${target} falló:\n${output}`)
}

const stampFile = (target: string) => join(root, target, 'dist', '.stamp')
const readStamp = (target: string) => (existsSync(stampFile(target)) ? readFileSync(stampFile(target), 'utf8') : '')
const stampOf = (target: string, shared: string) => fingerprint([`${target}/src`, `${target}/public`, `${target}/package.json`], shared)

/** Of the content, so that a fresh clone and a touched file tell the truth. */
function fingerprint(paths: string[], seed = '') {
  const hash = createHash('sha256').update(seed)
  for (const path of paths) {
    const full = join(root, path)
    if (!existsSync(full)) continue
    const files = readdirIfFolder(full)
    for (const file of files) if (!/\.test\.tsx?$/.test(file)) hash.update(file).update(readFileSync(file ? join(full, file) : full))
  }
  return hash.digest('hex')
}

function readdirIfFolder(full: string): string[] {
  try {
    return readdirSync(full, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(full.length + 1))
      .sort()
  } catch {
    return ['']
  }
}
