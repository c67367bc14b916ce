// The one door of `npm start`, `npm test`, `npm run …`: plain Node ≥ 20 without a dependency.
// It sets the workspace up when the lockfile or a package.json has changed since the last time,
// then runs the task with the Node that the workspace pins.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const tools = join(root, '.tools')
const pnpmVersion = '12.21.0'
const stamp = join(root, 'node_modules', '.cuadre-setup')

const [task = 'start', ...rest] = process.argv.slice(2)

if (Number(process.versions.node.split('.')[0]) < 20) fail(`Cuadre necesita Node 20 o posterior; este es ${process.version}.`)
setUp()

const bin = join(root, 'node_modules', '.bin')
const child = spawn(
  join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
  ['--disable-warning=ExperimentalWarning', join(root, 'deploy', 'local', `${task}.ts`), ...rest],
  {
    cwd: root,
    stdio: 'inherit',
    // What Node has compiled once is kept: of much that starts here, starting is most of what it does.
    env: { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), ...process.env, PATH: bin + delimiter + (process.env.PATH ?? '') },
  },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

function setUp() {
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Cuadre: preparando el espacio de trabajo (solo la primera vez o tras un cambio de dependencias)…')
  const pnpm = join(tools, 'node_modules', 'pnpm', 'bin', 'pnpm.mjs')
  if (!existsSync(pnpm) || readVersion(join(tools, 'node_modules', 'pnpm')) !== pnpmVersion) {
    mkdirSync(tools, { recursive: true })
    run(process.platform === 'win32' ? 'npm.cmd' : 'npm', [
      'install',
      '--prefix',
      tools,
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      `pnpm@${pnpmVersion}`,
    ])
  }
  // `npm run generate` writes the lockfile too, which knows nothing of a new area yet.
  const lockfile = task === 'generate' ? '--no-frozen-lockfile' : '--frozen-lockfile'
  run(process.execPath, [pnpm, 'install', lockfile, '--reporter=append-only'])
  writeFileSync(stamp, fingerprint())
}

function fingerprint() {
  const hash = createHash('sha256')
  const folders = [
    '.',
    'host',
    'deploy/local',
    ...['packages', 'remotes'].flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`)),
  ]
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...folders.map((folder) => `${folder}/package.json`)]) {
    const path = join(root, file)
    if (existsSync(path)) hash.update(file).update(readFileSync(path))
  }
  return hash.digest('hex')
}

function readVersion(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
  } catch {
    return undefined
  }
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, CI: 'true' } })
  if (status !== 0) fail(`No se pudo completar «${command} ${args.join(' ')}»${error ? `: ${error.message}` : ''}`)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
