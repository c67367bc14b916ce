import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { type Db, row, transaction } from '../../platform/database/index.ts'
import { createLocation, open, person } from './place.ts'
import type { Line } from './table.ts'
import { percentile, timed } from './timing.ts'

type Options = { base: string | undefined; people: number; runs: number; say: (text: string) => void }

/** 95th percentile of a call, in milliseconds. */
const BUDGET = 300
const BUSINESSES = 40
const ACCOUNTS_EACH = 12
const SOMEBODY = 'persona199'

/** People of every role in as many businesses as a large corporation has, each with accounts; some have exceptions or act in one role of two. */
const makePeople = (db: Db, people: number) =>
  transaction(db, async (tx) => {
    await sql`insert into country (id, name, iso, currency) values (1, 'Brasil', 'BR', 'BRL'), (2, 'Chile', 'CL', 'CLP')`.execute(tx)
    await sql`insert into business (id, country_id, name, code, currency)
      select n, 1 + n % 2, 'Empresa ' || n, lpad(n::text, 8, '0'), 'BRL' from generate_series(1, ${BUSINESSES}::int) n`.execute(tx)
    await sql`insert into department (id, business_id, name) select n, 1 + n % ${BUSINESSES}::int, 'Departamento ' || n
      from generate_series(1, ${BUSINESSES * 5}::int) n`.execute(tx)
    await sql`with made as (insert into app_user (name, username, email, active_role_id, department_id, last_seen_at, active)
        select (array['Ana', 'Bruno', 'Carla', 'Óscar', 'Lucía', 'Zoe'])[1 + n % 6] || ' Persona ' || n, 'persona' || n, 'persona' || n || '@corporacion.example',
          case when n % 50 = 0 then ${ROLE.control}::int when n % 10 = 0 then ${ROLE.jefatura}::int else ${ROLE.analista}::int end, 1 + n % ${BUSINESSES * 5}::int,
          now() - n * interval '1 minute', n % 20 <> 0
        from generate_series(1, ${people}::int) n returning id, active_role_id),
      own as (insert into user_role (user_id, role_id) select id, active_role_id from made)
      insert into user_role (user_id, role_id) select id, ${ROLE.gerencia}::int from made where active_role_id = ${ROLE.jefatura}`.execute(
      tx,
    )
    await sql`insert into user_scope (user_id, country_id) select user_id, 1 from user_role where role_id in (${ROLE.control}, ${ROLE.gerencia}) on conflict do nothing`.execute(
      tx,
    )
    await sql`insert into user_permission (user_id, key, granted) select id, 'accounts.balance.load', id % 2 = 0 from app_user where id % 25 = 0`.execute(
      tx,
    )
    await sql`insert into account (business_id, department_id, code, name, currency, analyst_id)
      select d.business_id, d.id, u.id || '.' || n, 'Cuenta ' || n, 'BRL', u.id from app_user u join department d on d.id = u.department_id
        cross join generate_series(1, ${ACCOUNTS_EACH}::int) n where u.active_role_id = ${ROLE.analista}`.execute(tx)
  })

/** The calls behind the list of users, a person's page and roles and permissions, with thousands of people. */
export async function benchPeople({ base, people, runs, say }: Options): Promise<Line[]> {
  const location = await createLocation(base)
  const { db, app, close } = await open(location)
  const lines: Line[] = []
  try {
    await person(db, 'administrador', ROLE.administrador)
    await makePeople(db, people)
    await sql`vacuum analyze`.execute(db)
    const { id } = (await row(db, sql<{ id: number }>`select id from app_user where username = ${SOMEBODY}`))!
    const headers = { authorization: 'Bearer administrador' }
    const { enabledKeys, revision } = (await app.inject({ url: '/api/permissions/rol', headers }))
      .json()
      .data.find((one: { id: number }) => one.id === ROLE.analista)
    const calls: [what: string, url: string, body?: object][] = [
      ['users, first page', '/user'],
      ['users, page 40 by name, downwards', '/user?page=40&sort=-NOMBRE'],
      ['users by number of accounts', '/user?sort=-CUENTAS'],
      ['users found by a word', '/user?search=oscar'],
      ['users of a country', '/user?countryId=1'],
      ['users of a business, inactive', '/user?businessId=7&activo=false'],
      ['who is next to a user', `/user/${id}/beside?sort=-CUENTAS`],
      ['one user', `/user/${id}`],
      ['roles with their keys', '/permissions/rol'],
      ['who can, for a key', '/permissions/holders?key=analysis.item.submit&resultado=puede&resultado=con_otro_rol'],
      ['who cannot, of a role', '/permissions/holders?key=analysis.item.submit&resultado=no_puede&rolId=1'],
      ['a person, for a key', `/permissions/holders?key=analysis.item.submit&search=${SOMEBODY}`],
      ['what a person can', `/permissions/user/${id}`],
      ['what a person sees', `/permissions/user/${id}/view`],
      [
        'keys of a role before saving',
        '/permissions/rol/1/enabled-keys',
        { enabledKeys: enabledKeys.filter((key: string) => key !== 'analysis.item.submit'), revision },
      ],
    ]
    for (const [what, url, payload] of calls) {
      const taken: number[] = []
      for (let run = -1; run < runs; run++) {
        const { ms, result } = await timed(() =>
          app.inject({ url: `/api${url}`, headers, ...(payload && { method: 'POST' as const, payload }) }),
        )
        if (result.statusCode !== 200) throw new Error(`${url}: ${result.statusCode} ${result.body}`)
        // The first run warms caches up.
        if (run >= 0) taken.push(ms)
      }
      const ours = `${percentile(taken, 0.5).toFixed(0)} / ${percentile(taken, 0.95).toFixed(0)} ms`
      lines.push({ what, ours, bare: '', ratio: '', budget: `p95 ≤ ${BUDGET} ms`, within: percentile(taken, 0.95) <= BUDGET })
      say(`  ${what}: ${ours}`)
    }
  } finally {
    await close()
    await location.remove()
  }
  return lines
}
