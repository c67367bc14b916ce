// The server for fuzzing: a new embedded database with at least one row of everything. Listens on the given port, and prints the token of a
// user who may make all calls.
import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { testServer } from '../testing/server.ts'
import { world } from '../testing/world.ts'

const server = await testServer()
await world(server)
const { id } = await server.person('fuzz', [ROLE.administrador])
await sql`insert into user_permission select ${id}, key, true from permission`.execute(server.db)
await server.app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
console.log(await server.sign('fuzz', { exp: '3h' }))
process.on('SIGTERM', () => server.close().then(() => process.exit(0)))
