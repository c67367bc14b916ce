import { execFileSync, fork, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { sql } from 'kysely'
import { rows } from '../../platform/database/index.ts'
import { smtpServer } from '../../platform/mail/smtp.testing.ts'
import { createLocation, open, storageOf } from '../bench/place.ts'
import { lineTo } from '../testing/line.ts'
import { otherSystem } from './other.ts'
import type { Around, Asked, ServerArguments } from './server.ts'
import { violations } from './whole.ts'
import { type Call, WORKS } from './works.ts'
import { buildWorld } from './world.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
/** Within this a fault that is over has healed; a busy machine needs most of it. */
const HEALED_MS = 30_000

type Answer = { status: number; code?: string; message?: string; body: unknown }
type Scene = {
  /** On the embedded database there is no line to it. */
  line: Awaited<ReturnType<typeof lineTo>> | undefined
  disk: ReturnType<typeof smallDisk>
  mail: { server: Awaited<ReturnType<typeof smtpServer>>; refuses: boolean }
  provider: Awaited<ReturnType<typeof providerOfKeys>>
  arrived: Set<number>
  clock: (ms: number) => void
  /** A statement in the server process, as time that passes for the database alone. */
  statement: (text: string) => Promise<Record<string, unknown>[]>
  ask: (as: string, method: string, path: string, body?: object | FormData | Uint8Array<ArrayBuffer>, token?: string) => Promise<Answer>
  /** Adds a file to an analysis, and keeps in mind what was acknowledged. */
  send: () => Promise<Answer>
  holds: (holds: boolean, text: string) => void
}
type Fault = { name: string; onlyWith?: (scene: Scene) => unknown; run: (scene: Scene) => Promise<void> }

const until = async (holds: () => Promise<boolean>) => {
  for (const end = Date.now() + HEALED_MS; Date.now() < end; await sleep(200)) if (await holds()) return true
  return false
}
const told = ({ status, code, message }: Answer) => `${status} ${code ?? ''} «${message ?? ''}»`
const count = async ({ statement }: Scene, text: string) => Number((await statement(`select count(*)::int as n from ${text}`))[0]!.n)
const openTicket = ({ ask }: Scene, n: number) =>
  ask('analista', 'POST', '/tickets-suport', {
    asunto: `No puedo subir el balance ${n}`,
    descripcion: 'El archivo de julio no se deja cargar.',
    categoriaId: 4,
    tipoId: 1,
    negocioId: 1,
  })

const FAULTS: readonly Fault[] = [
  {
    name: 'the mail server refuses',
    async run(scene) {
      const { mail, statement, holds } = scene
      mail.refuses = true
      const answer = await openTicket(scene, 1)
      holds(answer.status === 200, `people go on: ${told(answer)}`)
      holds(
        await until(async () => (await count(scene, 'outbox where failed is not null and sent_at is null')) > 0),
        'the refusal is noted',
      )
      mail.refuses = false
      const sent = await until(async () => {
        await statement(`update outbox set next_at = next_at - interval '2 minutes' where sent_at is null`)
        return (await count(scene, 'outbox where sent_at is null')) === 0
      })
      holds(sent, 'every mail leaves once the server takes them')
    },
  },
  {
    name: 'the provider is away for eleven minutes',
    async run({ provider, clock, ask, send, holds }) {
      await provider.leave()
      clock(11 * MINUTE)
      for (const path of ['/period', '/me', '/period']) {
        const answer = await ask('control', 'GET', path)
        holds(answer.status === 200, `GET ${path} goes on: ${told(answer)}`)
      }
      holds((await send()).status === 200, 'what is sent is kept')
      const unknown = await ask('control', 'GET', '/period', undefined, await provider.sign('control', 'new'))
      holds(
        unknown.status === 503 && unknown.code === 'provider_away' && /^El proveedor de identidad no responde .*\.$/.test(unknown.message!),
        `a token that cannot be checked signs nobody out: ${told(unknown)}`,
      )
      clock(0)
      await provider.comeBack()
      const healed = await until(
        async () => (await ask('control', 'GET', '/period', undefined, await provider.sign('control', 'new'))).status === 200,
      )
      holds(healed, 'the new key is known once the provider is back')
    },
  },
  {
    name: 'the clock jumps, forwards and back',
    async run(scene) {
      const { clock, statement, ask, send, holds } = scene
      const part = new TextEncoder().encode('%PDF-1.4\nmedia subida')
      const upload = `/subida/${createHash('sha256').update(part).digest('hex')}-${part.length}`
      holds((await ask('analista', 'PATCH', `${upload}?desde=0`, part)).status === 200, 'an upload has begun')
      for (const by of [40 * DAY, -40 * DAY]) {
        clock(by)
        await sleep(1000)
        await statement('delete from job_run')
        await sleep(1500)
        holds((await count(scene, 'job_run')) === 0, `no job runs by a clock that is ${by / DAY} days wrong`)
      }
      clock(0)
      holds(await until(async () => (await count(scene, 'job_run where day = current_date')) > 0), 'the jobs go on')
      const { body } = await ask('analista', 'GET', upload)
      holds((body as { RECIBIDO?: number }).RECIBIDO === part.length, 'the upload is still there')
      holds((await send()).status === 200, 'what is sent is kept')
    },
  },
  {
    name: 'the clock of the database was forty days ahead, and was set back',
    async run(scene) {
      const { mail, arrived, statement, send, holds } = scene
      mail.refuses = true
      await openTicket(scene, 2)
      // None is on its way, which would be put off for a minute when it is refused.
      const [waiting, tried] = ['outbox where sent_at is null', 'outbox where sent_at is null and failed is not null']
      await until(async () => (await count(scene, tried)) > 0 && (await count(scene, tried)) === (await count(scene, waiting)))
      // What is written while it is ahead.
      await statement(`update outbox set next_at = now() + interval '40 days' where sent_at is null`)
      await statement(`update rate_limit set count = 1000000, until = now() + interval '40 days'`)
      const [{ id } = { id: 0 }] = await statement('select min(id)::int as id from webhook_delivery')
      await until(async () => (await count(scene, `webhook_delivery where id = ${id} and state = 'entregada'`)) === 1)
      arrived.delete(Number(id))
      await statement(
        `update webhook_delivery set state = 'pendiente', attempts = 1, next_at = now() + interval '40 days' where id = ${id}`,
      )
      mail.refuses = false
      holds((await send()).status === 200, 'nobody is kept out for forty days')
      holds(await until(async () => (await count(scene, waiting)) === 0), 'no mail waits for forty days')
      holds(await until(async () => arrived.has(Number(id))), 'no other system is told forty days late')
    },
  },
  {
    name: 'the database is slow, then away',
    onlyWith: ({ line }) => line,
    async run({ line, ask, send, holds }) {
      line!.become('slow')
      const slow = await send()
      holds(slow.status === 200, `slowly, but whole: ${told(slow)}`)
      line!.become('cut')
      for (const answer of [await send(), await ask('control', 'GET', '/period')])
        holds(
          answer.status === 503 && answer.code === 'database_away' && /^La base de datos no responde: .*\.$/.test(answer.message!),
          `it is said that the database is away: ${told(answer)}`,
        )
      line!.become('there')
      holds(await until(async () => (await send()).status === 200), 'it goes on once the database is back')
    },
  },
  {
    name: 'the disk is full',
    onlyWith: ({ disk }) => disk,
    async run({ disk, ask, send, holds }) {
      disk!.fill()
      const answer = await send()
      holds(
        answer.status === 507 && answer.code === 'storage_full' && /^No queda espacio en el servidor: .*\.$/.test(answer.message!),
        `it is said that nothing was kept: ${told(answer)}`,
      )
      const read = await ask('control', 'GET', '/period')
      holds(read.status === 200, `reading goes on: ${told(read)}`)
      disk!.free()
      holds(await until(async () => (await send()).status === 200), 'it goes on once there is space')
    },
  },
]

/**
 * One server process in which one thing after the other goes wrong around it, and no restart: nothing acknowledged is lost, what cannot be done
 * is said in Spanish, and it goes on by itself.
 * @param base the URL of a PostgreSQL; the embedded database by default
 */
export async function faultRounds({ base, say }: { base?: string | undefined; say: (text: string) => void }) {
  const closing: (() => unknown)[] = []
  const broken: string[] = []
  try {
    const place = await createLocation(base)
    closing.push(() => place.remove())
    const disk = smallDisk()
    if (disk) closing.push(disk.remove)
    else say('  no full disk: this machine does not let one be made (mount of a tmpfs)')
    const location = { url: place.url, folder: disk ? join(disk.path, 'data') : place.folder }
    const other = await otherSystem()
    closing.push(() => other.close())
    await buildWorld(location, other.url)
    const provider = await providerOfKeys()
    closing.push(() => provider.leave())
    await inside(location, (db) => sql`update identity_link set iss = ${provider.issuer}`.execute(db))
    const mail: Scene['mail'] = {
      refuses: false,
      server: await smtpServer(() => {
        if (mail.refuses) throw new Error('refused')
      }),
    }
    closing.push(() => mail.server.close())
    const line = location.url ? await lineTo(location.url) : undefined
    closing.push(() => line?.close())
    const server = await start({ ...location, ...(line && { url: line.url }), around: { provider: provider.url, smtp: mail.server.url } })
    closing.push(() => server.stop('SIGKILL'))

    const ask: Scene['ask'] = async (as, method, path, body, token) => {
      const type = body instanceof Uint8Array ? 'application/octet-stream' : 'application/json'
      const form = body instanceof FormData
      const answer = await fetch(`${server.url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token ?? (await provider.sign(as))}`, ...(body && !form ? { 'content-type': type } : {}) },
        ...(body ? { body: form || body instanceof Uint8Array ? body : JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(60_000),
      })
      const said = (await answer.json()) as Answer
      return { status: answer.status, code: said.code!, message: said.message!, body: said }
    }
    const call: Call = async (as, method, path, body) => {
      const { status, body: said } = await ask(as, method, path, body)
      if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(said)}`)
      return said
    }
    const period = Number((await server.statement('select max(id) as id from period'))[0]!.id)
    await WORKS.find(({ name }) => name === 'load')!.run(call, 1, () => {}, { period } as never)
    const pending = await server.statement('select id from analysis order by id')
    const kept = new Set<unknown>()
    let next = 0
    const send = async () => {
      const { id } = pending[next++ % pending.length]!
      const form = new FormData()
      form.append('file', new File([`%PDF-1.4\nanexo ${next}\n%%EOF\n`], 'contrato.pdf'))
      const answer = await ask('analista', 'POST', `/analysis/${id}/annex`, form)
      if (answer.status === 200) kept.add((answer.body as { ID: number }).ID)
      return answer
    }

    for (const fault of FAULTS) {
      const wrong: string[] = []
      const scene: Scene = {
        ...{ line, disk, mail, provider, ask, send },
        arrived: other.arrived,
        clock: server.clock,
        statement: server.statement,
        holds: (holds, text) => void (holds || wrong.push(text)),
      }
      if (fault.onlyWith && !fault.onlyWith(scene)) continue
      const began = Date.now()
      await fault.run(scene).catch((error: Error) => wrong.push(error.message))
      say(`  ${fault.name}: ${wrong.length ? `BROKEN: ${wrong.join('; ')}` : 'holds'} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
      broken.push(...wrong.map((each) => `${fault.name}: ${each}`))
    }

    await server.stop('SIGTERM')
    const left = await inside(location, async (db) => {
      const found = await violations(db, await storageOf(location), other.arrived)
      const there = new Set((await rows(db, sql<{ id: number }>`select id from annex`)).map(({ id }) => id))
      for (const id of kept) if (!there.has(id as number)) found.push(`acknowledged and not there: annex ${id}`)
      if (there.size > kept.size) found.push(`${there.size - kept.size} files are there whose sender was told that they are not`)
      const mails = (await rows(db, sql<{ n: number }>`select count(*)::int as n from outbox`))[0]!.n
      const ids = new Set(mail.server.received.map(({ id }) => id))
      if (ids.size !== mails) found.push(`${mails} mails were written, ${ids.size} arrived`)
      return found
    })
    say(`  afterwards: ${left.length ? `BROKEN: ${left.join('; ')}` : `${kept.size} files acknowledged, none lost, nothing half done`}`)
    return { broken: [...broken, ...left] }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function inside<T>(location: Parameters<typeof open>[0], act: (db: Parameters<typeof violations>[0]) => Promise<T>): Promise<T> {
  const { db, close } = await open(location)
  return act(db).finally(close)
}

async function start(given: ServerArguments & { around: Around }) {
  const child = fork(fileURLToPath(new URL('./server.ts', import.meta.url)), [JSON.stringify(given)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const gone = once(child, 'exit')
  const [{ port }] = (await Promise.race([
    once(child, 'message'),
    gone.then(() => {
      throw new Error('the server ended while it started')
    }),
  ])) as [{ port: number }]
  const waiting = new Map<number, (answer: { rows?: Record<string, unknown>[]; error?: string }) => void>()
  child.on('message', ({ id, ...answer }: { id: number; rows?: Record<string, unknown>[]; error?: string }) => waiting.get(id)?.(answer))
  let asked = 0
  return {
    url: `http://127.0.0.1:${port}`,
    clock: (ms: number) => void child.send({ clock: ms } satisfies Asked),
    async statement(text: string) {
      const id = ++asked
      const answer = new Promise<{ rows?: Record<string, unknown>[]; error?: string }>((resolve) => waiting.set(id, resolve))
      child.send({ id, statement: text } satisfies Asked)
      const { rows: found, error } = await answer
      if (!found) throw new Error(`${text}: ${error}`)
      return found
    },
    async stop(signal: 'SIGTERM' | 'SIGKILL') {
      child.kill(signal)
      await gone
    },
  }
}

/** An OpenID provider of which only the keys are asked for; it can leave and come back. It has two keys; it tells of the new one once it has left. */
async function providerOfKeys() {
  const pairs = { old: await generateKeyPair('RS256'), new: await generateKeyPair('RS256') }
  const told: (keyof typeof pairs)[] = ['old']
  const server = createServer(async (_, answer) => {
    const keys = await Promise.all(told.map(async (kid) => ({ ...(await exportJWK(pairs[kid].publicKey)), alg: 'RS256', kid })))
    answer.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const issuer = `${url}/realms/corp`
  const signedIn = Math.floor(Date.now() / 1000)
  return {
    url,
    issuer,
    sign: (username: string, kid: keyof typeof pairs = 'old') =>
      new SignJWT({ sid: username, azp: 'cuadre-web', auth_time: signedIn })
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt' })
        .setIssuer(issuer)
        .setAudience('corp-api')
        .setSubject(username)
        .setIssuedAt(signedIn)
        .setExpirationTime(signedIn + 100 * 86_400)
        .sign(pairs[kid].privateKey),
    async leave() {
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
    async comeBack() {
      told.push('new')
      await listen(port)
    },
  }
}

/** A disk of 300 MB of its own, in memory, where this machine lets one be made. */
function smallDisk() {
  if (process.platform !== 'linux') return undefined
  const path = mkdtempSync(join(tmpdir(), 'cuadre-disk-'))
  const remove = () => rmSync(path, { recursive: true, force: true })
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', path]).status !== 0) {
    remove()
    return undefined
  }
  const ballast = join(path, 'ballast')
  return {
    path,
    fill() {
      for (let size = 1 << 22; size > 0; size >>= 1)
        try {
          for (;;) appendFileSync(ballast, Buffer.alloc(size))
        } catch {
          // The rest is smaller.
        }
    },
    free: () => rmSync(ballast),
    remove() {
      execFileSync('umount', ['-l', path])
      remove()
    },
  }
}
