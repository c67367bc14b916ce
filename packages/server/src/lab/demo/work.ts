import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeWorkbook } from '@cuadre/tables'
import { sql } from 'kysely'
import { state } from '../../platform/database/codes.ts'
import { type Db, rows, transaction } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { amountText, cents, fromCents } from '../../platform/money.ts'
import { lock } from '../../workflow/analysis/analysis.steps.repository.ts'
import { decide } from '../../workflow/decision/decision.service.ts'
import { submit } from '../../workflow/submission/submission.service.ts'
import { issuedFor, SIGNATURE, sign, signingKey } from '../../workflow/workbook/signature.ts'
import { type BookItem, filledTemplate } from '../../workflow/workbook/workbook.service.ts'
import { commentInSql, commentOf } from './comments.ts'
import { type DemoOptions, personNamed } from './people.ts'

/** Finishes a past month: everything supported and approved, mostly in time, with its events; a few were sent back once. */
export const settlePast = (db: Db, periodId: number) => settle(db, periodId, sql`true`, sql`a.account_id % 53 = 7`)

/** Most sign hours before the deadline, some a little late. */
const signed = (due: string, spread: number, early: number) =>
  sql`a.${sql.ref(due)} + (a.account_id % ${sql.lit(spread)} - ${sql.lit(early)}) * interval '3 hours'`

/** One prepares hers within the day before: her pace leaves her room in the present month for accounts of those who will be late. */
const prepared = sql`${signed('due_analyst', 29, 26)} + case when a.account_id % 29 <= 26 and a.analyst_id = (select id from app_user where username = 'lferreyra')
  then (26 - a.account_id % 29) * interval '160 minutes' - interval '1 day' else interval '0' end`

type Condition = ReturnType<typeof sql<unknown>>
async function settle(db: Db, periodId: number, which: Condition, sentBack: Condition = sql`false`): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`update analysis a set value = balance, comment = ${commentInSql}, version = 1, revision = 4, state_main = ${state.aprobado}, state_jefatura = ${state.aprobado}, state_control = ${state.aprobado},
      rejections_jefatura = (${sentBack})::int,
      submitted_at = least(${prepared}, now() - interval '3 hours'), first_submitted_at = least(${prepared}, now() - interval '3 hours'),
      jefatura_at = least(${signed('due_jefatura', 23, 20)}, now() - interval '2 hours'), jefatura_by = d.chief_id,
      control_at = least(${signed('due_control', 19, 17)}, now() - interval '1 hour'), control_by = (select u.id from app_user u where u.username = case c.iso when 'CL' then 'rvaldes' when 'CO' then 'mospina' else 'bmontoya' end)
      from department d, country c where d.id = a.department_id and c.id = a.country_id and a.period_id = ${periodId} and ${which}`.execute(
      tx,
    )
    await sql`select append_event(a.period_id, s.kind, a.id, null, case s.kind when 'enviado' then a.analyst_id when 'aprobado_control' then a.control_by else a.jefatura_by end,
        s.role, s.came, s.went, case s.kind when 'enviado' then a.comment when 'rechazado_jefatura' then 'El movimiento no correspondía al mes: corrija el asiento.' end,
        case s.kind when 'rechazado_jefatura' then '{"motivo": "SALDO_NO_CUADRA"}'::jsonb end)
      from (select * from analysis a where period_id = ${periodId} and ${which} order by id) a,
        (values (1, 'enviado', 1, 1, 1, 1), (2, 'rechazado_jefatura', 2, 1, 3, 1), (3, 'enviado', 1, 3, 1, 1), (4, 'aprobado_jefatura', 2, 1, 2, 0), (5, 'aprobado_control', 3, 2, 4, 0))
          as s(step, kind, role, came, went, again)
      where s.step = 1 or s.again = 0 or ${sentBack} order by a.id, s.step`.execute(tx)
  })
}

/** How many analyses of the current month are really submitted, each with a workbook. */
const ON_THE_WAY = 60
type Item = { id: number; username: string; chief: string; account_id: number }

/** The current month half done: really submitted with workbooks and really decided, by the people whose turn it is. */
export async function workPresent(options: DemoOptions, periodId: number): Promise<void> {
  const { db } = options
  const items = await rows<Item>(
    db,
    sql`select a.id, a.account_id, u.username, chief.username as chief from analysis a join app_user u on u.id = a.analyst_id
      join department d on d.id = a.department_id join app_user chief on chief.id = d.chief_id where a.period_id = ${periodId} order by (chief.username = 'mduarte') desc, md5(a.id::text)`,
  )
  const people = new Map<string, Caller>()
  const as = async (username: string, role: Caller['roleId']) => {
    const key = `${username}/${role}`
    const known = people.get(key) ?? (await personNamed(db, username, role))
    people.set(key, known)
    return known
  }
  // A third is finished, as in earlier months; of the rest, the first few are submitted with their files.
  await settle(db, periodId, sql`a.account_id % 10 < 3`)
  for (const { id, username, chief, account_id } of items
    .filter((item) => [3, 4, 5, 6].includes(item.account_id % 10))
    .slice(0, ON_THE_WAY)) {
    const turn = account_id % 10
    await submitBook(options, await as(username, 1), id, account_id % 13 === 0)
    if (turn < 5) {
      const reject = account_id % 4 === 0
      await decide(db, await as(chief, 2), id, {
        level: 'jefatura',
        outcome: reject ? 'rechazado' : 'aprobado',
        ...(reject
          ? { comentario: 'El detalle no incluye el soporte del movimiento del mes. Adjunte el auxiliar.', motivo: 'FALTA_SOPORTE' }
          : {}),
      })
    }
  }
}

/** Fills in the pre-filled workbook with the real figures and submits it; sometimes a little is left unsupported. */
async function submitBook({ db, storage }: DemoOptions, analyst: Caller, id: number, short: boolean) {
  const now = await transaction(db, (tx) => lock(tx, analyst, id))
  if (!now) throw new Error(`The demo lost analysis ${id}`)
  const previous = cents(now.previous ?? '0')
  const gap = short ? cents(now.balance) / 10_000n : 0n
  const items: BookItem[] = [
    { concept: 'Saldo al cierre del mes anterior', document: 'Auxiliar', amount: fromCents(previous) },
    { concept: 'Movimiento del mes', document: 'Libro diario', amount: fromCents(cents(now.balance) - previous - gap) },
  ]
  const value = fromCents(cents(now.balance) - gap)
  const comment = commentOf(id, amountText(cents(now.balance) - previous, 'es'))
  const signature = sign(await signingKey(db), issuedFor(now))
  const path = join(tmpdir(), `cuadre-${randomUUID()}`)
  try {
    await writeWorkbook([{ ...filledTemplate(now, 'es', items, comment), constants: { [SIGNATURE]: signature } }], path)
    const file = {
      path,
      name: `${now.account} ${now.period}.xlsx`,
      size: statSync(path).size,
      sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
    }
    await submit(db, storage, analyst, id, { file, VALOR_ANALISIS: value, VARIACION: fromCents(gap), COMENTARIO_VARIACION: comment })
  } finally {
    await rm(path, { force: true })
  }
}
