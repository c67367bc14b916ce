import type { Absence, createAbsence } from '@cuadre/api/alert'
import type { Parsed } from '@cuadre/api/endpoint'
import { sql } from 'kysely'
import { type Db, row, rows, transaction } from '../../platform/database/index.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'

const columns = sql`a.id, json_build_object('id', u.id, 'NOMBRE', u.name) as persona, json_build_object('id', s.id, 'NOMBRE', s.name) as suplente,
  to_char(a.from_day, 'YYYY-MM-DD') as desde, to_char(a.to_day, 'YYYY-MM-DD') as hasta, c.name as "creadoPor"`
const from = sql`absence a join app_user u on u.id = a.user_id join app_user s on s.id = a.substitute_id join app_user c on c.id = a.created_by`

export const list = (db: Db, today: string) =>
  rows(db, sql<Absence>`select ${columns} from ${from} where a.to_day >= ${today}::date order by a.from_day, u.name, a.id`)

/** One at a time of a person, and never in a row: a substitute who is away would hear nothing. @throws 422 */
export const create = (
  db: Db,
  caller: Caller,
  { personaId, suplenteId, desde, hasta }: Parsed<typeof createAbsence>['body'],
  today: string,
): Promise<Absence> =>
  transaction(db, async (tx) => {
    if (personaId === suplenteId) throw Invalid('suplenteId', 'absence_same')
    await sql`select from app_user where id = any(${[personaId, suplenteId]}::int[]) order by id for update`.execute(tx)
    for (const [path, id] of [
      ['personaId', personaId],
      ['suplenteId', suplenteId],
    ] as const)
      if (!(await row(tx, sql`select from app_user where id = ${id} and active`))) throw Invalid(path, 'user_not_active')
    if (desde > hasta || hasta < today) throw Invalid('hasta', 'absence_days')
    await refuseAway(tx, personaId, 'personaId', 'absence_twice', { desde, hasta })
    await refuseAway(tx, suplenteId, 'suplenteId', 'absence_substitute_away', { desde, hasta })
    await refuseSubstitute(tx, personaId, { desde, hasta })
    const made = await row(
      tx,
      sql<{ id: number }>`insert into absence (user_id, substitute_id, from_day, to_day, created_by)
        values (${personaId}, ${suplenteId}, ${desde}::date, ${hasta}::date, ${caller.userId}) returning id`,
    )
    return (await row(tx, sql<Absence>`select ${columns} from ${from} where a.id = ${made!.id}`))!
  })

async function refuseAway(
  tx: Db,
  userId: number,
  path: string,
  code: 'absence_twice' | 'absence_substitute_away',
  { desde, hasta }: { desde: string; hasta: string },
) {
  const other = await row(
    tx,
    sql<{ name: string }>`select u.name from absence a join app_user u on u.id = a.user_id
      where a.user_id = ${userId} and a.from_day <= ${hasta}::date and a.to_day >= ${desde}::date limit 1`,
  )
  if (other) throw Invalid(path, code, { who: other.name })
}

async function refuseSubstitute(tx: Db, userId: number, { desde, hasta }: { desde: string; hasta: string }) {
  const other = await row(
    tx,
    sql<{ name: string }>`select u.name from absence a join app_user u on u.id = a.user_id
      where a.substitute_id = ${userId} and a.from_day <= ${hasta}::date and a.to_day >= ${desde}::date order by a.id limit 1`,
  )
  if (other) throw Invalid('personaId', 'absence_substitutes', { who: other.name })
}

export async function remove(db: Db, id: number) {
  if (!(await row(db, sql`delete from absence where id = ${id} returning id`))) throw NotFound()
  return { ok: true as const }
}
