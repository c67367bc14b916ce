import type { Parsed } from '@cuadre/api/endpoint'
import { PERIOD_STATUS } from '@cuadre/api/period'
import { ROLE } from '@cuadre/api/roles'
import type { Transfer, TransferResult, transferAccounts } from '@cuadre/api/transfer'
import { type RawBuilder, sql } from 'kysely'
import { accountScope } from '../../platform/access/scope.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, page } from '../../platform/database/list.ts'
import { record } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'

export type Order = Parsed<typeof transferAccounts>['body']
export type Reason = TransferResult['omitidas'][number]['motivo']
export type Person = { id: number; name: string; active: boolean; roles: number[] }
/** A selected account; `reason` says why it is not transferred. `groups`: of its work in progress. */
export type Judged = {
  id: number
  code: string
  business: string
  name: string
  department: number | null
  reason: Reason | null
  groups: number[] | null
}

export const people = (db: Db, ids: readonly number[]) =>
  rows(
    db,
    sql<Person>`select u.id, u.name, u.active, coalesce((select array_agg(role_id) from user_role where user_id = u.id), '{}') as roles
      from app_user u where u.id = any(${ids}::int[])`,
  )

export const period = (db: Db, id: number) =>
  row(db, sql<{ name: string; status: number }>`select name, status_id as status from period where id = ${id}`)

const waits = sql`(a.state_main = 3 or (a.state_main = 1 and a.submitted_at is null))`

/**
 * The origin's work of open periods from `since` on: of an analyst what they prepare or have signed, of a head what waits or will wait for
 * them; of a backup nothing.
 */
const items = ({ rol, origenUsuarioId, incluirEnCurso }: Order, since: string, ids: RawBuilder<unknown>) =>
  sql`(select a.id, a.account_id, a.period_id, p.name as period, a.group_id, a.due_analyst, a.due_jefatura, a.revision, a.state_main, a.state_jefatura, a.state_control,
      a.jefatura_by, a.control_by, ${rol === 'JEFE' ? sql`false` : sql`not ${waits}`} as signed
    from analysis a join period p on p.id = a.period_id
    where a.account_id = any(${ids}) and p.status_id <> ${PERIOD_STATUS.cerrado} and p.name >= ${since} and ${incluirEnCurso}::boolean and ${
      rol === 'ANALISTA'
        ? sql`coalesce(a.next_analyst_id, a.analyst_id) = ${origenUsuarioId}`
        : rol === 'JEFE'
          ? sql`a.state_jefatura <> 4 and a.department_id in (select id from department where chief_id = ${origenUsuarioId})`
          : sql`false`
    })`

/** The selected accounts with the reason against each, ordered by id. Groups are checked by the service. */
export function judge(db: Db, order: Order, since: string, ids: readonly number[]) {
  const { rol, origenUsuarioId: origin, destinoUsuarioId: to, COD_DEPARTAMENTO } = order
  const holder = rol === 'ANALISTA' ? sql`c.analyst_id` : rol === 'RESPALDO' ? sql`c.backup_id` : sql`d.chief_id`
  const given = sql`(select from user_scope s where s.user_id = ${to})`
  const covers = sql`(select from user_scope s where s.user_id = ${to} and s.country_id = b.country_id and (s.business_id is null or s.business_id = b.id))`
  const controls = sql`(exists (select from user_role r where r.user_id = ${to} and r.role_id = ${ROLE.control}) and exists ${covers})`
  const against =
    rol === 'JEFE'
      ? sql`when c.analyst_id = ${to} then 'destino_es_analista' when ${controls} then 'destino_aprueba' when w.uploaded then 'destino_envio'
          when t.n = 0 then 'sin_departamento' when t.n > 1 then 'varios_departamentos'`
      : sql`when ${rol === 'RESPALDO'}::boolean and c.analyst_id = ${to} then 'destino_es_analista' when d.chief_id = ${to} or ${controls} then 'destino_aprueba'
          when w.decided then 'destino_decidio'`
  return rows(
    db,
    sql<Judged>`with work as (select i.account_id, array_agg(distinct i.group_id) filter (where i.group_id is not null) as groups,
          bool_or(i.state_main <> 4 and (i.jefatura_by = ${to} or i.control_by = ${to})) as decided,
          bool_or(exists (select from v_upload f where f.analysis_id = i.id and f.uploaded_by = ${to})) as uploaded
        from ${items(order, since, sql`${ids}::int[]`)} i group by i.account_id)
      select c.id, c.code, b.name as business, c.name, ${rol === 'JEFE' ? sql`t.id` : sql`c.department_id`} as department,
        w.groups,
        case when c.id = any(${order.omitir}::int[]) then 'omitida' when ${holder} is distinct from ${origin} then 'no_es_del_origen'
          when exists ${given} and not exists ${covers} then 'fuera_de_alcance' ${against} end as reason
      from account c join business b on b.id = c.business_id left join department d on d.id = c.department_id
      left join work w on w.account_id = c.id
      left join lateral (select count(*)::int as n, min(x.id) as id from department x where x.chief_id = ${to} and x.business_id = c.business_id and x.active
        and (${COD_DEPARTAMENTO ?? null}::int is null or x.id = ${COD_DEPARTAMENTO ?? null}::int)) t on ${rol === 'JEFE'}::boolean
      where c.id = any(${ids}::int[]) order by c.id`,
  )
}

/** Accounts that have work in these groups. */
export const membersOf = (db: Db, groups: readonly number[]) =>
  rows(
    db,
    sql<{
      group: number
      account: number
    }>`select group_id as "group", account_id as account from analysis where group_id = any(${groups}::int[])`,
  )

type Work = {
  preparar: number
  firmados: number
  queda: number
  periodos: { PERIODO: string; porPreparar: number; firmados: number }[]
  riesgo: number
  primeros: { COD_ANALISIS: number; CUENTA: string; NEGOCIO: string; PERIODO: string; VENCE: string }[]
  /** Hash of all rows in their current state. */
  mark: string
}
/** The work that would move with these accounts. */
export async function work(db: Db, order: Order, since: string, ids: readonly number[]): Promise<Work> {
  const due = order.rol === 'JEFE' ? sql`i.due_jefatura` : sql`i.due_analyst`
  const found = await row(
    db,
    sql<Work>`with items as materialized ${items(order, since, sql`${ids}::int[]`)},
      months as (select period, count(*) filter (where not signed)::int as preparar, count(*) filter (where signed)::int as firmados from items group by period),
      risky as (select i.id, c.code, b.name as business, i.period, ${due} as due from items i join account c on c.id = i.account_id join business b on b.id = c.business_id
        where not i.signed and ${due} < now() + interval '48 hours'),
      first as (select * from risky order by due, id limit 100)
      select (select count(*)::int from items where not signed) as preparar, (select count(*)::int from items where signed) as firmados,
        (select count(*)::int from analysis a join period p on p.id = a.period_id where a.account_id = any(${ids}::int[]) and p.status_id <> 3 and a.state_main <> 4
          and coalesce(a.next_analyst_id, a.analyst_id) = ${order.origenUsuarioId} and a.id not in (select id from items)) as queda,
        (select coalesce(json_agg(json_build_object('PERIODO', period, 'porPreparar', preparar, 'firmados', firmados) order by period desc), '[]') from months) as periodos,
        (select count(*)::int from risky) as riesgo,
        (select coalesce(json_agg(json_build_object('COD_ANALISIS', id, 'CUENTA', code, 'NEGOCIO', business, 'PERIODO', period,
          'VENCE', to_char(due at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
          order by due, id), '[]') from first) as primeros,
        (select md5(coalesce(string_agg(id || ':' || revision || ':' || signed, ',' order by id), '')) from items) as mark`,
  )
  return found!
}

/** Accounts held and analyses waiting for a person, as analyst or as head. */
export const loads = (db: Db, { rol, origenUsuarioId, destinoUsuarioId }: Order) => {
  const mine =
    rol === 'JEFE'
      ? sql`c.department_id in (select id from department where chief_id = u.id)`
      : rol === 'RESPALDO'
        ? sql`c.backup_id = u.id`
        : sql`c.analyst_id = u.id`
  const waiting =
    rol === 'JEFE'
      ? sql`a.state_main = 1 and a.submitted_at is not null and a.department_id in (select id from department where chief_id = u.id)`
      : sql`a.analyst_id = u.id and ${waits}`
  return rows(
    db,
    sql<{
      id: number
      name: string
      cuentas: number
      pendientes: number
    }>`select u.id, u.name, (select count(*)::int from account c where c.active and ${mine}) as cuentas,
        (select count(*)::int from analysis a join period p on p.id = a.period_id where p.status_id <> ${PERIOD_STATUS.cerrado} and ${waiting}) as pendientes
      from app_user u where u.id in (${origenUsuarioId}, ${destinoUsuarioId}) order by u.id = ${destinoUsuarioId}`,
  )
}

/** Reserves the idempotency key before anything is done; a second call with the key waits here. undefined if the key is used already. */
export const begin = async (tx: Db, order: Order, userId: number, hash: string) =>
  (
    await row(
      tx,
      sql<{
        id: number
      }>`insert into transfer (role, from_user_id, to_user_id, since_period_id, until, with_open, reason, created_by, idempotency_key, request_hash)
        values (${order.rol}, ${order.origenUsuarioId}, ${order.destinoUsuarioId}, ${order.desdePeriodoId}, ${order.hasta ?? null}::date, ${order.incluirEnCurso},
          ${order.motivo}, ${userId}, ${order.idempotencia ?? null}, ${hash}) on conflict (created_by, idempotency_key) do nothing returning id`,
    )
  )?.id
export const byKey = (db: Db, userId: number, key: string) =>
  row(
    db,
    sql<{
      hash: string
      result: TransferResult
    }>`select request_hash as hash, result from transfer where created_by = ${userId} and idempotency_key = ${key} and result is not null`,
  )
export const finish = (tx: Db, lote: number, result: TransferResult) =>
  sql`update transfer set result = ${JSON.stringify(result)}::jsonb where id = ${lote}`.execute(tx)

/**
 * Locks the departments that accounts move to, so that they stay active until the transaction ends; false if one is not active any more.
 */
export async function holdDepartments(tx: Db, accounts: readonly Pick<Judged, 'department'>[]): Promise<boolean> {
  const wanted = [...new Set(accounts.flatMap(({ department }) => department ?? []))]
  const held = await rows(tx, sql`select id from department where id = any(${wanted}::int[]) and active order by id for share`)
  return held.length === wanted.length
}

type Making = { lote: number; order: Order; since: string; accounts: readonly { id: number; department: number | null }[]; caller: Caller }
/** Moves accounts, their history, their work and its events, in bulk. The accounts are locked and checked. */
export async function make(tx: Db, { lote, order, since, accounts, caller }: Making) {
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
    }>`with items as materialized ${items(order, since, sql`${ids}::int[]`)},
      held as (select a.id, i.signed, i.period_id from items i join analysis a on a.id = i.id order by a.id for no key update of a),
      done as (update analysis a set ${
        rol === 'JEFE'
          ? sql`department_id = t.new_department_id, revision = a.revision + 1`
          : sql`analyst_id = case when h.signed then a.analyst_id else ${to} end, next_analyst_id = case when h.signed then ${to}::int end,
              revision = a.revision + (not h.signed)::int`
      } from held h, transfer_account t where a.id = h.id and t.transfer_id = ${lote} and t.account_id = a.account_id
        returning a.id, a.period_id, h.signed, a.revision),
      kept as (insert into transfer_analysis select ${lote}, id, signed, revision from done)
      select id, period_id, signed from done`,
  )
  const set =
    rol === 'ANALISTA'
      ? sql`analyst_id = ${to}::int, analyst_since = ${since}::text, analyst_before = ${origin}::int`
      : rol === 'RESPALDO'
        ? sql`backup_id = ${to}::int`
        : sql`department_id = t.new_department_id`
  await sql`update account c set ${set} from transfer_account t where t.transfer_id = ${lote} and t.account_id = c.id`.execute(tx)
  await keepChanges(tx, lote, { from: origin, to, reason: motivo, userId: caller.userId, back: false })
  await recordMoves(tx, moved, { lote, from: origin, to, caller })
}

type Change = { from: number; to: number; reason: string; userId: number | null; back: boolean }
/** A row of history for each account of the batch, or for those given back. */
const keepChanges = (tx: Db, lote: number, { from, to, reason, userId, back }: Change, ids?: readonly number[]) =>
  sql`insert into assignment_change (account_id, role, old_user_id, new_user_id, old_department_id, new_department_id, since, reason, transfer_id, changed_by)
    select t.account_id, b.role, ${from}, ${to}, ${back ? sql`t.new_department_id, t.old_department_id` : sql`t.old_department_id, t.new_department_id`},
      case when ${!back}::boolean then p.name end, ${reason}, t.transfer_id, ${userId}::int
    from transfer_account t join transfer b on b.id = t.transfer_id join period p on p.id = b.since_period_id
    where t.transfer_id = ${lote} and (${ids ?? null}::int[] is null or t.account_id = any(${ids ?? null}::int[])) order by t.account_id`.execute(
    tx,
  )

type Moved = { id: number; period_id: number; signed: boolean }[]
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
 * The person, or a head's departments, to whom accounts of a batch would go back but who are not active any more. Active ones are locked
 * meanwhile.
 */
export async function lostOrigins(tx: Db, { id, role, from }: Batch): Promise<{ name: string; departmentId: number | null }[]> {
  const found =
    role === 'JEFE'
      ? sql<Origin>`select d.id as "departmentId", d.name, d.active from department d
          where d.id in (select old_department_id from transfer_account where transfer_id = ${id}) order by d.id for share`
      : sql<Origin>`select null::int as "departmentId", name, active from app_user where id = ${from} for share`
  return (await rows(tx, found)).filter(({ active }) => !active)
}
type Origin = { departmentId: number | null; name: string; active: boolean }

/** Accounts that were transferred again, or on whose work somebody has acted since. */
export const acted = (tx: Db, { id, to, role }: Batch) =>
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
        : sql`a.state_jefatura <> 4 and a.department_id = t.new_department_id`
    if (role === 'ANALISTA')
      await sql`update analysis_group g set analyst_id = ${from} where g.dissolved_at is null and g.analyst_id = ${to}
        and exists (select from analysis a where a.group_id = g.id and ${waits})
        and not exists (select from analysis a where a.group_id = g.id and a.account_id <> all(${ids}::int[]))`.execute(tx)
    const moved = await rows(
      tx,
      sql<
        Moved[number]
      >`with held as (select a.id, ${waits} as waits, t.old_department_id as department from analysis a join period p on p.id = a.period_id
          join transfer_account t on t.transfer_id = ${lote} and t.account_id = a.account_id
          where a.account_id = any(${ids}::int[]) and p.status_id <> ${PERIOD_STATUS.cerrado} and ${mine} order by a.id for no key update of a)
        update analysis a set ${
          role === 'JEFE'
            ? sql`department_id = h.department, revision = a.revision + 1`
            : sql`analyst_id = case when h.waits then ${from} else a.analyst_id end,
                next_analyst_id = case when not h.waits and a.analyst_id <> ${from} then ${from}::int end, revision = a.revision + h.waits::int`
        } from held h where a.id = h.id returning a.id, a.period_id, not h.waits and ${role === 'ANALISTA'} as signed`,
    )
    await recordMoves(tx, moved, { lote, from: to, to: from, caller })
  }
  await keepChanges(tx, lote, { from: to, to: from, reason: batch.reason, userId: caller?.userId ?? null, back: true }, ids)
  return ids.length
}
export const markUndone = (tx: Db, id: number, userId: number) =>
  sql`update transfer set undone_at = now(), undone_by = ${userId} where id = ${id}`.execute(tx)
export const markReturned = (tx: Db, id: number) => sql`update transfer set returned_at = now() where id = ${id}`.execute(tx)

/** Temporary transfers whose last day is over in `zone`. */
export const due = (db: Db, zone: string) =>
  rows(
    db,
    sql<{ id: number }>`select id from transfer where until is not null and undone_at is null and returned_at is null
      and until < (now() at time zone ${zone})::date order by id`,
  )

const columns = sql`t.id as "LOTE", t.role as "ROL", o.id as "ID_ORIGEN", o.name as "ORIGEN", n.id as "ID_DESTINO", n.name as "DESTINO", p.name as "DESDE",
  to_char(t.until, 'YYYY-MM-DD') as "HASTA", (select count(*)::int from transfer_account x where x.transfer_id = t.id) as "CUENTAS", t.reason as "MOTIVO", w.name as "POR",
  t.created_at as "FECHA", z.name as "DESHECHO_POR", t.undone_at as "DESHECHO_EN", t.returned_at as "DEVUELTO_EN",
  t.undone_at is null and t.returned_at is null and t.created_at >= now() - interval '24 hours' as "PUEDE_DESHACER"`
const from = sql`transfer t join app_user o on o.id = t.from_user_id join app_user n on n.id = t.to_user_id join period p on p.id = t.since_period_id
  join app_user w on w.id = t.created_by left join app_user z on z.id = t.undone_by`
/** Transfers of which the caller sees every account. */
const scope = (caller: Caller) =>
  sql`not exists (select from transfer_account x join account c on c.id = x.account_id where x.transfer_id = t.id and not ${accountScope(caller)})`

export const list = (
  db: Db,
  caller: Caller,
  query: { page: number; limit: number; sort?: string | undefined; search?: string | undefined; userId?: number | undefined },
) =>
  page<Transfer>(db, query, {
    select: columns,
    from,
    where: all(
      scope(caller),
      query.userId !== undefined && sql`${query.userId} in (t.from_user_id, t.to_user_id)`,
      Boolean(query.search) && sql`plain(o.name || ' ' || n.name || ' ' || t.reason) like '%' || plain(${query.search ?? ''}) || '%'`,
    ),
    sortable: { FECHA: sql`t.created_at`, ORIGEN: sql`o.name`, DESTINO: sql`n.name` },
    by: sql`t.id desc`,
    id: sql`t.id`,
  })
export const find = (db: Db, caller: Caller, id: number) =>
  row(db, sql<Transfer>`select ${columns} from ${from} where t.id = ${id} and ${scope(caller)}`)

/** Accounts in scope by their code, exactly or trimmed. */
export const byCodes = (db: Db, caller: Caller, codes: readonly string[], businessId: number | undefined) =>
  rows(
    db,
    sql<{ COD_CUENTA: number; CUENTA: string; NOMBRE: string; ID_NEGOCIO: number; NEGOCIO: string; ANALISTA: string | null }>`
      select c.id as "COD_CUENTA", c.code as "CUENTA", c.name as "NOMBRE", b.id as "ID_NEGOCIO", b.name as "NEGOCIO", u.name as "ANALISTA"
      from account c join business b on b.id = c.business_id left join app_user u on u.id = c.analyst_id
      where c.code = any(${codes}::text[]) and ${accountScope(caller)} and ${businessId === undefined ? sql`true` : sql`c.business_id = ${businessId}`}
      order by c.code, b.name, c.id`,
  )

/** The businesses of a batch's accounts, and the number of accounts. */
export const businesses = (tx: Db, lote: number) =>
  rows(
    tx,
    sql<{ id: number; business: string; n: number }>`select b.id, b.name as business, count(*)::int as n from transfer_account t
      join account c on c.id = t.account_id join business b on b.id = c.business_id where t.transfer_id = ${lote} group by b.id order by b.id`,
  )
