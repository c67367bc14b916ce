import type { Parsed } from '@cuadre/api/endpoint'
import type {
  createTieOutRule,
  listTieOutRules,
  setTieOutFigure,
  TieOutResult,
  TieOutRule,
  tryTieOutRule,
  updateTieOutRule,
} from '@cuadre/api/tie-out'
import { sql } from 'kysely'
import { businessScope } from '../../platform/access/scope.ts'
import { periodStatus } from '../../platform/database/codes.ts'
import { type Db, row, transaction } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { type TiedOut, tieOutDifferences } from './tie-out.differences.ts'

const columns = sql`r.id as "ID", r.name as "NOMBRE", r.business_id as "ID_NEGOCIO", b.name as "NEGOCIO", r.kind as "TIPO", r.left_terms as "IZQUIERDA", r.right_terms as "DERECHA",
  r.opposite as "OPUESTO", r.tolerance::text as "TOLERANCIA", r.severity as "SEVERIDAD", r.active as "ACTIVA", r.revision as "REVISION", u.name as "POR", r.saved_at as "FECHA"`
const from = sql`tie_out_rule r left join business b on b.id = r.business_id join app_user u on u.id = r.saved_by`
/** A rule of every business belongs to everybody. */
const scope = (caller: Caller) => sql`(r.business_id is null or ${businessScope(caller, sql`r.business_id`)})`

export const list = (db: Db, caller: Caller, query: Parsed<typeof listTieOutRules>['query']) =>
  page<TieOutRule, typeof query>(db, query, {
    select: columns,
    from,
    where: all(
      scope(caller),
      query.activo !== 'todos' && sql`r.active = ${query.activo === 'true'}::boolean`,
      contains(sql`plain(r.name)`, query.search),
    ),
    sortable: { NOMBRE: sql`lower(r.name)`, NEGOCIO: sql`b.name`, FECHA: sql`r.saved_at` },
    by: sql`b.name nulls first, lower(r.name)`,
    id: sql`r.id`,
  })
const find = (db: Db, caller: Caller, id: number) =>
  row(db, sql<TieOutRule>`select ${columns} from ${from} where r.id = ${id} and ${scope(caller)}`)

type Rule = Parsed<typeof createTieOutRule>['body']
async function check(db: Db, caller: Caller, { TIPO, IZQUIERDA, DERECHA, ID_NEGOCIO }: Rule) {
  if (TIPO === 'igual' && IZQUIERDA.length === 0) throw Invalid('IZQUIERDA', 'tie_out_sides')
  if (TIPO === 'igual' && DERECHA.length === 0) throw Invalid('DERECHA', 'tie_out_sides')
  if (ID_NEGOCIO === null) {
    // What holds for every business is for those who have every business.
    const missing = await row(
      db,
      sql`select from business b where b.active and not ${businessScope({ ...caller, countryId: null, businessId: null }, sql`b.id`)} limit 1`,
    )
    if (missing) throw Invalid('ID_NEGOCIO', 'threshold_scope_beyond')
  } else if (!(await row(db, sql`select from business b where b.id = ${ID_NEGOCIO} and ${businessScope(caller, sql`b.id`)}`)))
    throw Invalid('ID_NEGOCIO', 'business_unknown')
}
const recordChange = (tx: Db, id: number, before: unknown, after: unknown, userId: number) =>
  sql`insert into tie_out_change (rule_id, old_value, new_value, changed_by)
    values (${id}, ${before === null ? null : JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${userId})`.execute(tx)

/** @throws 409 if the name is taken, 422 */
export const create = (db: Db, caller: Caller, rule: Rule): Promise<TieOutRule> =>
  transaction(db, async (tx) => {
    await check(tx, caller, rule)
    const { NOMBRE, ID_NEGOCIO, TIPO, IZQUIERDA, DERECHA, OPUESTO, TOLERANCIA, SEVERIDAD } = rule
    const made = await row(
      tx,
      sql<{
        id: number
      }>`insert into tie_out_rule (name, business_id, kind, left_terms, right_terms, opposite, tolerance, severity, saved_by)
        values (${NOMBRE}, ${ID_NEGOCIO}::int, ${TIPO}, ${IZQUIERDA}::text[], ${DERECHA}::text[], ${OPUESTO}, ${TOLERANCIA}, ${SEVERIDAD}, ${caller.userId})
        on conflict do nothing returning id`,
    )
    if (!made) throw Invalid('NOMBRE', 'tie_out_name')
    const after = (await find(tx, { ...caller, countryId: null, businessId: null }, made.id))!
    await recordChange(tx, made.id, null, after, caller.userId)
    return after
  })

const save = (
  tx: Db,
  id: number,
  { NOMBRE, ID_NEGOCIO, TIPO, IZQUIERDA, DERECHA, OPUESTO, TOLERANCIA, SEVERIDAD }: Rule,
  active: boolean,
  userId: number,
) =>
  sql`update tie_out_rule set name = ${NOMBRE}, business_id = ${ID_NEGOCIO}::int, kind = ${TIPO}, left_terms = ${IZQUIERDA}::text[], right_terms = ${DERECHA}::text[],
    opposite = ${OPUESTO}, tolerance = ${TOLERANCIA}, severity = ${SEVERIDAD}, active = ${active}, revision = revision + 1, saved_by = ${userId}, saved_at = now()
    where id = ${id}`.execute(tx)

/** @throws 404, 409 with the rule of now, 422 */
export const update = (
  db: Db,
  caller: Caller,
  id: number,
  { ACTIVA, REVISION, ...rule }: Parsed<typeof updateTieOutRule>['body'],
): Promise<TieOutRule> =>
  transaction(db, async (tx) => {
    const held = await row(tx, sql<{ business_id: number | null }>`select business_id from tie_out_rule where id = ${id} for update`)
    const before = held && (await find(tx, caller, id))
    if (!before) throw NotFound()
    if (before.REVISION !== REVISION) throw Conflict('row_moved', {}, before)
    await check(tx, caller, { ...rule, ID_NEGOCIO: held.business_id })
    await check(tx, caller, rule)
    if (await row(tx, sql`select from tie_out_rule where lower(name) = lower(${rule.NOMBRE}) and id <> ${id}`))
      throw Invalid('NOMBRE', 'tie_out_name')
    await save(tx, id, rule, ACTIVA, caller.userId)
    const after = (await find(tx, { ...caller, countryId: null, businessId: null }, id))!
    await recordChange(tx, id, before, after, caller.userId)
    return after
  })

const seenOnly = (results: readonly TiedOut[]): TieOutResult[] => results.flatMap(({ seen, ...result }) => (seen ? [result] : []))

/** Of a period's balances, without saving anything. @throws 422 */
export async function tryOut(db: Db, caller: Caller, { ID_PERIODO, ...rule }: Parsed<typeof tryTieOutRule>['body']) {
  await check(db, caller, rule)
  if (!(await row(db, sql`select from period where id = ${ID_PERIODO}`))) throw Invalid('ID_PERIODO', 'period_unknown')
  return seenOnly(await tieOutDifferences(db, { period: ID_PERIODO, tried: rule, caller }))
}

const periodNamed = async (db: Db, name: string) =>
  (await row(
    db,
    sql<{ id: number; closed: boolean }>`select id, status_id = ${periodStatus.cerrado} as closed from period where name = ${name}`,
  )) ?? null
export async function results(db: Db, caller: Caller, name: string) {
  const period = await periodNamed(db, name)
  return period ? seenOnly(await tieOutDifferences(db, { period: period.id, caller })) : []
}

/** @throws 404, 409 in a closed period, 422 */
export const setFigure = (db: Db, caller: Caller, { ID_REGLA, PERIODO, ID_NEGOCIO, MONTO }: Parsed<typeof setTieOutFigure>['body']) =>
  transaction(db, async (tx) => {
    const rule = await find(tx, caller, ID_REGLA)
    if (!rule) throw NotFound()
    if (rule.TIPO !== 'control') throw Invalid('ID_REGLA', 'tie_out_no_figure')
    if (!(await row(tx, sql`select from business b where b.id = ${ID_NEGOCIO} and ${businessScope(caller, sql`b.id`)}`)))
      throw Invalid('ID_NEGOCIO', 'business_unknown')
    const found = await periodNamed(tx, PERIODO)
    if (!found) throw Invalid('PERIODO', 'period_unknown')
    // Until the commit it cannot close.
    const held = await row(
      tx,
      sql<{ closed: boolean }>`select status_id = ${periodStatus.cerrado} as closed from period where id = ${found.id} for share`,
    )
    if (held?.closed) throw Conflict('period_closed')
    const key = sql`rule_id = ${ID_REGLA} and period_id = ${found.id} and business_id = ${ID_NEGOCIO}`
    const before = await row(tx, sql<{ amount: string }>`select amount from tie_out_figure where ${key}`)
    if (MONTO === null) await sql`delete from tie_out_figure where ${key}`.execute(tx)
    else
      await sql`insert into tie_out_figure values (${ID_REGLA}, ${found.id}, ${ID_NEGOCIO}, ${MONTO}, ${caller.userId})
        on conflict (rule_id, period_id, business_id) do update set amount = excluded.amount, entered_by = excluded.entered_by, entered_at = now()`.execute(
        tx,
      )
    const about = { PERIODO, ID_NEGOCIO }
    await recordChange(tx, ID_REGLA, before ? { ...about, MONTO: before.amount } : null, { ...about, MONTO }, caller.userId)
    return seenOnly(await tieOutDifferences(tx, { period: found.id, caller }))
  })
