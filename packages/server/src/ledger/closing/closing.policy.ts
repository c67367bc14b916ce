import type { ClosingPolicy, listClosingPolicies, setClosingPolicy } from '@cuadre/api/closing'
import type { Parsed } from '@cuadre/api/endpoint'
import { sql } from 'kysely'
import { type Db, row, transaction } from '../../platform/database/index.ts'
import { page } from '../../platform/database/list.ts'
import { Conflict } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'

const columns = sql`c.id as "ID", c.checks as "PRUEBAS", c.second_person as "SEGUNDA_PERSONA", c.reason as "MOTIVO", u.name as "POR", c.saved_at as "FECHA"`
const from = sql`closing_policy c left join app_user u on u.id = c.saved_by`

export const policy = async (db: Db) => (await row(db, sql<ClosingPolicy>`select ${columns} from ${from} order by c.id desc limit 1`))!

export const policies = (db: Db, query: Parsed<typeof listClosingPolicies>['query']) =>
  page<ClosingPolicy, typeof query>(db, query, {
    select: columns,
    from,
    where: sql`true`,
    sortable: { FECHA: sql`c.saved_at` },
    by: sql`c.id desc`,
    id: sql`c.id`,
  })

/** @throws 409 if somebody saved another version meanwhile */
export const setPolicy = (
  db: Db,
  caller: Caller,
  { ID, PRUEBAS, SEGUNDA_PERSONA, MOTIVO }: Parsed<typeof setClosingPolicy>['body'],
): Promise<ClosingPolicy> =>
  transaction(db, async (tx) => {
    await sql`lock table closing_policy in share row exclusive mode`.execute(tx)
    const now = await policy(tx)
    if (now.ID !== ID) throw Conflict('row_moved', {}, now)
    await sql`insert into closing_policy (checks, second_person, reason, saved_by) values (${JSON.stringify(PRUEBAS)}::jsonb, ${SEGUNDA_PERSONA}, ${MOTIVO}, ${caller.userId})`.execute(
      tx,
    )
    return policy(tx)
  })
