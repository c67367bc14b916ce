import type { Answer } from '@cuadre/api/endpoint'
import { TICKET_CATEGORIES, TICKET_TYPES, type ticketFigures } from '@cuadre/api/ticket'
import { type RawBuilder, sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { isOpen, overdue, received } from './ticket.repository.ts'

const DAY = 86_400_000
type Row = {
  category: number | null
  open: number
  late: number
  solved: number
  met: number
  answer50: number | null
  answer90: number | null
  solve50: number | null
  solve90: number | null
}

/** Open, overdue, and the working minutes of first answers and solutions, in all and by category; from the clocks, never averaged again. */
export async function figures(db: Db, caller: Caller, dias: number, now: Date): Promise<Answer<typeof ticketFigures>> {
  const since = new Date(now.getTime() - dias * DAY).toISOString()
  const solved = sql`t.solved_at >= ${since}::timestamptz and t.solved_at <= ${now.toISOString()}::timestamptz`
  const answered = sql`t.answer_minutes is not null and t.answered_at >= ${since}::timestamptz`
  const target = sql`case t.type_id ${sql.join(
    TICKET_TYPES.map(({ id, horas }) => sql`when ${sql.lit(id)} then ${sql.lit(horas * 60)}`),
    sql` `,
  )} end`
  const spread = (share: number, minutes: RawBuilder<unknown>, of: RawBuilder<unknown>) =>
    sql`round((percentile_cont(${sql.lit(share)}) within group (order by ${minutes}) filter (where ${of}))::numeric)::int`
  const found = await rows(
    db,
    sql<Row>`select t.category_id as category, count(*) filter (where ${isOpen})::int as open,
        count(*) filter (where ${isOpen} and ${overdue(now)})::int as late, count(*) filter (where ${solved})::int as solved,
        count(*) filter (where ${solved} and t.spent_minutes <= ${target})::int as met,
        ${spread(0.5, sql`t.answer_minutes`, answered)} as answer50, ${spread(0.9, sql`t.answer_minutes`, answered)} as answer90,
        ${spread(0.5, sql`t.spent_minutes`, solved)} as solve50, ${spread(0.9, sql`t.spent_minutes`, solved)} as solve90
      from ticket t where t.merged_into is null and ${received(caller)} group by grouping sets ((), (t.category_id)) order by t.category_id nulls first`,
  )
  const none = { category: null, open: 0, late: 0, solved: 0, met: 0, answer50: null, answer90: null, solve50: null, solve90: null }
  const told = (row: Row = none) => ({
    abiertas: row.open,
    vencidas: row.late,
    resueltas: row.solved,
    cumplidas: row.met,
    primera: { p50: row.answer50, p90: row.answer90 },
    solucion: { p50: row.solve50, p90: row.solve90 },
  })
  return {
    dias,
    ...told(found.find(({ category }) => category === null)),
    categorias: TICKET_CATEGORIES.map(({ id, ...name }) => ({
      categoriaId: id,
      nombre: name[caller.locale],
      ...told(found.find(({ category }) => category === id)),
    })),
  }
}
