import { sql } from 'kysely'
import { workCalendars } from '../../ledger/calendar/work-calendars.ts'
import { type Db, rows, transaction } from '../../platform/database/index.ts'
import { type Clock, dueOf } from './ticket.flow.ts'

type Running = Clock & { id: number; typeId: number; countryId: number | null }

/**
 * Moves the due dates of tickets whose clock runs to what the calendars say now: a holiday may have been added or taken away since. What is late
 * already stays late. Each move is in the ticket's history. Called by the scheduled jobs.
 * @returns how many moved
 */
export async function followCalendars(db: Db, zone: string, now: Date): Promise<number> {
  const calendars = await workCalendars(db, zone)
  return transaction(db, async (tx) => {
    const running = await rows(
      tx,
      sql<Running>`select id, type_id as "typeId", country_id as "countryId", spent_minutes, running_since, due_at from ticket
        where running_since is not null and due_at > ${now.toISOString()} order by id for update skip locked`,
    )
    const moved = running.flatMap((ticket) => {
      const after = dueOf(ticket, ticket.typeId, calendars.of(ticket.countryId)).toISOString()
      return new Date(ticket.due_at!).toISOString() === after ? [] : [{ id: ticket.id, after }]
    })
    if (moved.length === 0) return 0
    await sql`with moved as (select * from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m(id int, after text)),
        kept as (insert into ticket_change (ticket_id, at, field, before, after)
          select t.id, ${now.toISOString()}, 'vence', to_char(t.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), m.after from moved m join ticket t on t.id = m.id)
      update ticket t set due_at = m.after::timestamptz from moved m where m.id = t.id`.execute(tx)
    return moved.length
  })
}
