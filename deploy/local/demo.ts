import { sql } from '@cuadre/server'
import type { Stack } from './stack.ts'

/** Demonstration only: known to everybody who reads this. Refused in production. */
export const demoPassword = 'Demo-Cuadre-2026'

type Person = { username: string; name: string; roles: number[]; roleName: string; department?: string; shown?: true }

/** The demo's people, one of each role shown at the start. */
export const demoPeople: Person[] = [
  { username: 'bmontoya', name: 'Beatriz Montoya Ríos', roles: [3], roleName: 'CONTROL', shown: true },
  { username: 'rpena', name: 'Rodrigo Peña Villar', roles: [1], roleName: 'ANALISTA', department: 'Contabilidad financiera', shown: true },
  {
    username: 'mduarte',
    name: 'Marcela Duarte Rocha',
    roles: [2],
    roleName: 'JEFATURA AREA',
    department: 'Contabilidad financiera',
    shown: true,
  },
  { username: 'hvillalobos', name: 'Héctor Villalobos Paz', roles: [4], roleName: 'GERENCIA', shown: true },
  { username: 'payala', name: 'Pilar Ayala Medina', roles: [5], roleName: 'AUDITOR', shown: true },
  { username: 'sbarrios', name: 'Sonia Barrios Acuña', roles: [6], roleName: 'ADMINISTRADOR', shown: true },
  { username: 'taguirre', name: 'Tomás Aguirre Núñez', roles: [1], roleName: 'ANALISTA', department: 'Tesorería' },
  { username: 'lferreyra', name: 'Lucía Ferreyra Sosa', roles: [1], roleName: 'ANALISTA', department: 'Contabilidad financiera' },
  { username: 'jbenitez', name: 'Julia Benítez Rolón', roles: [1], roleName: 'ANALISTA', department: 'Cartera de créditos' },
  { username: 'igaleano', name: 'Iván Galeano Prieto', roles: [1], roleName: 'ANALISTA', department: 'Tesorería' },
  { username: 'ocaceres', name: 'Óscar Cáceres Ibarra', roles: [2, 1], roleName: 'JEFATURA AREA', department: 'Cartera de créditos' },
  { username: 'vlagos', name: 'Verónica Lagos Fuentes', roles: [3, 2], roleName: 'CONTROL', department: 'Tesorería' },
]

/** Fills an empty database with the demo's world; does nothing in one that has users. */
export async function loadDemo(stack: Stack, say: (text: string) => void): Promise<void> {
  const { db } = stack
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from app_user`.execute(db)
  if (rows[0]!.n > 0) return
  if (process.env.NODE_ENV === 'production' && process.env.CUADRE_MODE === 'production')
    throw new Error('Los usuarios de demostración no se crean en producción.')
  say('Creando los datos de demostración…')
  for (const person of demoPeople) await addPerson(stack, person)
}

async function addPerson({ db, identity, issuer }: Stack, { username, name, roles }: Person) {
  const email = `${username}@corporacion.example`
  const { rows } = await sql<{
    id: number
  }>`insert into app_user (name, username, email, active_role_id) values (${name}, ${username}, ${email}, ${roles[0]}) returning id`.execute(
    db,
  )
  const { id } = rows[0]!
  await sql`insert into user_role select ${id}, unnest(${roles}::int[])`.execute(db)
  const { sub } = await identity.accounts.create({ username, email, emailVerified: true, name, password: demoPassword })
  await sql`insert into identity_link values (${issuer}, ${sub}, ${id})`.execute(db)
}
