import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from '@cuadre/server'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { areas, root } from './build.ts'
import { freePort } from './free-port.ts'
import { packApi } from './pack-api.ts'
import { type Stack, startStack } from './stack.ts'

const folder = mkdtempSync(join(tmpdir(), 'cuadre-pack-'))
const project = join(folder, 'project')
const api = join(project, 'node_modules/@cuadre/api')
let stack: Stack
let environment: Record<string, string>
beforeAll(async () => {
  const packed = packApi(folder)
  mkdirSync(api, { recursive: true })
  spawnSync('tar', ['xzf', packed, '-C', api, '--strip-components', '1'])
  // As an installation would put them there; nothing of the workspace but these.
  for (const name of ['axios', 'zod'])
    symlinkSync(realpathSync(join(root, 'packages/api/node_modules', name)), join(project, 'node_modules', name))
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')

  const built = join(folder, 'built')
  for (const id of ['host', ...areas]) mkdirSync(join(built, id), { recursive: true })
  writeFileSync(join(built, 'host/index.html'), '<!doctype html><title>x</title>')
  stack = await startStack({
    port: await freePort(areas.length),
    dataDir: join(folder, 'data'),
    areasDir: built,
    hostDir: () => join(built, 'host'),
  })
  const { db, issuer } = stack
  const { sub, secret } = await stack.identity!.clients.renew({ clientId: 'servicio-erp', name: 'ERP' })
  await sql`with made as (insert into app_user (name, username, email, active_role_id) values ('ERP', 'servicio-erp', 'erp@programas.invalid', 3) returning id),
      place as (insert into country (name, iso, currency) values ('Brasil', 'BR', 'BRL') returning id),
      bank as (insert into business (country_id, name, code, currency) select id, 'SAFRA', '00051028', 'BRL' from place),
      scope as (insert into user_scope (user_id, country_id) select m.id, p.id from made m, place p),
      link as (insert into identity_link (iss, sub, user_id) select ${issuer}, ${sub}, id from made),
      month as (insert into period (name, status_id, due_analyst, due_jefatura, due_control, due_close)
        values ('2026-05', 1, '2030-01-07T21:00Z', '2030-01-08T21:00Z', '2030-01-09T21:00Z', '2030-01-13T21:00Z'))
    insert into service_account (user_id, client_id, keys, created_by) select id, 'servicio-erp', '{accounts.delivery.send}', id from made`.execute(
    db,
  )
  environment = {
    CUADRE_URL: stack.origin,
    TOKEN_URL: `${issuer}/protocol/openid-connect/token`,
    CLIENT_ID: 'servicio-erp',
    CLIENT_SECRET: secret,
  }
}, 240_000)
afterAll(async () => {
  await stack?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const run = (command: string, args: string[]) =>
  new Promise<{ code: number | null; output: string }>((done) => {
    const child = spawn(command, args, { cwd: project, env: { ...process.env, NODE_OPTIONS: '', ...environment } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
    child.on('close', (code) => done({ code, output }))
  })
const README = readFileSync(join(root, 'packages/api/README.md'), 'utf8')
const blockOf = (language: string, at = 0) => [...README.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))][at]![1]!

test('the package has the calls compiled with their types, openapi.json and a README, and nothing of the workspace', () => {
  const { version, exports, dependencies } = JSON.parse(readFileSync(join(api, 'package.json'), 'utf8'))
  expect(version).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
  expect(Object.keys(dependencies)).toEqual(['axios', 'zod'])
  for (const { types, default: code } of Object.values(exports).filter((each) => typeof each === 'object') as {
    types: string
    default: string
  }[])
    for (const path of [types, code]) expect([path, readFileSync(join(api, path), 'utf8').length > 0]).toEqual([path, true])
  expect(readdirSync(api).sort()).toEqual(['README.md', 'dist', 'example.ts', 'openapi.json', 'package.json'])
  expect(readFileSync(join(api, 'example.ts'), 'utf8').trim().split('\n').length).toBeLessThanOrEqual(20)
})

test('the example compiles in a project of its own, with strict types', async () => {
  writeFileSync(join(project, 'program.ts'), readFileSync(join(api, 'example.ts')))
  const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node']
  const strict = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023', ...types]
  expect(await run(join(root, 'node_modules/.bin/tsc'), [...strict, 'program.ts'])).toEqual({ code: 0, output: '' })
  const wrong = readFileSync(join(api, 'example.ts'), 'utf8').replace("SALDO: '1000.00'", 'SALDO: 1000')
  writeFileSync(join(project, 'wrong.ts'), wrong)
  expect((await run(join(root, 'node_modules/.bin/tsc'), [...strict, 'wrong.ts'])).output).toContain(
    "Type 'number' is not assignable to type 'string'",
  )
})

test('the example delivers to a running server, and says what came of it', async () => {
  const { code, output } = await run(process.execPath, ['program.ts'])
  expect([code, JSON.parse(output.split('\n').find((line) => line.startsWith('{'))!)]).toMatchObject([
    0,
    { ESTADO: 'espera', MOTIVOS: [{ motivo: 'regla_apagada' }], RESULTADO: null, rechazadas: [] },
  ])
})

test('so do curl and Python, as the README has them', async () => {
  writeFileSync(join(project, 'saldos.csv'), 'cuenta;nombre;saldo\r\n1101;Caja;1250,50\r\n')
  const curl = blockOf('sh', 2).replaceAll(
    'jq -r .access_token',
    `${process.execPath} -pe 'JSON.parse(require("fs").readFileSync(0)).access_token'`,
  )
  const delivered = await run('bash', ['-ec', curl.split('\n').slice(0, 3).join('\n')])
  expect([delivered.code, JSON.parse(delivered.output)]).toMatchObject([
    0,
    { ARCHIVO: 'saldos.csv', ESTADO: 'espera', CLAVE: 'balance-2026-05' },
  ])
  writeFileSync(join(project, 'deliver.py'), blockOf('python'))
  expect(await run('python3', ['deliver.py'])).toMatchObject({ code: 0, output: expect.stringContaining('espera') })
})
