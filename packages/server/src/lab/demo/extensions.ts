import type { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { ask, decide } from '../../ledger/extension/extension.service.ts'
import { state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { personNamed } from './people.ts'

type Waiting = { id: number; username: string; close: string }
type Asking = (typeof ROLE)['analista' | 'jefatura']

/** Analyses that wait for an analyst, one of each, or for a head, with the close of the period. */
const waiting = (db: Db, periodId: number, role: Asking) =>
  rows(
    db,
    role === 1
      ? sql<Waiting>`select min(a.id) as id, u.username, p.due_close as close from analysis a join period p on p.id = a.period_id join app_user u on u.id = a.analyst_id
          where a.period_id = ${periodId} and a.group_id is null and a.state_main = ${state.pendiente} and a.submitted_at is null group by 2, 3 order by 2 limit 4`
      : sql<Waiting>`select a.id, u.username, p.due_close as close from analysis a join period p on p.id = a.period_id join department d on d.id = a.department_id
          join app_user u on u.id = d.chief_id
          where a.period_id = ${periodId} and a.group_id is null and a.state_main = ${state.pendiente} and a.submitted_at is not null order by 2, 1 limit 4`,
  )

const REASONS = {
  1: [
    'El banco entrega el extracto de la cuenta recién el día hábil 5.',
    'Falta la confirmación de saldos de la contraparte; la pidieron el lunes.',
    'La conciliación de cartera espera el cierre del sistema de préstamos.',
    'Estoy reemplazando a una colega con licencia y recibí sus cuentas ayer.',
  ],
  2: [
    'Tengo 40 análisis por revisar y la mitad llegó después del plazo.',
    'Pedí el contrato de la garantía a legal antes de aprobar.',
    'Reviso junto con tesorería la valuación de los títulos.',
    'El informe del perito llega el día del vencimiento por la tarde.',
  ],
} as const

/** One that nobody decided before its month was closed: its analysis was sent late. */
export async function createUndecidedExtension(db: Db, periodId: number): Promise<void> {
  await sql`insert into extension (analysis_id, role, old_due, new_due, reason, asked_by, asked_at)
    select a.id, 'ANALISTA', a.due_analyst, least(a.due_analyst + interval '1 day', p.due_close), ${REASONS[1][1]}, a.analyst_id, a.due_analyst - interval '6 hours'
    from analysis a join period p on p.id = a.period_id join department d on d.id = a.department_id
    where a.period_id = ${periodId} and a.submitted_at > a.due_analyst and d.chief_id <> a.analyst_id order by a.id limit 1`.execute(db)
}

/** The members of a group that waits for its analyst, one of each. */
const groupsWaiting = (db: Db, periodId: number) =>
  rows(
    db,
    sql<Waiting>`select min(a.id) as id, u.username, p.due_close as close from analysis a join period p on p.id = a.period_id join app_user u on u.id = a.analyst_id
      where a.period_id = ${periodId} and a.group_id is not null and a.state_main = ${state.pendiente} and a.submitted_at is null group by a.group_id, 2, 3`,
  )

/** More time asked for by analysts and heads: some decided, the rest to decide. */
export async function createExtensions(db: Db, periodId: number): Promise<void> {
  for (const { id, username, close } of await groupsWaiting(db, periodId))
    await ask(db, await personNamed(db, username, 1), {
      itemIds: [id],
      nuevaFecha: new Date(Date.parse(close) - 3_600_000).toISOString(),
      motivo: 'Los extractos de las tres cuentas llegan juntos, el día hábil 6.',
    })
  for (const role of [1, 2] as const)
    for (const [i, { id, username, close }] of (await waiting(db, periodId, role)).entries()) {
      const person = await personNamed(db, username, role)
      const nuevaFecha = new Date(Date.parse(close) - (i + 1) * 3_600_000).toISOString()
      const { pedidas } = await ask(db, person, { itemIds: [id], nuevaFecha, motivo: REASONS[role][i]! })
      if (role === 2 || i > 1) continue
      const head = await row(
        db,
        sql<{
          username: string
        }>`select u.username from analysis a join department d on d.id = a.department_id join app_user u on u.id = d.chief_id where a.id = ${id}`,
      )
      const ids = pedidas.map(({ ID }) => ID)
      if (head && head.username !== username)
        await decide(db, await personNamed(db, head.username, 2), {
          ids,
          aprobar: i === 0,
          comentario: i === 0 ? undefined : 'El extracto ya está en la carpeta compartida.',
        })
    }
}
