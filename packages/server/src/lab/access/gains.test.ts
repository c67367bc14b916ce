import type { Endpoint } from '@cuadre/api/endpoint'
import { allEndpoints, openapi } from '@cuadre/api/openapi'
import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { row, rows } from '../../platform/database/index.ts'
import { seedBase } from '../../seed/index.ts'
import { organisation, type Person, type TestServer, testServer } from '../testing/server.ts'

/*
 * Nobody gives a key that they do not have. Every call of the contract that changes something is made with every role, key and person in
 * the fields that could carry one; who holds which key before and after is read from the tables, without the server's own functions.
 */

type Body = Record<string, unknown>
type Document = { paths: Record<string, Record<string, { requestBody?: { content: Record<string, { example?: Body; schema: Schema }> } }>> }
type Schema = { properties?: Record<string, unknown>; required?: string[] }
const document = openapi() as Document
const calls = allEndpoints().filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.allow !== 'public' && !endpoint.octets)

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
/** A role of one's own on the scope of an analyst, with keys that control does not have. */
let strong: number
let victim: Person
beforeAll(async () => {
  server = await testServer()
  await seedBase(server.db)
  who = await organisation(server)
  victim = await server.person('victima', [ROLE.analista, ROLE.gerencia], 'Irene Galeano')
  await sql`insert into user_scope (user_id, country_id, business_id) values (${victim.id}, 1, 1)`.execute(server.db)
  strong = (await row(server.db, sql<{ id: number }>`insert into role (name, base_role_id) values ('FUERTE', 1) returning id`))!.id
  await sql`insert into role_permission values (${strong}, 'admin.period.reopen'), (${strong}, 'statistics.setting.write')`.execute(
    server.db,
  )
  // Denials that somebody else has given, which nobody lifts who lacks the key.
  await sql`insert into user_permission values (${who.control.id}, 'parameters.config.write', false), (${victim.id}, 'analysis.item.submit', false)`.execute(
    server.db,
  )
}, 60_000)
afterAll(() => server.close())

/** `person key` for every key that somebody holds in any of their roles. */
async function holdings(): Promise<Set<string>> {
  const held = await rows(
    server.db,
    sql<{ at: string }>`select distinct h.user_id || ' ' || h.key as at from (
        select ur.user_id, p.key from user_role ur join role_permission p on p.role_id = case when ur.custom_role_id is null then ur.role_id else ur.custom_role_id end
        union select o.user_id, o.key from user_permission o where o.granted) h
      left join user_permission d on d.user_id = h.user_id and d.key = h.key and d.granted = false where d.key is null`,
  )
  return new Set(held.map(({ at }) => at))
}

const FIELDS: Record<string, () => unknown[]> = {
  roles: () => [[1], [2], [6], [1, 2], [strong], [3, 2, 1]],
  rolActivo: () => [2, strong],
  rolId: () => [3, strong],
  userId: () => [who.control.id, victim.id],
  enabledKeys: () => [['admin.period.reopen'], ['statistics.setting.write', 'admin.user.write'], ['analysis.item.submit']],
  key: () => ['admin.period.reopen', 'parameters.config.write', 'analysis.item.submit'],
  enabled: () => [true, null],
  COD_TIPO_USUARIO: () => [1, 3, 6],
}

/** The bodies to try: what the contract requires, with each value of each telling field and each combination of two of them. */
function bodiesOf({ path, method, body, multipart }: Endpoint): Body[] {
  if (!body || multipart) return [{}]
  const told = document.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!.requestBody!.content['application/json']!
  const { properties = {}, required = [] } = told.schema
  const example = Object.fromEntries(Object.entries(told.example ?? {}).filter(([name]) => required.includes(name)))
  const fields = Object.keys(properties).filter((name) => name in FIELDS)
  const one = (name: string) => FIELDS[name]!().map((value) => ({ [name]: value }))
  const many = fields.flatMap((a, i) => [
    ...one(a),
    ...fields.slice(i + 1).flatMap((b) => one(a).flatMap((x) => one(b).map((y) => ({ ...x, ...y })))),
  ])
  // One key of one person or role, on or as the role says.
  const switched = fields.includes('enabled') ? many.flatMap((each) => [true, null].map((enabled) => ({ enabled, ...each }))) : many
  if (switched.length === 0) return [example]
  // Control and gerencia need countries, the others must have none.
  const alcance = [{ ID_PAIS: 1 }]
  return switched.flatMap((each) => [{ ...example, ...each }, ...('alcance' in properties ? [{ ...example, ...each, alcance }] : [])])
}

/** The calls through which a key can be gained at all: the last test says that there is no other. */
const GAINING = ['createAuditor', 'createUser', 'setPermission', 'setRoleKeys', 'updateUser']

const today = new Date().toISOString().slice(0, 10)
let made = 0
/** @returns the keys that people gained by each call, as `call: person key` */
async function attack(as: Person, names?: readonly string[]) {
  const gains = new Set<string>()
  let before = await holdings()
  for (const { name, endpoint } of calls) {
    if (names && !names.includes(name)) continue
    const ids = !endpoint.path.includes(':') ? [0] : GAINING.includes(name) ? [who.control.id, victim.id, strong, 3] : [victim.id]
    for (const id of new Set(ids))
      for (const given of bodiesOf(endpoint)) {
        const [r] = await rows(
          server.db,
          sql<{ n: number }>`select coalesce((select permissions_revision from app_user where id = ${Number(given.userId ?? 0)}),
            (select revision from role where id = ${Number(given.rolId ?? id)}), 1) as n`,
        )
        const unique = `persona${++made}`
        const body = {
          ...given,
          ...('revision' in given || name === 'setPermission' || name === 'setRoleKeys' ? { revision: r!.n } : {}),
          ...(name.startsWith('create')
            ? {
                VIGENCIA_DESDE: today,
                VIGENCIA_HASTA: today,
                USUARIO: unique,
                email: `${unique}@corporacion.example`,
                nombre: unique,
                COD_DEPARTAMENTO: null,
              }
            : {}),
        }
        const { status } = await server.call({ method: endpoint.method, url: endpoint.path.replace(/:\w+/g, String(id)), body, as })
        if (status === 401) throw new Error(`${name} has ended the session of who attacks`)
        if (status >= 300) continue
        const after = await holdings()
        for (const each of after) if (!before.has(each)) gains.add(`${name}: ${each}`)
        before = after
      }
  }
  return [...gains]
}
const keysOfRole = async (type: number) =>
  new Set((await rows(server.db, sql<{ key: string }>`select key from role_permission where role_id = ${type}`)).map(({ key }) => key))

/** What a role does that control never does, and control appoints people to (specification §4: /usuarios and auditors are of roles 3 and 6). */
const ORDINARY = ['analysis.item.submit', 'analysis.jefatura.decide', 'analysis.observation.raise', 'analysis.sample.draw']

test('control gains nobody a key that control does not have, through any call', async () => {
  const own = await keysOfRole(ROLE.control)
  own.delete('parameters.config.write')
  const gains = await attack(who.control, GAINING)
  const wrong = gains.filter((gain) => {
    const [, person, key] = /: (\d+) (.*)$/.exec(gain)!
    return Number(person) === who.control.id || !(own.has(key!) || ORDINARY.includes(key!))
  })
  expect(wrong).toEqual([])
  // The walk is of no use if nothing was gained by it.
  expect(gains.some((gain) => gain.startsWith('createUser'))).toBe(true)
}, 240_000)

test('nor does somebody of a lower role whom a key of administration was given', async () => {
  const clerk = await server.person('oficina', [ROLE.gerencia], 'Tomás Rivas')
  const given = ['admin.user.write', 'admin.role.write', 'admin.auditor.write', 'admin.user.read']
  await sql`insert into user_scope (user_id, country_id) values (${clerk.id}, 1)`.execute(server.db)
  for (const key of given) await sql`insert into user_permission values (${clerk.id}, ${key}, true)`.execute(server.db)
  const own = new Set([...(await keysOfRole(ROLE.gerencia)), ...given])
  const gains = await attack(clerk, GAINING)
  expect(gains.filter((gain) => !own.has(gain.split(' ')[2]!))).toEqual([])
}, 120_000)

test('these are the calls through which a key is gained at all; a new one is looked at here', async () => {
  const gains = await attack(who.administrador)
  expect([...new Set(gains.map((gain) => gain.split(':')[0]))].sort()).toEqual(GAINING)
}, 240_000)
