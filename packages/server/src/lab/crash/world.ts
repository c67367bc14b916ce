import { ROLE } from '@cuadre/api/roles'
import { WEBHOOK_EVENTS } from '@cuadre/api/webhook'
import { sql } from 'kysely'
import { type Location, open, person } from '../bench/place.ts'

/** Accounts of the one business; every load contains all of them. */
export const ACCOUNTS = 120
/** Old months, of which each closing round closes one. */
const PAST = 120
/** Departments of each organisation file. */
export const IMPORTED = 30
export const code = (i: number) => String(1000 + i)

/**
 * One business with an analyst, a head, control and administration, `ACCOUNTS` accounts, an open period, empty old periods, and a system that is
 * told of everything.
 */
export async function buildWorld(location: Location, told = 'http://127.0.0.1:9/') {
  const { db, close } = await open(location)
  await sql`insert into country (name, iso, currency) values ('Brasil', 'BR', 'BRL')`.execute(db)
  await sql`insert into business (country_id, name, code, currency) values (1, 'VOTORANTIM', '00051626', 'BRL')`.execute(db)
  const control = await person(db, 'control', ROLE.control)
  await sql`insert into user_scope (user_id, country_id) values (${control}, 1)`.execute(db)
  const jefatura = await person(db, 'jefatura', ROLE.jefatura)
  await sql`insert into department (business_id, name, chief_id) values (1, 'Contabilidad financiera', ${jefatura})`.execute(db)
  const admin = await person(db, 'admin', ROLE.administrador)
  await sql`insert into webhook (name, url, events, secret, created_by) values ('ERP', ${told}, ${[...WEBHOOK_EVENTS]}::text[], 'whsec_', ${admin})`.execute(
    db,
  )
  const analista = await person(db, 'analista', ROLE.analista)
  await person(db, 'analista2', ROLE.analista)
  await sql`insert into account (business_id, code, name, department_id, currency, analyst_id)
    select 1, (1000 + i)::text, 'Cuenta ' || i, 1, 'BRL', ${analista} from generate_series(0, ${ACCOUNTS - 1}) i`.execute(db)
  await sql`insert into period (name, due_analyst, due_jefatura, due_control, due_close)
    select to_char(m, 'YYYY-MM'), m, m, m, m
    from generate_series(now() - (${PAST} || ' months')::interval, now() - interval '1 month', interval '1 month') m`.execute(db)
  await sql`insert into period (name, due_analyst, due_jefatura, due_control, due_close)
    select to_char(now(), 'YYYY-MM'), now() + interval '9 days', now() + interval '9 days', now() + interval '9 days', now() + interval '9 days'`.execute(
    db,
  )
  await close()
}
