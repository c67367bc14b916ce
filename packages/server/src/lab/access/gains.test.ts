import type { Endpoint } from '@cuadre/api/endpoint'
import { allEndpoints, openapi } from '@cuadre/api/openapi'
import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { row, rows } from '../../platform/database/index.ts'
import { seedBase } from '../../seed/index.ts'
import { organisation, type Person, type TestServer, testServer } from '../testing/server.ts'
import { clientsInMemory, program } from '../testing/services.ts'

/*
 * Nobody gives a key that they do not have. Every call of the contract that changes something is made with every role, key and person in
 * the fields that could carry one, in a file of people too; who holds which key where, before and after, is read from the tables, without the
 * server's own functions. Programs are among those who hold keys.
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
let machine: Person
let victim: Person
beforeAll(async () => {
  server = await testServer({ services: clientsInMemory().services })
  await seedBase(server.db)
  who = await organisation(server)
  victim = await server.person('victima', [ROLE.analista, ROLE.gerencia], 'Irene Galeano')
  await sql`insert into user_scope (user_id, country_id, business_id) values (${victim.id}, 1, 1)`.execute(server.db)
  // Another country, which is not control's.
  await sql`insert into country (name, iso, currency) values ('Chile', 'CL', 'CLP')`.execute(server.db)
  strong = (await row(server.db, sql<{ id: number }>`insert into role (name, base_role_id) values ('FUERTE', 1) returning id`))!.id
  await sql`insert into role_permission values (${strong}, 'admin.period.reopen'), (${strong}, 'statistics.setting.write')`.execute(
    server.db,
  )
  // Denials that somebody else has given, which nobody lifts who lacks the key.
  await sql`insert into user_permission values (${who.control.id}, 'parameters.config.write', false), (${victim.id}, 'analysis.item.submit', false)`.execute(
    server.db,
  )
  machine = await program(server, who.administrador, { CLIENTE: 'erp', llaves: ['accounts.delivery.send'], alcance: [{ ID_PAIS: 1 }] })
}, 60_000)
afterAll(() => server.close())

/** `person key` for every key that somebody holds in any of their roles. */
async function holdings(): Promise<Set<string>> {
  const held = await rows(
    server.db,
    sql<{ at: string }>`select distinct h.user_id || ' ' || h.key as at from (
        select ur.user_id, p.key from user_role ur join role_permission p on p.role_id = case when ur.custom_role_id is null then ur.role_id else ur.custom_role_id end
        union select o.user_id, o.key from user_permission o where o.granted
        union select v.user_id, unnest(v.keys) from service_account v) h
      left join user_permission d on d.user_id = h.user_id and d.key = h.key and d.granted = false where d.key is null`,
  )
  return new Set(held.map(({ at }) => at))
}

/** `person country` and `person business` for all that somebody may see by a scope of their own. */
async function places(): Promise<Set<string>> {
  const held = await rows(
    server.db,
    sql<{ at: string }>`select user_id || ' ' || coalesce('negocio ' || business_id, 'país ' || country_id) as at from user_scope`,
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
  llaves: () => [
    ['accounts.delivery.send'],
    ['accounts.delivery.send', 'admin.period.read', 'statistics.dashboard.read'],
    ['admin.period.reopen'],
  ],
  alcance: () => [[{ ID_PAIS: 1 }], [{ ID_PAIS: 2 }]],
}
/** Files of people, with each role and a place of one's own or of others. */
const FILES = ['Analista', 'Jefatura', 'Control', 'Gerencia', 'Auditor', 'Administrador', 'FUERTE', 'Analista, Administrador'].flatMap(
  (role) =>
    ['', 'Brasil', 'Chile'].map((place) => (unique: string) => ({
      name: 'personas.csv',
      content: `Nombre completo;Usuario;Correo;Rol;Área;Alcance;Idioma\r\nPersona ${unique};${unique};${unique}@corporacion.example;${role};;${place};`,
    })),
)

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
  return switched.flatMap((each) => [{ ...example, ...each }, ...('alcance' in properties ? [{ ...example, alcance, ...each }] : [])])
}

/** The calls through which a key can be gained at all: the last test says that there is no other. */
const GAINING = [
  'createAuditor',
  'createService',
  'createUser',
  'importUsers',
  'setPermission',
  'setRoleKeys',
  'updateService',
  'updateUser',
]

const today = new Date().toISOString().slice(0, 10)
let made = 0
/**
 * `enough`: a call through which a key was gained is not tried any further.
 * @returns the keys and the places that people gained by each call, as `call: person key`
 */
async function attack(as: Person, { names, enough = false }: { names?: readonly string[]; enough?: boolean } = {}) {
  const gains = new Set<string>()
  const moved = new Set<string>()
  let before = await holdings()
  let beforePlaces = await places()
  const call = (endpoint: Endpoint, id: number, body: Body) =>
    server.call({ method: endpoint.method, url: endpoint.path.replace(/:\w+/g, String(id)), body, as })
  /** Looks at a file of people first, as it must be, then makes exactly that. */
  async function importFile(file: { name: string; content: string }) {
    const load = (body: Body) => server.call({ method: 'POST', url: '/user/import', body, file, as })
    const seen = await load({ simular: 'true' })
    return seen.status >= 300 ? seen : load({ huella: seen.body.huella })
  }
  next: for (const { name, endpoint } of calls) {
    if (names && !names.includes(name)) continue
    const ids = !endpoint.path.includes(':')
      ? [0]
      : GAINING.includes(name)
        ? [who.control.id, victim.id, machine.id, strong, 3]
        : [victim.id]
    for (const id of new Set(ids))
      for (const given of name === 'importUsers' ? FILES : bodiesOf(endpoint)) {
        const unique = `persona${++made}`
        const { status } =
          typeof given === 'function' ? await importFile(given(unique)) : await call(endpoint, id, await bodyOf(name, id, given, unique))
        if (status === 401) throw new Error(`${name} has ended the session of who attacks`)
        if (status >= 300) continue
        const after = await holdings()
        for (const each of after) if (!before.has(each)) gains.add(`${name}: ${each}`)
        before = after
        const afterPlaces = await places()
        for (const each of afterPlaces) if (!beforePlaces.has(each)) moved.add(`${name}: ${each}`)
        beforePlaces = afterPlaces
        if (enough && [...gains].some((gain) => gain.startsWith(`${name}:`))) continue next
      }
  }
  return { gains: [...gains], moved: [...moved] }
}

async function bodyOf(name: string, id: number, given: Body, unique: string): Promise<Body> {
  const [r] = await rows(
    server.db,
    sql<{ n: number }>`select coalesce((select permissions_revision from app_user where id = ${Number(given.userId ?? 0)}),
      (select revision from role where id = ${Number(given.rolId ?? id)}), 1) as n`,
  )
  return {
    ...given,
    ...('revision' in given || name === 'setPermission' || name === 'setRoleKeys' ? { revision: r!.n } : {}),
    ...(name.startsWith('create')
      ? {
          VIGENCIA_DESDE: today,
          VIGENCIA_HASTA: today,
          USUARIO: unique,
          CLIENTE: unique,
          email: `${unique}@corporacion.example`,
          nombre: unique,
          COD_DEPARTAMENTO: null,
        }
      : {}),
  }
}
const keysOfRole = async (type: number) =>
  new Set((await rows(server.db, sql<{ key: string }>`select key from role_permission where role_id = ${type}`)).map(({ key }) => key))

/** What a role does that control never does, and control appoints people to (specification §4: /usuarios and auditors are of roles 3 and 6). */
const ORDINARY = ['analysis.item.submit', 'analysis.jefatura.decide', 'analysis.observation.raise', 'analysis.sample.draw']

test('control gains nobody a key that control does not have, through any call', async () => {
  const own = await keysOfRole(ROLE.control)
  own.delete('parameters.config.write')
  const { gains, moved } = await attack(who.control, { names: GAINING })
  const wrong = gains.filter((gain) => {
    const [, person, key] = /: (\d+) (.*)$/.exec(gain)!
    return Number(person) === who.control.id || !(own.has(key!) || ORDINARY.includes(key!))
  })
  expect(wrong).toEqual([])
  // The walk is of no use if nothing was gained by it.
  for (const call of ['createUser', 'importUsers', 'createService'])
    expect([call, gains.some((gain) => gain.startsWith(`${call}:`))]).toEqual([call, true])
  // Nor where control is not: of Brazil and its businesses only.
  expect(moved.filter((gain) => !/(país 1|negocio [12])$/.test(gain))).toEqual([])
  expect(moved.some((gain) => gain.startsWith('createService') && gain.endsWith('país 1'))).toBe(true)
}, 240_000)

test('nor does somebody of a lower role whom a key of administration was given', async () => {
  const clerk = await server.person('oficina', [ROLE.gerencia], 'Tomás Rivas')
  const given = ['admin.service.write', 'admin.user.write', 'admin.role.write', 'admin.auditor.write', 'admin.user.read']
  await sql`insert into user_scope (user_id, country_id) values (${clerk.id}, 1)`.execute(server.db)
  for (const key of given) await sql`insert into user_permission values (${clerk.id}, ${key}, true)`.execute(server.db)
  const own = new Set([...(await keysOfRole(ROLE.gerencia)), ...given])
  const { gains, moved } = await attack(clerk, { names: GAINING })
  expect(moved.filter((gain) => !/(país 1|negocio [12])$/.test(gain))).toEqual([])
  expect(gains.filter((gain) => !own.has(gain.split(' ')[2]!))).toEqual([])
}, 120_000)

test('these are the calls through which a key is gained at all; a new one is looked at here', async () => {
  const { gains } = await attack(who.administrador, { enough: true })
  expect([...new Set(gains.map((gain) => gain.split(':')[0]))].sort()).toEqual(GAINING)
}, 240_000)
