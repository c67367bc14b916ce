import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The product as `npm start` starts it, on ports and a data folder of its own. */
export type Product = {
  origin: string
  port: number
  dataDir: string
  /** What its areas serve, by id: its own copy, so that a story may release one. */
  areasDir: string
  /** Likewise what the host serves. */
  hostDir: string
  /** The process that holds the data folder now. */
  pid: () => number
  /** Stops or starts the server of one area, or moves it to another address for good. */
  area: (action: 'stop' | 'start' | 'move', id: string) => Promise<void>
  /** As a machine that fails ends it: the whole process group, at once, without a word. */
  kill: () => Promise<void>
  /** As Ctrl-C ends it. */
  interrupt: () => Promise<Ended>
  /** On the same ports and the same data folder, once it has ended. Resolves when it says where it is. */
  start: () => Promise<void>
  /** This release in the place of the one before, with which it was started (`deploy/local/upgrade.ts`). */
  upgrade: () => Promise<void>
  stop: () => Promise<void>
}
const GRACE_MS = 30_000
type Ended = { code: number | null; signal: string | null; output: string }

/** `more`: of its environment, beside what this one has. */
export async function startProduct(port: number, more: Record<string, string | undefined> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cuadre-e2e-'))
  // A folder with the demo in it (deploy/local/demo-image.ts) saves creating it once more.
  if (process.env.E2E_DEMO) cpSync(process.env.E2E_DEMO, dataDir, { recursive: true })
  const areasDir = mkdtempSync(join(tmpdir(), 'cuadre-areas-'))
  const hostDir = mkdtempSync(join(tmpdir(), 'cuadre-host-'))
  let release = process.env.E2E_RELEASE_BEFORE ?? root
  const copyBuilt = () => {
    cpSync(join(release, 'host/dist'), hostDir, { recursive: true })
    for (const id of JSON.parse(readFileSync(join(release, 'deploy/areas.json'), 'utf8')) as string[])
      cpSync(join(release, 'remotes', id, 'dist'), join(areasDir, id), { recursive: true })
  }
  copyBuilt()
  const run = () => {
    const env = {
      PORT: String(port),
      DATA_DIR: dataDir,
      AREAS_DIR: areasDir,
      HOST_DIR: hostDir,
      CUADRE_CONTROL: '1',
      CUADRE_CLOCK: 'off',
      SIGN_UP_DOMAINS: 'corporacion.example',
      ...more,
    }
    const started = runProduct(env, release)
    started.child.stderr!.pipe(process.stderr)
    return started
  }
  let now = run()
  await now.said(/Cuadre está en/)
  const interrupt = async () => {
    process.kill(-now.child.pid!, 'SIGINT')
    return await now.ended
  }
  const start = async () => {
    now = run()
    await now.said(/Cuadre está en/)
  }
  return {
    origin: `http://localhost:${port}`,
    port,
    dataDir,
    areasDir,
    hostDir,
    pid: () => now.child.pid!,
    async area(action, id) {
      const done = now.said(new RegExp(`^area ${action} ${id}$`))
      now.child.stdin!.write(`area ${action} ${id}\n`)
      await done
    },
    async kill() {
      process.kill(-now.child.pid!, 'SIGKILL')
      await now.ended
    },
    interrupt,
    start,
    async upgrade() {
      // As whoever replaces servers does: asked to end, and ended where that takes too long.
      const tooLong = setTimeout(() => process.kill(-now.child.pid!, 'SIGKILL'), GRACE_MS)
      await interrupt()
      clearTimeout(tooLong)
      release = root
      copyBuilt()
      await start()
    },
    async stop() {
      now.child.kill('SIGTERM')
      await now.ended
      for (const folder of [dataDir, `${dataDir}.llave`, areasDir, hostDir]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One run of the product (of the release in that folder), in a process group of its own; what it says is heard and kept. */
export function runProduct(env: Record<string, string | undefined>, release = root) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'deploy/local/start.ts'], {
    cwd: release,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  const lines = createInterface({ input: child.stdout! })
  const hear = (line: string) => {
    output += `${line}\n`
  }
  lines.on('line', hear)
  createInterface({ input: child.stderr! }).on('line', hear)
  const ended = new Promise<Ended>((resolve) => child.once('close', (code, signal) => resolve({ code, signal, output })))
  const said = (text: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const wait = (line: string) => {
        if (!text.test(line)) return
        lines.off('line', wait)
        resolve()
      }
      lines.on('line', wait)
      void ended.then(({ code }) => reject(new Error(`The product ended with ${code}:\n${output}`)))
    })
  return { child, ended, said }
}
