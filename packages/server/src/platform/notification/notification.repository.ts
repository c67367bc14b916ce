import type { Output, Parsed } from '@cuadre/api/endpoint'
import type { listNotifications, markNotifications } from '@cuadre/api/notification'
import { type RawBuilder, sql } from 'kysely'
import { analysisScope } from '../access/scope.ts'
import { type Db, row, rows } from '../database/index.ts'
import { all } from '../database/list.ts'
import type { Caller } from '../http/context.ts'
import type { TemplateParams } from '../mail/templates.ts'

export type Row = { id: number; tipo: string; params: TemplateParams; ruta: string | null; fecha: string; leida: boolean }

const columns = sql`n.id, n.template as tipo, n.params, n.route as ruta, n.created_at as fecha, n.read_at is not null as leida`

export type Line = Row & Pick<Output<typeof listNotifications>['data'][number], 'sobre' | 'cuantas' | 'nombres'>
type Query = Parsed<typeof listNotifications>['query']

/**
 * What the page of a notification shows, if the caller may see it now: name, business, currency and amount of an analysis, or of a group with the
 * sum of its members, unless they are in several currencies.
 */
const shown = (caller: Caller, route: RawBuilder<unknown>) =>
  sql`select c.name, b.name as business, a.currency, a.balance::text as amount
      from analysis a join account c on c.id = a.account_id join business b on b.id = a.business_id
      where a.id = substring(${route} from '[?&]analisis=([0-9]{1,9})')::int and ${analysisScope(caller)}
    union all select g.name, b.name, o.currency, o.amount from (
      select a.group_id as id, case when min(a.currency) = max(a.currency) then min(a.currency) end as currency,
        case when min(a.currency) = max(a.currency) then sum(a.balance)::text end as amount
      from analysis a where a.group_id = substring(${route} from '[?&]grupo=([0-9]{1,9})')::int and ${analysisScope(caller)} group by 1) o
      join analysis_group g on g.id = o.id join business b on b.id = g.business_id`
const about = (caller: Caller) =>
  sql`(select json_build_object('NOMBRE', s.name, 'NEGOCIO', s.business, 'MONEDA', s.currency, 'MONTO', s.amount) from (${shown(caller, sql`n.route`)}) s) as sobre`

/** `together`: the templates of which there is one line for many. */
export async function list(db: Db, caller: Caller, query: Query, together: readonly string[], zone: string) {
  const key = sql`case when ${query.agrupadas ?? false}::boolean and n.template = any(${[...together]}::text[])
    then n.template || coalesce(case when n.read_at is not null then to_char(n.created_at at time zone ${zone}, 'YYYY-MM-DD') end, '') else n.id::text end`
  const mine = sql`select n.*, ${key} as key from notification n where ${all(
    sql`n.user_id = ${caller.userId}`,
    query.noLeidas !== undefined && (query.noLeidas ? sql`n.read_at is null` : sql`n.read_at is not null`),
    query.tipo !== undefined && sql`n.template = ${query.tipo}`,
  )}`
  const { page, limit } = query
  const { total } = (await row(db, sql<{ total: number }>`select count(distinct m.key)::int as total from (${mine}) m`))!
  const data = await rows(
    db,
    sql<Line>`with mine as (${mine}), heads as (
        select m.*, count(*) over (partition by m.key)::int as cuantas, row_number() over (partition by m.key order by m.created_at desc, m.id desc) as nth from mine m)
      select ${columns}, n.cuantas, ${about(caller)}, case when n.cuantas = 1 then '[]'::json else coalesce((select json_agg(x.name) from (
          select y.name from mine m cross join lateral (
            select s.name from (${shown(caller, sql`m.route`)}) s union all select m.params->>'business' where m.template in ('cuenta_sin_asignar', 'riesgo_por_revisar')
              union all select m.params->>'subject' where m.template = 'ticket_vencido') y
          where m.key = n.key order by m.created_at desc, m.id desc limit 2) x), '[]') end as nombres
      from heads n where n.nth = 1 order by n.created_at desc, n.id desc limit ${limit} offset ${(page - 1) * limit}`,
  )
  return { data, total, page, limit }
}

/** Kinds of which a rule has priority A: silencing them would change nothing. */
export const urgentTypes = async (db: Db) =>
  (
    await rows(db, sql<{ id: number }>`select distinct type_id as id from alert where active and deleted_at is null and priority = 'A'`)
  ).map(({ id }) => id)

export const unread = async (db: Db, userId: number) =>
  (await row(db, sql<{ n: number }>`select count(*)::int as n from notification where user_id = ${userId} and read_at is null`))!.n

export const markRead = (db: Db, userId: number, { ids, tipo }: Parsed<typeof markNotifications>['body']) =>
  sql`update notification set read_at = now() where ${all(
    sql`user_id = ${userId} and read_at is null`,
    ids && sql`id = any(${ids}::bigint[])`,
    tipo !== undefined && sql`template = ${tipo}`,
  )}`.execute(db)

/** Oldest first; if there are very many, only the newest. */
export const since = async (db: Db, userId: number, id: number) =>
  (
    await rows(
      db,
      sql<Row>`select ${columns} from notification n where n.user_id = ${userId} and n.id > ${id}::bigint order by n.id desc limit 100`,
    )
  ).reverse()

export const byIds = (db: Db, userId: number, ids: number[]) =>
  rows(db, sql<Row>`select ${columns} from notification n where n.user_id = ${userId} and n.id = any(${ids}::bigint[]) order by n.id`)

type Preference = { type_id: number; mail: 'inmediato' | 'resumen' | 'ninguno'; silenced: boolean }
export const preferences = (db: Db, userId: number) =>
  rows(db, sql<Preference>`select type_id, mail, silenced from notification_preference where user_id = ${userId}`)

/** An omitted preference keeps its value. */
export const savePreference = (db: Db, userId: number, typeId: number, mail: string | null, silenced: boolean | null) =>
  sql`insert into notification_preference as p (user_id, type_id, mail, silenced)
    values (${userId}, ${typeId}, coalesce(${mail}::text, 'inmediato'), coalesce(${silenced}::boolean, false))
    on conflict (user_id, type_id) do update set mail = coalesce(${mail}::text, p.mail), silenced = coalesce(${silenced}::boolean, p.silenced)`.execute(
    db,
  )
