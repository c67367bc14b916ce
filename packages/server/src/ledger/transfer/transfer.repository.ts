import type { Parsed } from '@cuadre/api/endpoint'
import type { listTransfers, Transfer, TransferResult } from '@cuadre/api/transfer'
import { sql } from 'kysely'
import { accountScope } from '../../platform/access/scope.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'

import type { Order } from './transfer.selection.ts'

/** Reserves the idempotency key before anything is done; a second call with the key waits here. undefined if the key is used already. */
export const reserveKey = async (tx: Db, order: Order, userId: number, hash: string) =>
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
export const findByKey = (db: Db, userId: number, key: string) =>
  row(
    db,
    sql<{
      hash: string
      result: TransferResult
    }>`select request_hash as hash, result from transfer where created_by = ${userId} and idempotency_key = ${key} and result is not null`,
  )
export const saveResult = (tx: Db, lote: number, result: TransferResult) =>
  sql`update transfer set result = ${JSON.stringify(result)}::jsonb where id = ${lote}`.execute(tx)

export const markUndone = (tx: Db, id: number, userId: number) =>
  sql`update transfer set undone_at = now(), undone_by = ${userId} where id = ${id}`.execute(tx)
export const markReturned = (tx: Db, id: number) => sql`update transfer set returned_at = now() where id = ${id}`.execute(tx)

/** Temporary transfers whose last day is over in `zone`. */
export const dueReturns = (db: Db, zone: string) =>
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

export const list = (db: Db, caller: Caller, query: Parsed<typeof listTransfers>['query']) =>
  page<Transfer, typeof query>(db, query, {
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

/** Accounts in scope by their code, exactly or as `bareCode` writes it. */
export const byCodes = (
  db: Db,
  caller: Caller,
  { exact, bare }: { exact: readonly string[]; bare: readonly string[] },
  businessId: number | undefined,
) =>
  rows(
    db,
    sql<{ COD_CUENTA: number; CUENTA: string; NOMBRE: string; ID_NEGOCIO: number; NEGOCIO: string; ANALISTA: string | null }>`
      select c.id as "COD_CUENTA", c.code as "CUENTA", c.name as "NOMBRE", b.id as "ID_NEGOCIO", b.name as "NEGOCIO", u.name as "ANALISTA"
      from account c join business b on b.id = c.business_id left join app_user u on u.id = c.analyst_id
      where (c.code = any(${exact}::text[]) or lower(ltrim(c.code, '0')) = any(select lower(ltrim(x, '0')) from unnest(${bare}::text[]) x)) and ${accountScope(caller)} and ${businessId === undefined ? sql`true` : sql`c.business_id = ${businessId}`}
      order by c.code, b.name, c.id`,
  )

/** The businesses of a batch's accounts, and the number of accounts. */
export const businesses = (tx: Db, lote: number) =>
  rows(
    tx,
    sql<{ id: number; business: string; n: number }>`select b.id, b.name as business, count(*)::int as n from transfer_account t
      join account c on c.id = t.account_id join business b on b.id = c.business_id where t.transfer_id = ${lote} group by b.id order by b.id`,
  )
