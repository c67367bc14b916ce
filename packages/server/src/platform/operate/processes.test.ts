import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { sql } from 'kysely'
import { createLocation } from '../../lab/bench/place.ts'
import { type Database, openDatabase } from '../database/index.ts'

jest.setTimeout(240_000)
const base = process.env.TEST_DATABASE_URL
const main = fileURLToPath(new URL('../../main.ts', import.meta.url))

type Process = { child: ChildProcess; output: () => string; url: string }
const children: ChildProcess[] = []

function run(environment: Record<string, string>): Process {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { PATH: process.env.PATH!, ...environment },
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream!.on('data', (chunk) => {
      output += chunk
    })
  const port = () => /"port":(\d+),"msg":"listening"/.exec(output)?.[1]
  return {
    child,
    output: () => output,
    get url() {
      return `http://127.0.0.1:${port()}`
    },
  }
}
const ended = async ({ child }: Process) => (child.exitCode ?? (await once(child, 'exit'))[0]) as number

test('a process without its settings says each of them and ends', async () => {
  const process = run({})
  expect(await ended(process)).toBe(1)
  expect(process.output()).toMatch(/La configuración no está completa:\n- DATABASE_URL: falta\n- DATA_DIR: falta\n- WEB_URL: falta/)
})

test('a process that does not reach its database says so in one sentence, without the password', async () => {
  const process = run({
    DATABASE_URL: 'postgres://cuadre:geheim@127.0.0.1:9/cuadre',
    DATA_DIR: '/nowhere',
    WEB_URL: 'https://cuadre.corporacion.example',
    AUTH_URL: 'https://id.corporacion.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'cuadre@corporacion.example',
    CUADRE_ZONE: 'America/Sao_Paulo',
  })
  expect(await ended(process)).toBe(1)
  expect(process.output()).toBe('DATABASE_URL: no se puede abrir esa base de datos (connect ECONNREFUSED 127.0.0.1:9).\n')
})

// Several processes share a PostgreSQL; the embedded database has one.
const onPostgres = base ? describe : describe.skip
onPostgres('two processes on one PostgreSQL', () => {
  let place: Awaited<ReturnType<typeof createLocation>>
  let provider: Server
  let environment: Record<string, string>
  let database: Database
  let both: Process[]
  let token: string

  beforeAll(async () => {
    place = await createLocation(base)
    const { publicKey, privateKey } = await generateKeyPair('RS256')
    const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256', kid: 'k' }] })
    provider = createServer((request, response) =>
      request.url === '/realms/corp/protocol/openid-connect/certs'
        ? response.setHeader('content-type', 'application/json').end(jwks)
        : response.writeHead(404).end(),
    ).listen(0, '127.0.0.1')
    await once(provider, 'listening')
    const auth = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    environment = {
      DATABASE_URL: place.url!,
      DATA_DIR: place.folder,
      PORT: '0',
      HOST: '127.0.0.1',
      WEB_URL: 'https://cuadre.corporacion.example',
      AUTH_URL: auth,
      // Nothing listens there, so mail stays in the outbox.
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'cuadre@corporacion.example',
      CUADRE_ZONE: 'America/Sao_Paulo',
    }
    // Both start at once on an empty database: one migrates it, the other waits.
    both = [1, 2].map(() => run(environment))
    for (const each of both) await ready(each)
    database = await openDatabase({ url: place.url })
    await sql`insert into app_user (name, username, email, active_role_id) values ('Sonia Barrios', 'sb', 'sb@corporacion.example', ${ROLE.administrador})`.execute(
      database.db,
    )
    await sql`insert into user_role select id, ${ROLE.administrador} from app_user where username = 'sb'`.execute(database.db)
    await sql`insert into identity_link select ${`${auth}/realms/corp`}, 'sb', id from app_user where username = 'sb'`.execute(database.db)
    // A deployed server demands the second factor of an administrator.
    token = await new SignJWT({ sid: 's', azp: 'cuadre-web', acr: '2' })
      .setProtectedHeader({ alg: 'RS256', kid: 'k', typ: 'at+jwt' })
      .setIssuer(`${auth}/realms/corp`)
      .setAudience('corp-api')
      .setSubject('sb')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
  })
  afterAll(async () => {
    await database?.close()
    for (const child of children) child.kill('SIGKILL')
    provider?.close()
    await place?.remove()
  })

  async function ready(process: Process) {
    for (let i = 0; i < 300; i++) {
      if (process.child.exitCode !== null) throw new Error(process.output())
      if (
        await fetch(`${process.url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    throw new Error(`not ready: ${process.output()}`)
  }
  const call = ({ url }: Process, path: string, body?: object) =>
    fetch(`${url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })

  test('what one writes the other reads', async () => {
    const made = await call(both[0]!, '/country-manager', { PAIS: 'Brasil', CODIGO_ISO: 'BR', MONEDA: 'BRL' })
    expect(made.status).toBe(200)
    expect(await (await call(both[1]!, '/country-manager?search=brasil')).json()).toMatchObject({ total: 1 })
  })

  test('a limit holds over both', async () => {
    const statuses = []
    for (let i = 0; i < 121; i++) statuses.push((await call(both[i % 2]!, '/auth/login', {})).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(120)
    expect(statuses.at(-1)).toBe(429)
  })

  test('SIGTERM ends a process after what is open, and the other goes on', async () => {
    const body = JSON.stringify({ PAIS: 'Chile', CODIGO_ISO: 'CL', MONEDA: 'CLP' })
    const open = request(`${both[0]!.url}/api/country-manager`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': body.length },
    })
    const answered = once(open, 'response')
    await new Promise<void>((resolve) => open.write(body.slice(0, 10), () => resolve()))
    // The server has the request's head by the time it answers another one on its own connection.
    await call(both[0]!, '/country-manager')
    both[0]!.child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 300))
    open.end(body.slice(10))
    const [answer] = await answered
    expect(answer.statusCode).toBe(200)
    answer.resume()
    expect(await ended(both[0]!)).toBe(0)
    expect((await call(both[1]!, '/country-manager')).status).toBe(200)
  })

  test('a process whose port is taken or whose folder cannot be written says so in one sentence', async () => {
    const port = new URL(both[1]!.url).port
    const taken = run({ ...environment, PORT: port })
    expect(await ended(taken)).toBe(1)
    expect(taken.output()).toContain(`PORT: el puerto ${port} está en uso.\n`)
    const file = join(place.folder, 'a-file')
    writeFileSync(file, '')
    const refused = run({ ...environment, DATA_DIR: file })
    expect(await ended(refused)).toBe(1)
    expect(refused.output()).toBe('DATA_DIR: no se puede escribir en esa carpeta (ENOTDIR).\n')
    const unwatched = run({ ...environment, INBOX_DIR: join(place.folder, 'nowhere') })
    expect(await ended(unwatched)).toBe(1)
    expect(unwatched.output()).toBe('INBOX_DIR: no se puede leer esa carpeta (ENOENT).\n')
  })

  test('a database with demonstration accounts is refused in production', async () => {
    // From the first of its people on; earlier releases marked only what was complete.
    for (const mark of ['demo_begun', 'demo_ready']) {
      await sql`create table ${sql.table(mark)} ()`.execute(database.db)
      const refused = run(environment)
      expect(await ended(refused)).toBe(1)
      expect(refused.output()).toBe('Esta base de datos tiene usuarios de demostración; en producción no se usa.\n')
      await sql`drop table ${sql.table(mark)}`.execute(database.db)
    }
  })
})
