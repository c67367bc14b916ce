import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './build.ts'
import { freePort } from './free-port.ts'

export const hasNginx = spawnSync('nginx', ['-v']).status === 0
export const hasBrotli = existsSync('/etc/nginx/modules-enabled/50-mod-http-brotli-static.conf')

const start = join(root, 'deploy/nginx/start')

/** Starts nginx as an image does, with `deploy/nginx/start`, on a free port of this machine. @throws what nginx says when it does not answer in 10 s */
export async function startNginx(site: string, folder: string, settings: Record<string, string>) {
  const runDir = await mkdtemp(join(tmpdir(), 'cuadre-nginx-'))
  const port = await freePort()
  const out = openSync(join(runDir, 'log'), 'a')
  // Folders of tests belong to whoever runs them.
  const asRoot = process.getuid?.() === 0 ? ['-g', 'user root;'] : []
  const child = spawn(start, asRoot, {
    env: { PATH: process.env.PATH, SITE: site, ROOT: folder, RUN_DIR: runDir, LISTEN: `127.0.0.1:${port}`, ...settings },
    stdio: ['ignore', out, out],
  })
  closeSync(out)
  const log = () => readFileSync(join(runDir, 'log'), 'utf8')
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const origin = `http://127.0.0.1:${port}`
  const until = Date.now() + 10_000
  while (!(await get(`${origin}/healthz`).catch(() => undefined))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`nginx: ${log()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    origin,
    log,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(runDir, { recursive: true })
    },
  }
}
export type Nginx = Awaited<ReturnType<typeof startNginx>>

/** What `start` says to settings that cannot be. */
export const refusal = (settings: Record<string, string>) => {
  const { status, stderr } = spawnSync(start, ['-t'], { env: { PATH: process.env.PATH, ...settings }, encoding: 'utf8' })
  return { status, said: stderr }
}

/** An answer as it travels: nothing is decoded, nothing is added to the request. */
export function get(url: string, { method = 'GET', body, ...headers }: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, string>; bytes: Buffer; text: string }>((resolve, reject) => {
    const asked = request(url, { method, headers, agent: false }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      resolve({ status: answer.statusCode!, headers: answer.headers as Record<string, string>, bytes, text: bytes.toString() })
    })
    asked.on('error', reject).end(body)
  })
}
