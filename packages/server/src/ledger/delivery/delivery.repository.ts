import type { BalanceLoad } from '@cuadre/api/balance'
import type { Hold, listDeliveries, listDeliveryRules } from '@cuadre/api/delivery'
import type { Parsed, Upload } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import { hasKey } from '../../platform/access/has-key.ts'
import { businessScope, grantedBusinesses } from '../../platform/access/scope.ts'
import { periodStatus } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import type { Issue } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { MessageKey, Params } from '../../platform/messages/index.ts'

/** `status`: none in those of before 0.2. */
export type StoredError = { code: MessageKey; params: Params; issues: Issue[]; status?: number }
export type Found = {
  id: number
  origin: 'api' | 'carpeta'
  sender: { id: number; NOMBRE: string }
  file: string
  sha256: string
  key: string | null
  period: string | null
  load: number | null
  state: 'procesando' | 'leida' | 'rechazada'
  status: BalanceLoad['ESTADO'] | null
  holds: Hold[]
  error: StoredError | null
  preview: BalanceLoad['preview']
  result: BalanceLoad['resultado']
  received: string
  confirmed: string | null
}

const from = sql`delivery d join app_user u on u.id = d.sender_id left join period p on p.id = d.period_id left join balance_load l on l.id = d.load_id`
const about = sql`select n.business_id from load_business n where n.load_id = d.load_id and n.business_id is not null`
/** A program sees what it delivered; people what is about their businesses, or comes from a program that works for one of them. */
function visible(caller: Caller) {
  if (caller.service) return sql`d.sender_id = ${caller.userId}`
  return sql`(d.sender_id = ${caller.userId} or exists (select from business o where ${businessScope(caller, sql`o.id`)}
    and (o.id in (${about}) or (not exists (${about}) and o.id in (${grantedBusinesses(sql`d.sender_id`)})))))`
}
/** Figures of the whole are for whoever may see all of it. */
const whole = (caller: Caller) => sql`(d.sender_id = ${caller.userId} or not exists (select from load_business n where n.load_id = d.load_id
  and n.business_id is not null and not ${businessScope({ ...caller, countryId: null, businessId: null }, sql`n.business_id`)}))`
const columns = (
  caller: Caller,
) => sql`d.id, d.origin, json_build_object('id', u.id, 'NOMBRE', u.name) as sender, d.file_name as file, d.sha256, d.own_key as key,
  p.name as period, d.load_id as load, d.state, l.status, d.holds, d.error, case when ${whole(caller)} then l.preview end as preview,
  case when ${whole(caller)} then l.result end as result, d.received_at as received, l.confirmed_at as confirmed`

const wanted: Record<NonNullable<Parsed<typeof listDeliveries>['query']['estado']>, ReturnType<typeof sql>> = {
  procesando: sql`d.state = 'procesando'`,
  espera: sql`(d.state = 'leida' and l.status in ('columnas', 'revision'))`,
  confirmada: sql`l.status = 'confirmada'`,
  rechazada: sql`d.state = 'rechazada'`,
  descartada: sql`l.status = 'descartada'`,
  deshecha: sql`l.status = 'deshecha'`,
}

export const list = (db: Db, caller: Caller, query: Parsed<typeof listDeliveries>['query']) =>
  page<Found, typeof query>(db, query, {
    select: columns(caller),
    from,
    where: all(
      visible(caller),
      contains(sql`plain(d.file_name || ' ' || u.name)`, query.search),
      query.estado && wanted[query.estado],
      query.filterByPeriod !== undefined && sql`d.period_id = ${query.filterByPeriod}`,
    ),
    sortable: { RECIBIDA_EN: sql`d.received_at`, ARCHIVO: sql`d.file_name`, REMITENTE: sql`u.name`, PERIODO: sql`p.name` },
    by: sql`d.id desc`,
    id: sql`d.id`,
  })

export const find = (db: Db, caller: Caller, id: number) =>
  row(db, sql<Found>`select ${columns(caller)} from ${from} where d.id = ${id} and ${visible(caller)}`)

/** The month of that name, or the newest open one that has begun in `zone`: one may be opened before its month. */
export const findPeriod = (db: Db, name: string | undefined, zone: string) =>
  row(
    db,
    name === undefined
      ? sql<{ id: number; name: string }>`select id, name from period where status_id = ${periodStatus.abierto}
          order by name > to_char(now() at time zone ${zone}, 'YYYY-MM'), name desc limit 1`
      : sql<{ id: number; name: string }>`select id, name from period where name = ${name}`,
  )

/** Active businesses of the caller with that code or name. */
export const businessesCalled = (db: Db, caller: Caller, text: string) =>
  rows(
    db,
    sql<{
      id: number
    }>`select b.id from business b where b.active and (lower(b.code) = lower(${text}) or plain(b.name) = plain(${text})) and ${businessScope(caller, sql`b.id`)}`,
  )

/** Businesses whose code or name stands in the text as words of it: `own` are the caller's, `whole` where it is all of the text. */
export const businessesIn = (db: Db, caller: Caller, text: string) =>
  rows(
    db,
    sql<{
      name: string
      code: string | null
      own: boolean
      whole: boolean
    }>`select b.name, b.code, ${businessScope(caller, sql`b.id`)} as own, plain(s.said) in (plain(s.code), plain(s.name)) as whole
      from business b cross join lateral (select ${wordsIn(sql`${text}::text`)} as said, ${wordsIn(sql`coalesce(b.code, '')`)} as code, ${wordsIn(sql`b.name`)} as name) s
      where strpos(' ' || plain(s.said) || ' ', ' ' || plain(s.name) || ' ') > 0
        or (length(s.code) > 2 and strpos(' ' || plain(s.said) || ' ', ' ' || plain(s.code) || ' ') > 0)`,
  )
const wordsIn = (text: RawBuilder<unknown>) => sql`trim(regexp_replace(${text}, '[\\s_.-]+', ' ', 'g'))`

/** Minutes after which a delivery that is still being read has lost its process; one from the future, by a clock that was set back since, has too. */
const LOST_MINUTES = 10

export type Claim = { id: number; load: number | null; mine: boolean; same: boolean; running: boolean; error?: StoredError | null }
type NewDelivery = {
  origin: 'api' | 'carpeta'
  senderId: number
  key: string
  ownKey: string | null
  file: Upload
  periodId: number | null
  /** What was said with the file. */
  asked: string
}
/** Refused because its process was lost: sent again, it goes on. */
const lost = sql`coalesce(d.error ->> 'code' = 'delivery_lost', false)`

/** A key made of the content says all that counts, also where the month was not said and is the same. */
const sameAsked = (asked: string) => sql`(own_key is null or coalesce(asked = ${asked}, true))`
/** Confirmed, and then another load brought other balances: its content is no longer what there is. */
const overtaken = sql`exists (select from balance_load l join load_row r on r.load_id = l.id
  join balance b on b.period_id = l.period_id and b.account_id = r.account_id and b.load_id > l.id and b.amount <> r.amount
  where l.id = d.load_id and l.status = 'confirmada')`

/**
 * Takes the delivery, or finds the one with its key; one whose process was lost is taken over. Content that was refused, discarded, undone or
 * overtaken may come again.
 */
export async function claim(tx: Db, { origin, senderId, key, ownKey, file, periodId, asked }: NewDelivery): Promise<Claim> {
  if (ownKey === null)
    await sql`update delivery d set key = null where d.sender_id = ${senderId} and d.key = ${key} and (d.state = 'rechazada' and not ${lost}
      or exists (select from balance_load l where l.id = d.load_id and l.status in ('descartada', 'deshecha')) or ${overtaken})`.execute(tx)
  const made = await row(
    tx,
    sql<{ id: number }>`insert into delivery (origin, sender_id, key, own_key, sha256, file_name, period_id, asked)
      values (${origin}, ${senderId}, ${key}, ${ownKey}, ${file.sha256}, ${file.name.slice(0, 255)}, ${periodId}, ${asked})
      on conflict (sender_id, key) where key is not null do nothing returning id`,
  )
  if (made) return { id: made.id, load: null, mine: true, same: true, running: false }
  const taken = await row(
    tx,
    sql<{
      id: number
      load: number | null
    }>`update delivery d set received_at = now(), state = 'procesando', error = null where sender_id = ${senderId} and key = ${key} and sha256 = ${file.sha256}
      and ${sameAsked(asked)} and (${lost} or state = 'procesando' and abs(extract(epoch from now() - received_at)) > ${LOST_MINUTES * 60}) returning id, load_id as load`,
  )
  if (taken) return { ...taken, mine: true, same: true, running: false }
  const found = await row(
    tx,
    sql<{
      id: number
      load: number | null
      same: boolean
      running: boolean
      error: StoredError | null
    }>`select id, load_id as load, sha256 = ${file.sha256} and ${sameAsked(asked)} as same, state = 'procesando' as running, error
      from delivery where sender_id = ${senderId} and key = ${key}`,
  )
  return { ...found!, mine: false }
}
/** A file that could not even be received. */
export const insertUnread = async (tx: Db, senderId: number, file: string) =>
  (await row(
    tx,
    sql<{
      id: number
    }>`insert into delivery (origin, sender_id, sha256, file_name) values ('carpeta', ${senderId}, '', ${file.slice(0, 255)}) returning id`,
  ))!.id
/** What failed is as if its process were lost: taken over by the next call, from the load that there is. */
export async function forget(db: Db, id: number): Promise<void> {
  await sql`delete from delivery where id = ${id} and load_id is null`.execute(db)
  await sql`update delivery set received_at = now() - ${LOST_MINUTES + 1}::int * interval '1 minute' where id = ${id} and state = 'procesando'`.execute(
    db,
  )
}
/** Being read since before a moment. */
export const listLost = (db: Db, before: Date) =>
  rows(
    db,
    sql<{
      id: number
    }>`select id from delivery where state = 'procesando' and received_at < ${before.toISOString()}::timestamptz order by id`,
  )
/** One of them, locked until the transaction ends; undefined if it was sent again meanwhile, or somebody else has it. */
export const lockLost = (tx: Db, id: number, before: Date) =>
  row(
    tx,
    sql<{ load: number | null; status: BalanceLoad['ESTADO'] | null; file: string; who: string; senderId: number; period: string | null }>`
      select d.load_id as load, l.status, d.file_name as file, u.name as who, d.sender_id as "senderId", p.name as period
      from delivery d join app_user u on u.id = d.sender_id left join balance_load l on l.id = d.load_id left join period p on p.id = d.period_id
      where d.id = ${id} and d.state = 'procesando' and d.received_at < ${before.toISOString()}::timestamptz for update of d skip locked`,
  )
export const saveLoad = (db: Db, id: number, loadId: number) => sql`update delivery set load_id = ${loadId} where id = ${id}`.execute(db)
export const saveRead = (db: Db, id: number, holds: readonly Hold[]) =>
  sql`update delivery set state = 'leida', holds = ${holds}::text[] where id = ${id}`.execute(db)
export const saveRefused = (db: Db, id: number, error: StoredError) =>
  sql`update delivery set state = 'rechazada', error = ${JSON.stringify(error)}::jsonb where id = ${id}`.execute(db)

/** Whether the load is of businesses, and the rule of each of them lets it confirm itself; one whose rows are refused as a whole has no part in it. */
export const isAllowed = async (db: Db, loadId: number) =>
  (await row(
    db,
    sql<{ allowed: boolean }>`select coalesce(bool_and(coalesce(r.active, false)), false) as allowed
      from (select distinct business_id from load_business where load_id = ${loadId} and business_id is not null and reason is null) n left join delivery_rule r using (business_id)`,
  ))!.allowed

/** Whether content that was confirmed before comes again without a key of its own: a call that is late, or balances that go back, which only a person tells. */
export const comesBack = async (db: Db, id: number) =>
  (await row(
    db,
    sql<{ back: boolean }>`select exists (select from delivery d
      join delivery o on o.sender_id = d.sender_id and o.sha256 = d.sha256 and o.period_id = d.period_id and o.id < d.id
      join balance_load l on l.id = o.load_id and l.status = 'confirmada' where d.id = ${id} and d.own_key is null) as back`,
  ))!.back

/** Whether its month was not said, and an older one than that is open too: balances of the month that ends often come after the next has begun. */
export const monthGuessed = async (db: Db, id: number) =>
  (await row(
    db,
    sql<{ guessed: boolean }>`select exists (select from delivery d join period p on p.id = d.period_id
      join period o on o.status_id = ${periodStatus.abierto} and o.name < p.name
      where d.id = ${id} and d.asked is not null and d.asked::jsonb ->> 'PERIODO' is null) as guessed`,
  ))!.guessed

/** The businesses that a program, or whoever sends, works for. */
export const businessesOf = async (db: Db, senderId: number): Promise<number[]> =>
  (await rows(db, sql<{ id: number }>`${grantedBusinesses(sql`${senderId}::int`)}`)).map(({ id }) => id)

/**
 * Whether the sender still delivers for every business in the load: a program may be stopped, or lose one, while its file is read. `own`: those of
 * when it began; one that was not theirs either has changed nothing, its rows are refused.
 */
export const isStillSenders = async (db: Db, loadId: number, senderId: number, own: readonly number[]) =>
  (await row(
    db,
    sql<{ still: boolean }>`select u.active and (v.user_id is null or ('accounts.delivery.send' = any(v.keys)
        and not exists (select from load_business n where n.load_id = ${loadId} and n.business_id is not null and (n.reason is null or n.business_id = any(${own}::int[]))
          and n.business_id not in (${grantedBusinesses(sql`u.id`)})))) as still
      from app_user u left join service_account v on v.user_id = u.id where u.id = ${senderId}`,
  ))!.still

/** Control of the businesses in the load whose rows are taken, or else of those that the sender works for; administrators where nobody is. */
export async function controlOf(db: Db, loadId: number | null, senderId: number): Promise<number[]> {
  const found = await rows(
    db,
    sql<{
      id: number
      controls: boolean
    }>`with named as (select n.business_id as id from load_business n where n.load_id = ${loadId} and n.business_id is not null and n.reason is null),
        concerned as (select id from named union all select id from (${grantedBusinesses(sql`${senderId}`)}) g where not exists (select from named))
      select distinct u.id, r.role_id = ${ROLE.control} as controls from app_user u join user_role r on r.user_id = u.id
      where u.active and ${hasKey('accounts.balance.load')} and (r.role_id = ${ROLE.administrador}
        or (r.role_id = ${ROLE.control} and exists (select from user_scope s join business b on b.country_id = s.country_id and (s.business_id is null or s.business_id = b.id)
          where s.user_id = u.id and b.id in (select id from concerned))))`,
  )
  const controls = found.filter((person) => person.controls)
  return (controls.length > 0 ? controls : found).map(({ id }) => id)
}

const ruleColumns = sql`b.id as "ID_NEGOCIO", b.name as "NEGOCIO", k.name as "PAIS", coalesce(r.active, false) as "ACTIVA", u.name as "CAMBIADA_POR",
  r.changed_at as "CAMBIADA_EN", r.reason as "MOTIVO"`
const ruleFrom = sql`business b join country k on k.id = b.country_id left join delivery_rule r on r.business_id = b.id left join app_user u on u.id = r.changed_by`
type Rule = {
  ID_NEGOCIO: number
  NEGOCIO: string
  PAIS: string
  ACTIVA: boolean
  CAMBIADA_POR: string | null
  CAMBIADA_EN: string | null
  MOTIVO: string | null
}
export const listRules = (db: Db, caller: Caller, query: Parsed<typeof listDeliveryRules>['query']) =>
  page<Rule, typeof query>(db, query, {
    select: ruleColumns,
    from: ruleFrom,
    where: all(sql`b.active`, businessScope(caller, sql`b.id`), contains(sql`plain(b.name)`, query.search)),
    sortable: { NEGOCIO: sql`b.name`, PAIS: sql`k.name`, ACTIVA: sql`coalesce(r.active, false)` },
    by: sql`k.name, b.name`,
    id: sql`b.id`,
  })
export const findRule = (db: Db, caller: Caller, id: number) =>
  row(db, sql<Rule>`select ${ruleColumns} from ${ruleFrom} where b.id = ${id} and b.active and ${businessScope(caller, sql`b.id`)}`)
export const saveRule = (tx: Db, id: number, active: boolean, reason: string, by: number) =>
  sql`insert into delivery_rule (business_id, active, reason, changed_by) values (${id}, ${active}, ${reason}, ${by})
    on conflict (business_id) do update set active = excluded.active, reason = excluded.reason, changed_by = excluded.changed_by, changed_at = now()`.execute(
    tx,
  )
