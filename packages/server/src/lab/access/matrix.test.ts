import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@cuadre/api/endpoint'
import { allEndpoints, openapi } from '@cuadre/api/openapi'
import { PERMISSIONS, type Permission } from '@cuadre/api/permissions'
import { ROLE, type RoleId } from '@cuadre/api/roles'
import { openTable } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type Person, type TestServer, testServer } from '../testing/server.ts'
import { MARKS, type World, world } from '../testing/world.ts'
import { type Entry, MATRIX, type Place } from './matrix.ts'

const ROLES = Object.values(ROLE) as RoleId[]
// What only reads comes first, what removes last: each call finds its row.
const order = ['GET', 'PATCH', 'POST', 'DELETE']
const calls = allEndpoints().sort((a, b) => order.indexOf(a.endpoint.method) - order.indexOf(b.endpoint.method))
const document = openapi() as { paths: Record<string, Record<string, Operation>> }
type Operation = { requestBody?: { content: Record<string, { example?: object }> } }

let s: TestServer
let w: World
/** People of every role with every permission denied. */
const keyless = {} as Record<RoleId, Person>
const strangers: Record<string, Person | undefined> = {}
let cells = 0

beforeAll(async () => {
  s = await testServer()
  w = await world(s)
  for (const role of ROLES) {
    keyless[role] = await s.person(`sin.llaves.${role}`, [role])
    await sql`insert into user_permission select ${keyless[role].id}, key, false from permission`.execute(s.db)
  }
  const { token } = w.here[ROLE.administrador]
  const [head, claims] = token.split('.')
  const as = (name: string, made: string) => ({ id: 0, name, token: made })
  Object.assign(strangers, {
    'signed out': undefined,
    expired: as('expired', await s.sign('admin', { exp: Math.floor(Date.now() / 1000) - 60 })),
    'of another issuer': as('foreign', await s.sign('admin', { iss: 'https://otro.example/realms/corp' })),
    'of another client': as('client', await s.sign('admin', { azp: 'otra-aplicacion' })),
    'for another audience': as('audience', await s.sign('admin', { aud: 'otra-api' })),
    tampered: as('tampered', token.replace(/\.[^.]+\./, `.${Buffer.from('{"sub":"admin"}').toString('base64url')}.`)),
    unsigned: as('unsigned', `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${claims}.`),
    'with its signature cut': as('cut', `${head}.${claims}.`),
  })
})
afterAll(async () => {
  await s.close()
  console.info(`access matrix: ${calls.length} calls, ${cells} cells`)
})

test('every call of the contract has its line in the matrix, and every line its call', () => {
  expect(Object.keys(MATRIX).sort()).toEqual(calls.map(({ name }) => name).sort())
})

const nowhere = { id: 2_147_483_647 }
const keysOf = ({ allow }: Endpoint): readonly Permission[] =>
  allow === 'public' || allow === 'signed-in' ? [] : typeof allow === 'string' ? [allow] : allow
const mayByDefault = (endpoint: Endpoint, role: RoleId) =>
  keysOf(endpoint).length === 0 || keysOf(endpoint).some((key) => (PERMISSIONS[key] as readonly RoleId[]).includes(role))
const rolesOf = (endpoint: Endpoint) => ROLES.filter((role) => mayByDefault(endpoint, role))

/** Makes a call with the example body of its contract; with `bare`, one that cannot change anything. */
async function ask(endpoint: Endpoint, { params = {}, query = {} }: Place, as: Person | undefined, bare = false) {
  cells++
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const url = names.reduce(
    (path, name) => path.replace(`:${name}`, String((params as Record<string, unknown>)[name] ?? nowhere.id)),
    endpoint.path,
  )
  const body = document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]?.requestBody?.content
  const form = endpoint.multipart && !bare
  const { file: _, ...fields } = (endpoint.body && form ? formExample(body) : {}) as Record<string, unknown>
  const result = await s.call({
    method: endpoint.method,
    url,
    query,
    ...(form
      ? { body: fields, file: { name: 'extracto.pdf', content: '%PDF-1.4\nx\n%%EOF\n' } }
      : endpoint.body
        ? { body: bare ? {} : (body?.['application/json']?.example ?? {}) }
        : {}),
    ...(as ? { as } : {}),
    stream: endpoint.stream ?? false,
  })
  return {
    ...result,
    said: `${endpoint.method} ${url} as ${as?.name ?? 'nobody'}: ${result.status} ${Buffer.isBuffer(result.body) ? '' : JSON.stringify(result.body).slice(0, 300)}`,
  }
}
const formExample = (content: Record<string, { example?: object }> | undefined) => content?.['multipart/form-data']?.example ?? {}

/** The text of an answer, workbooks included. */
async function textOf({ body, headers }: { body: unknown; headers: Record<string, unknown> }) {
  if (!Buffer.isBuffer(body)) return JSON.stringify(body)
  if (!String(headers['content-type']).includes('spreadsheet')) return body.toString('utf8')
  const path = join(s.folder, `matrix-${cells}.xlsx`)
  writeFileSync(path, body)
  const table = await openTable(path, 'lista.xlsx')
  let text = ''
  for await (const row of table.rows()) text += JSON.stringify(row)
  return text
}

describe.each(calls.map(({ name, endpoint }) => [name, endpoint] as const))('%s', (name, endpoint) => {
  const entry: Entry = MATRIX[name] ?? 'nobody'
  const isPublic = endpoint.allow === 'public'

  test('asks for a session', async () => {
    for (const [kind, stranger] of Object.entries(strangers)) {
      const { status, said } = await ask(endpoint, {}, stranger, true)
      if (isPublic) expect([kind, [401, 403].includes(status), said]).toEqual([kind, false, said])
      else expect([kind, status, said]).toEqual([kind, 401, said])
    }
  })

  test('is for the roles that have its key, and for nobody without it', async () => {
    for (const role of ROLES) {
      const open = mayByDefault(endpoint, role)
      const { status, said } = await ask(endpoint, {}, w.here[role], true)
      if (open) expect([role, [401, 403].includes(status), said]).toEqual([role, false, said])
      else expect([role, status, said]).toEqual([role, 403, said])
      const without = await ask(endpoint, {}, keyless[role], true)
      if (keysOf(endpoint).length > 0) expect([role, without.status, without.said]).toEqual([role, 403, without.said])
      else expect([role, [401, 403].includes(without.status), without.said]).toEqual([role, false, without.said])
    }
  })

  const elsewhere = rolesOf(endpoint).filter((role) => role !== ROLE.administrador)
  if (typeof entry === 'object' && 'row' in entry)
    test('a row outside the scope is not there; within it, it is', async () => {
      for (const role of elsewhere) {
        const { status, said } = await ask(endpoint, entry.row(w.ids), w.there[role])
        expect([role, status, said]).toEqual([role, 404, said])
      }
      await expectThere(entry.row(w.ids))
    })
  if (typeof entry === 'object' && 'shared' in entry) test('the row is there for whoever may call', () => expectThere(entry.shared(w.ids)))

  /** Some entitled role must find the row, because a matrix of rows that do not exist would prove nothing. */
  async function expectThere(place: Place) {
    const answers = []
    for (const role of rolesOf(endpoint)) answers.push(await ask(endpoint, place, w.here[role]))
    const good = endpoint.method === 'GET' ? [200] : [200, 409, 422, 429]
    expect(answers.map(({ status, said }) => (good.includes(status) ? 'there' : said))).toContain('there')
  }

  if (entry === 'list')
    test('nothing of others is read by whoever works elsewhere', async () => {
      for (const role of elsewhere)
        for (const query of endpoint.exportable && role === elsewhere[0] ? [{}, { format: 'excel' }] : [{}]) {
          const answer = await ask(endpoint, { query }, w.there[role])
          expect([role, [200, 422].includes(answer.status), answer.said]).toEqual([role, true, answer.said])
          const text = await textOf(answer)
          expect([role, MARKS.filter((mark) => text.includes(mark))]).toEqual([role, []])
        }
    })
})
