import { PERIOD_STATUS } from '@cuadre/api/period'
import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { chiefDecides } from '../../organisation/department/department.repository.ts'
import { state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { record } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'

import { items, type Order, people, type ValidatedAccount, waits } from './transfer.selection.ts'

/**
 * Locks the departments that accounts move to, so that they stay active until the transaction ends; false if one is not active any more.
 */
export async function lockDepartments(tx: Db, accounts: readonly Pick<ValidatedAccount, 'department'>[]): Promise<boolean> {
  const wanted = [...new Set(accounts.flatMap(({ department }) => department ?? []))]
  const held = await rows(tx, sql`select id from department where id = any(${wanted}::int[]) and active order by id for share`)
  return held.length === wanted.length
}

type Move = { lote: number; order: Order; since: string; accounts: readonly { id: number; department: number | null }[]; caller: Caller }
/** Moves accounts, their history, their work and its events, in bulk. The accounts are locked and checked. */
export async function moveAccounts(tx: Db, { lote, order, since, accounts, caller }: Move) {
  const { rol, origenUsuarioId: origin, destinoUsuarioId: to, motivo } = order
  const ids = accounts.map(({ id }) => id)
  const departments = accounts.map(({ department }) => department)
  await sql`insert into transfer_account (transfer_id, account_id, old_department_id, new_department_id, old_since, old_before)
    select ${lote}, c.id, c.department_id, w.department, c.analyst_since, c.analyst_before from unnest(${ids}::int[], ${departments}::int[]) w(id, department)
    join account c on c.id = w.id`.execute(tx)
  // Groups move as a whole, and before their members, which would otherwise leave them.
  if (rol === 'ANALISTA')
    await sql`with items as materialized ${items(order, since, sql`${ids}::int[]`)}
      update analysis_group g set analyst_id = ${to} where g.dissolved_at is null and g.id in
        (select a.group_id from items i join analysis a on a.id = i.id where not i.signed)`.execute(tx)
  // Before the accounts change, because whose work it is depends on them.
  const moved = await rows(
    tx,
    sql<{
      id: number
      period_id: number
      signed: boolean
      group: number | null
    }>`with items as materialized ${items(order, since, sql`${ids}::int[]`)},
      held as (select a.id, i.signed, i.period_id, a.group_id from items i join analysis a on a.id = i.id order by a.id for no key update of a),
      done as (update analysis a set ${
        rol === 'JEFE'
          ? sql`department_id = t.new_department_id, revision = a.revision + 1`
          : sql`analyst_id = case when h.signed then a.analyst_id else ${to} end, next_analyst_id = case when h.signed then ${to}::int end,
              revision = a.revision + (not h.signed)::int`
      } from held h, transfer_account t where a.id = h.id and t.transfer_id = ${lote} and t.account_id = a.account_id
        returning a.id, a.period_id, h.signed, a.revision, h.group_id),
      kept as (insert into transfer_analysis select ${lote}, id, signed, revision from done)
      select id, period_id, signed, group_id as "group" from done`,
  )
  if (rol === 'JEFE') await regroup(tx, moved)
  const set =
    rol === 'ANALISTA'
      ? sql`analyst_id = ${to}::int, analyst_since = ${since}::text, analyst_before = ${origin}::int`
      : rol === 'RESPALDO'
        ? sql`backup_id = ${to}::int`
        : sql`department_id = t.new_department_id`
  await sql`update account c set ${set} from transfer_account t where t.transfer_id = ${lote} and t.account_id = c.id`.execute(tx)
  await recordHistory(tx, lote, { from: origin, to, reason: motivo, userId: caller.userId, back: false })
  await recordMoves(tx, moved, { lote, from: origin, to, caller })
}

/** Whatever moves an analysis to another department takes it out of its group; a group of which all have moved to the same one stays a group. */
async function regroup(tx: Db, moved: readonly { id: number; group: number | null }[]) {
  const of = moved.flatMap(({ id, group }) => (group === null ? [] : [{ id, group }]))
  if (of.length === 0) return
  await sql`with of as (select * from unnest(${of.map(({ id }) => id)}::int[], ${of.map(({ group }) => group)}::int[]) as o(id, group_id)),
      whole as (select o.group_id from of o join analysis a on a.id = o.id group by o.group_id having count(distinct coalesce(a.department_id, 0)) = 1)
    update analysis a set group_id = o.group_id from of o join whole w on w.group_id = o.group_id where a.id = o.id and a.group_id is null
      and not exists (select from analysis m where m.group_id = o.group_id)`.execute(tx)
}

type Change = { from: number; to: number; reason: string; userId: number | null; back: boolean }
/** A row of history for each account of the batch, or for those given back. */
const recordHistory = (tx: Db, lote: number, { from, to, reason, userId, back }: Change, ids?: readonly number[]) =>
  sql`insert into assignment_change (account_id, role, old_user_id, new_user_id, old_department_id, new_department_id, since, reason, transfer_id, changed_by)
    select t.account_id, b.role, ${from}, ${to}, ${back ? sql`t.new_department_id, t.old_department_id` : sql`t.old_department_id, t.new_department_id`},
      case when ${!back}::boolean then p.name end, ${reason}, t.transfer_id, ${userId}::int
    from transfer_account t join transfer b on b.id = t.transfer_id join period p on p.id = b.since_period_id
    where t.transfer_id = ${lote} and (${ids ?? null}::int[] is null or t.account_id = any(${ids ?? null}::int[])) order by t.account_id`.execute(
    tx,
  )

type Moved = { id: number; period_id: number; signed: boolean; group: number | null }[]
/** One event per period that lists its analyses: thousands of single ones would lock the chain for seconds. */
async function recordMoves(
  tx: Db,
  moved: Moved,
  { lote, from, to, caller }: { lote: number; from: number; to: number; caller: Pick<Caller, 'userId' | 'roleId'> | null },
) {
  const names = new Map((await people(tx, [from, to])).map(({ id, name }) => [id, name]))
  const periods = [...new Set(moved.map(({ period_id }) => period_id))].sort((a, b) => a - b)
  for (const periodId of periods) {
    const here = moved.filter(({ period_id }) => period_id === periodId).sort((a, b) => a.id - b.id)
    const ids = here.map(({ id }) => id)
    const firmados = here.filter(({ signed }) => signed).map(({ id }) => id)
    await record(tx, {
      periodId,
      kind: 'traspaso',
      caller,
      detail: { de: names.get(from), a: names.get(to), lote, analisis: ids, firmados },
    })
  }
}

type Batch = {
  id: number
  role: Order['rol']
  from: number
  to: number
  reason: string
  since: string
  old: boolean
  undone: boolean
  returned: boolean
}
/** Locked until the transaction ends. */
export const lockBatch = (tx: Db, id: number) =>
  row(
    tx,
    sql<Batch>`select t.id, t.role, t.from_user_id as "from", t.to_user_id as "to", t.reason, p.name as since, t.created_at < now() - interval '24 hours' as old,
      t.undone_at is not null as undone, t.returned_at is not null as returned
      from transfer t join period p on p.id = t.since_period_id where t.id = ${id} for update of t`,
  )
export const lockAccounts = (tx: Db, lote: number) =>
  sql`select from account c where c.id in (select account_id from transfer_account where transfer_id = ${lote}) order by c.id for update`.execute(
    tx,
  )

/** Accounts of a batch that nobody has changed since. */
const untouched = (lote: number) => sql`(select t.account_id from transfer_account t where t.transfer_id = ${lote}
  and (select h.transfer_id from assignment_change h join transfer b on b.id = ${lote} where h.account_id = t.account_id
    and (h.role = b.role or (b.role = 'JEFE' and h.role = 'ANALISTA')) order by h.id desc limit 1) = ${lote})`

/**
 * The person, or a head's departments, to whom accounts of a batch would go back but who are not active any more, are analyst no longer, or have no
 * head who can decide: nobody would prepare or decide what comes back. They are locked meanwhile.
 */
export async function inactiveOrigins(tx: Db, { id, role, from }: Batch): Promise<{ name: string; departmentId: number | null }[]> {
  const found =
    role === 'JEFE'
      ? sql<Origin>`select d.id as "departmentId", d.name, d.active and coalesce(${chiefDecides}, false) as active from department d left join app_user u on u.id = d.chief_id
          where d.id in (select old_department_id from transfer_account where transfer_id = ${id}) order by d.id for share of d`
      : sql<Origin>`select null::int as "departmentId", u.name, u.active and exists (select from user_role r where r.user_id = u.id and r.role_id = ${ROLE.analista}) as active
          from app_user u where u.id = ${from} for share of u`
  return (await rows(tx, found)).filter(({ active }) => !active)
}
type Origin = { departmentId: number | null; name: string; active: boolean }

/** Accounts that were transferred again, or on whose work somebody has acted since. */
export const actedOn = (tx: Db, { id, to, role }: Batch) =>
  rows(
    tx,
    sql<{ code: string; business: string }>`select c.code, b.name as business from transfer_account t join account c on c.id = t.account_id
      join business b on b.id = c.business_id where t.transfer_id = ${id} and (
        t.account_id not in ${untouched(id)}
        or exists (select from transfer_analysis x join analysis a on a.id = x.analysis_id join period p on p.id = a.period_id where x.transfer_id = ${id} and a.account_id = c.id
          and (p.status_id = ${PERIOD_STATUS.cerrado} or case when x.signed then a.next_analyst_id is distinct from ${to} else a.revision <> x.revision end))
        or (${role === 'ANALISTA'}::boolean and exists (select from analysis a where a.account_id = c.id and a.analyst_id = ${to} and a.version > 0
          and exists (select from analysis_file f join transfer b on b.id = ${id} where f.analysis_id = a.id and f.uploaded_by = ${to} and f.uploaded_at > b.created_at))))
      order by c.code, b.name limit 50`,
  )

/**
 * Accounts and work go back to whoever had them, with what arrived since, but not to a department in `lost`.
 * @returns the number of accounts
 */
export async function giveBack(
  tx: Db,
  batch: Batch,
  caller: Pick<Caller, 'userId' | 'roleId'> | null,
  lost: readonly number[] = [],
): Promise<number> {
  const { id: lote, role, from, to } = batch
  const ids = (
    await rows(
      tx,
      sql<{ account_id: number }>`select u.account_id from ${untouched(lote)} u where not exists (select from transfer_account t
        where t.transfer_id = ${lote} and t.account_id = u.account_id and t.old_department_id = any(${[...lost]}::int[])) order by 1`,
    )
  ).map((r) => r.account_id)
  const set =
    role === 'ANALISTA'
      ? sql`analyst_id = ${from}::int, analyst_since = t.old_since, analyst_before = t.old_before`
      : role === 'RESPALDO'
        ? sql`backup_id = ${from}::int`
        : sql`department_id = t.old_department_id`
  await sql`update account c set ${set} from transfer_account t where t.transfer_id = ${lote} and t.account_id = c.id and c.id = any(${ids}::int[])`.execute(
    tx,
  )
  if (role !== 'RESPALDO') {
    const mine =
      role === 'ANALISTA'
        ? sql`coalesce(a.next_analyst_id, a.analyst_id) = ${to} and p.name >= ${batch.since}`
        : sql`a.state_jefatura <> ${state.aprobado} and a.department_id = t.new_department_id`
    if (role === 'ANALISTA')
      await sql`update analysis_group g set analyst_id = ${from} where g.dissolved_at is null and g.analyst_id = ${to}
        and exists (select from analysis a where a.group_id = g.id and ${waits})
        and not exists (select from analysis a where a.group_id = g.id and a.account_id <> all(${ids}::int[]))`.execute(tx)
    const moved = await rows(
      tx,
      sql<
        Moved[number]
      >`with held as (select a.id, a.group_id, ${waits} as waits, t.old_department_id as department from analysis a join period p on p.id = a.period_id
          join transfer_account t on t.transfer_id = ${lote} and t.account_id = a.account_id
          where a.account_id = any(${ids}::int[]) and p.status_id <> ${PERIOD_STATUS.cerrado} and ${mine} order by a.id for no key update of a)
        update analysis a set ${
          role === 'JEFE'
            ? sql`department_id = h.department, revision = a.revision + 1`
            : sql`analyst_id = case when h.waits then ${from} else a.analyst_id end,
                next_analyst_id = case when not h.waits and a.analyst_id <> ${from} then ${from}::int end, revision = a.revision + h.waits::int`
        } from held h where a.id = h.id returning a.id, a.period_id, not h.waits and ${role === 'ANALISTA'} as signed, h.group_id as "group"`,
    )
    if (role === 'JEFE') await regroup(tx, moved)
    await recordMoves(tx, moved, { lote, from: to, to: from, caller })
  }
  await recordHistory(tx, lote, { from: to, to: from, reason: batch.reason, userId: caller?.userId ?? null, back: true }, ids)
  return ids.length
}
