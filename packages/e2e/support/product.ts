import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The product as `npm start` starts it, on ports and a data folder of its own. */
export type Product = {
  origin: string
  dataDir: string
  /** Stops or starts the server of one area. */
  area: (action: 'stop' | 'start', id: string) => Promise<void>
  stop: () => Promise<void>
}

export async function startProduct(port: number, env: Record<string, string> = {}): Promise<Product> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'cuadre-e2e-'))
  // A folder of the same port with the demo in it saves creating it again while a story is being written.
  if (!env.DATA_DIR && process.env.E2E_DEMO) cpSync(process.env.E2E_DEMO, dataDir, { recursive: true })
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'deploy/local/start.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, CUADRE_CONTROL: '1', CUADRE_CLOCK: 'off', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout! })
  const said = (text: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const hear = (line: string) => {
        if (!text.test(line)) return
        lines.off('line', hear)
        resolve()
      }
      lines.on('line', hear)
      child.once('exit', (code) => reject(new Error(`The product ended with ${code}`)))
    })
  await said(/Cuadre está en/)
  return {
    origin: `http://localhost:${port}`,
    dataDir,
    async area(action, id) {
      const done = said(new RegExp(`^area ${action} ${id}$`))
      child.stdin!.write(`area ${action} ${id}\n`)
      await done
    },
    async stop() {
      await ended(child)
      if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function ended(child: ChildProcess) {
  if (child.exitCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}
