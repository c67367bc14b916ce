import { allEndpoints } from '@cuadre/api/openapi'
import { ROLE, type RoleId } from '@cuadre/api/roles'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type Person, type TestServer, testServer } from '../testing/server.ts'
import { type World, world } from '../testing/world.ts'
import { MATRIX } from './matrix.ts'

let s: TestServer
let w: World
let anyone: Person
beforeAll(async () => {
  s = await testServer()
  w = await world(s)
  // Every key: scope and rules of the role stay.
  anyone = w.here[ROLE.control as RoleId]
  await sql`insert into user_permission select ${anyone.id}, key, true from permission on conflict do nothing`.execute(s.db)
})
afterAll(() => s.close())

/** A ticket needs the most: itself, the calendar of its clock, comments, files, changes, twins and how often its author asked. */
const MOST = 8
/** The search asks each of its six kinds once, after who asks, the nearest accounts and the newest period. */
const mostOf = (name: string) => (name === 'searchAll' ? 9 : MOST)
const reads = allEndpoints().filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.bytes && !('stream' in endpoint))

test.each(reads.map(({ name, endpoint }) => [name, mostOf(name), endpoint] as const))(
  '%s takes at most %d statements, who asks included',
  async (name, most, endpoint) => {
    const entry = MATRIX[name]
    const { params = {}, query = {} } = typeof entry === 'object' ? ('row' in entry ? entry.row(w.ids) : entry.shared(w.ids)) : {}
    const url = endpoint.path.replace(/:(\w+)/g, (_, key: string) => String((params as Record<string, unknown>)[key] ?? 1))
    s.statements.length = 0
    // A sample is its auditor's own.
    const as = endpoint.path.startsWith('/audit-sample') ? w.here[ROLE.auditor as RoleId] : anyone
    const { status } = await s.call({ url, query, as })
    const made = s.statements.map((text) => text.replace(/\s+/g, ' ').slice(0, 120))
    // A call that is refused early would prove nothing.
    expect({ status, count: made.length <= most ? 'few' : made }).toEqual({ status: 200, count: 'few' })
  },
)
