import type { Parsed } from '@cuadre/api/endpoint'
import { PERIOD_STATUS } from '@cuadre/api/period'
import { ROLE } from '@cuadre/api/roles'
import type { TransferResult, transferAccounts } from '@cuadre/api/transfer'
import { type RawBuilder, sql } from 'kysely'
import { periodStatus, state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'

export type Order = Parsed<typeof transferAccounts>['body']
export type Reason = TransferResult['omitidas'][number]['motivo']
export type Person = { id: number; name: string; active: boolean; roles: number[] }
/** A selected account; `reason` says why it is not transferred. `groups`: of its work in progress. */
export type ValidatedAccount = {
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

export const waits = sql`(a.state_main = ${state.rechazado} or (a.state_main = ${state.pendiente} and a.submitted_at is null))`

/**
 * The origin's work of open periods from `since` on: of an analyst what they prepare or have signed, of a head what waits or will wait for
 * them; of a backup nothing.
 */
export const items = ({ rol, origenUsuarioId, incluirEnCurso }: Order, since: string, ids: RawBuilder<unknown>) =>
  sql`(select a.id, a.account_id, a.period_id, p.name as period, a.group_id, a.due_analyst, a.due_jefatura, a.revision, a.state_main, a.state_jefatura, a.state_control,
      a.jefatura_by, a.control_by, ${rol === 'JEFE' ? sql`false` : sql`not ${waits}`} as signed
    from analysis a join period p on p.id = a.period_id
    where a.account_id = any(${ids}) and p.status_id <> ${PERIOD_STATUS.cerrado} and p.name >= ${since} and ${incluirEnCurso}::boolean and ${
      rol === 'ANALISTA'
        ? sql`coalesce(a.next_analyst_id, a.analyst_id) = ${origenUsuarioId}`
        : rol === 'JEFE'
          ? sql`a.state_jefatura <> ${state.aprobado} and a.department_id in (select id from department where chief_id = ${origenUsuarioId})`
          : sql`false`
    })`

/** The selected accounts with the reason against each, ordered by id. Groups are checked by the service. */
export function validateAccounts(db: Db, order: Order, since: string, ids: readonly number[]) {
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
    sql<ValidatedAccount>`with work as (select i.account_id, array_agg(distinct i.group_id) filter (where i.group_id is not null) as groups,
          bool_or(i.state_main <> ${state.aprobado} and (i.jefatura_by = ${to} or i.control_by = ${to})) as decided,
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
  const dueColumn = order.rol === 'JEFE' ? sql`i.due_jefatura` : sql`i.due_analyst`
  const found = await row(
    db,
    sql<Work>`with items as materialized ${items(order, since, sql`${ids}::int[]`)},
      months as (select period, count(*) filter (where not signed)::int as preparar, count(*) filter (where signed)::int as firmados from items group by period),
      risky as (select i.id, c.code, b.name as business, i.period, ${dueColumn} as due from items i join account c on c.id = i.account_id join business b on b.id = c.business_id
        where not i.signed and ${dueColumn} < now() + interval '48 hours'),
      first as (select * from risky order by due, id limit 100)
      select (select count(*)::int from items where not signed) as preparar, (select count(*)::int from items where signed) as firmados,
        (select count(*)::int from analysis a join period p on p.id = a.period_id where a.account_id = any(${ids}::int[]) and p.status_id <> ${periodStatus.cerrado} and a.state_main <> ${state.aprobado}
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
      ? sql`a.state_main = ${state.pendiente} and a.submitted_at is not null and a.department_id in (select id from department where chief_id = u.id)`
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
