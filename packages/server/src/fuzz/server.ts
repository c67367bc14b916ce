// The server that is fuzzed: a world of every role on a new embedded database; a token is a username. Listens on the port given.
import { ROLE, ROLE_NAME } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { makePlace, open, person } from '../bench/place.ts'
import { row } from '../database/index.ts'
import { seedBase } from '../seed/index.ts'

const place = await makePlace(undefined)
const { app, db } = await open(place)
await seedBase(db)
const country = await row(
  db,
  sql<{ id: number }>`insert into country (name, iso, currency) values ('Brasil', 'BR', 'BRL')
    on conflict (iso) do update set name = excluded.name returning id`,
)
await sql`insert into business (country_id, name, code, currency) values (${country!.id}, 'VOTORANTIM', '00051626', 'BRL')`.execute(db)
for (const role of Object.values(ROLE)) {
  const id = await person(db, ROLE_NAME[role].split(' ')[0]!.toLowerCase(), role)
  await sql`insert into user_scope (user_id, country_id) values (${id}, ${country!.id})`.execute(db)
}
// One caller who may call everything, so that every call is reached.
await sql`insert into user_permission select u.id, p.key, true from app_user u, permission p where u.username = 'administrador'`.execute(db)
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
process.on('SIGTERM', () => app.close().then(() => place.remove().then(() => process.exit(0))))
