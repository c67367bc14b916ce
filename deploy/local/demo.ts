import { plain, sql } from '@cuadre/server'
import { createDemo, type DemoPerson, demoPeople } from '@cuadre/server/demo'
import type { Prepared } from './stack.ts'

/** Demonstration only: known to everybody who reads this. */
export const demoPassword = 'Demo-Cuadre-2026'
/** How long ago it was chosen, so that an age of passwords can be tried. */
export const DEMO_PASSWORD_DAYS = 200

/** Its people and their password are known, and its provider keeps the keys beside them. @throws where the environment says production */
export function refuseProduction({ NODE_ENV, CUADRE_MODE }: NodeJS.ProcessEnv): void {
  if (![NODE_ENV, CUADRE_MODE].some((mode) => mode?.trim().toLowerCase() === 'production')) return
  throw plain('`npm start` es para probar: trae usuarios cuya contraseña todos conocen. Cómo se instala en producción: deploy/README.md')
}

/** Fills an empty database with the demo's world; does nothing in one that has users. */
export async function loadDemo(stack: Prepared, say: (text: string) => void): Promise<void> {
  const { rows } = await sql<{ done: boolean }>`select to_regclass('demo_ready') is not null as done`.execute(stack.db)
  if (rows[0]?.done) return
  const users = await sql<{ n: number }>`select count(*)::int as n from app_user`.execute(stack.db)
  if (users.rows[0]!.n > 0)
    throw plain(
      process.env.DATABASE_URL
        ? 'DATABASE_URL: la base de datos ya tiene usuarios que no son los de demostración, o su creación se interrumpió. Indique una vacía.'
        : 'La creación de los datos de demostración se interrumpió. Empiece de cero: npm start -- --reset',
    )
  say('Creando los datos de demostración (solo la primera vez)…')
  // From the first of its people on no deployed server takes this database.
  await sql`create table if not exists demo_begun ()`.execute(stack.db)
  for (const person of demoPeople) await addPerson(stack, person)
  await createDemo(stack, say)
  await sql`create table demo_ready ()`.execute(stack.db)
}

async function addPerson({ db, identity, issuer }: Prepared, { username, name, roles, gone = false }: DemoPerson) {
  const email = `${username}@corporacion.example`
  const { rows } = await sql<{
    id: number
  }>`insert into app_user (name, username, email, active_role_id, active) values (${name}, ${username}, ${email}, ${roles[0]}, ${!gone}) returning id`.execute(
    db,
  )
  const { id } = rows[0]!
  await sql`insert into user_role select ${id}, unnest(${roles}::int[])`.execute(db)
  // A provider of its own has them already: each is tied to theirs at the first sign-in.
  if (!identity || gone) return
  const { sub } = await identity.accounts.create({ username, email, emailVerified: true, name, password: demoPassword })
  await sql`update identity.account set password_changed_at = now() - make_interval(days => ${DEMO_PASSWORD_DAYS}) where sub = ${sub}`.execute(
    db,
  )
  await sql`insert into identity_link values (${issuer}, ${sub}, ${id})`.execute(db)
}
